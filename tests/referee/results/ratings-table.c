/*
 * The table of ratings as people and programs read it, of ratings that are given.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/results/ratings.h"
#include "tests/lib/suite.h"

enum { TABLE_BOTS = 4 };

/* Two groups; the last of each has no next bot. */
static struct rating table_ratings[TABLE_BOTS] = {
	{.elo = -1e-7,
		.error = 10,
		.above = NAN,
		.group = 1,
		.best = 2,
		.worst = 3,
		.bound = RATING_AT_MAX,
		.games = 8,
		.draws = 1,
		.points = 1.0 / 3},
	{.elo = 100.26,
		.error = 20.5,
		.above = 0.95,
		.group = 1,
		.best = 1,
		.worst = 1,
		.games = 8,
		.draws = 2,
		.points = 7},
	{.elo = 50,
		.error = 5,
		.above = 0.9499,
		.group = 1,
		.best = 2,
		.worst = 3,
		.bound = RATING_AT_MIN,
		.games = 3,
		.draws = 3,
		.points = 1.5},
	{.elo = -12.34,
		.error = 1,
		.above = NAN,
		.group = 2,
		.best = 1,
		.worst = 1,
		.bound = RATING_LOOSE,
		.games = 1,
		.draws = 0,
		.points = 0},
};

static int table_order[TABLE_BOTS] = {1, 2, 0, 3};

static char table_texts[TABLE_BOTS][8] = {"low", "top", "mid", "alone"};

static char *table_names[TABLE_BOTS] = {
	table_texts[0], table_texts[1], table_texts[2], table_texts[3]};

static const struct table_row {
	enum text_table_format format;
	int rated, groups, effects;
	size_t games;
	double prior;
	bool converged;
	const char *printed;
} table_rows[] = {
	{TEXT_TABLE_TEXT, 4, 2, 1, 10, 1, true,
		"Bradley-Terry, advantage of the first seat fitted; prior: 1 virtual draw for each bot\n"
		"Advantage of seat 1: +12.5 Elo, +/- 19.6\n"
		"10 games of 4 bots; converged after 5 steps of Newton's method, largest gradient 2.0e-09 points\n"
		"\n"
		"rank  bot       elo   +/-  games    points     %  draws %      los  group\n"
		"   1  top     100.3  40.2      8         7  87.5     25.0    95.0%      1\n"
		" 2-3  mid    >=50.0   9.8      3       1.5  50.0    100.0  ? 94.9%      1\n"
		" 2-3  low     <=0.0  19.6      8  0.333333   4.2     12.5               1\n"
		"   1  alone  ?-12.3   2.0      1         0   0.0      0.0               2\n"
		"\n"
		"+/-: half of the 95 % interval, relative to the mean of all bots\n"
		"los: the probability that the bot is stronger than the next bot; ? not decided: below 95%\n"
		">= at least, <= at most: no result limits it on the other side, only the prior\n"
		"?: no result limits it on either side, only the prior\n"},
	{TEXT_TABLE_TEXT, 2, 1, 2, 1, 0, false,
		"Bradley-Terry, values of seats fitted; prior: 0 virtual draws for each bot\n"
		"Seat 1: +12.5 Elo, +/- 19.6\n"
		"Seat 2: -12.5 Elo, +/- 39.2\n"
		"1 game of 2 bots; NOT CONVERGED after 1 step of Newton's method, largest gradient 2.5e-01 points\n"
		"\n"
		"rank  bot     elo   +/-  games  points     %  draws %      los\n"
		"   1  top   100.3  40.2      8       7  87.5     25.0    95.0%\n"
		" 2-3  mid  >=50.0   9.8      3     1.5  50.0    100.0  ? 94.9%\n"
		"\n"
		"+/-: half of the 95 % interval, relative to the mean of all bots\n"
		"los: the probability that the bot is stronger than the next bot; ? not decided: below 95%\n"
		">= at least, <= at most: no result limits it on the other side\n"},
	{TEXT_TABLE_TEXT, 1, 1, 0, 1, 0.5, true,
		"Bradley-Terry, all seats have the same value; prior: 0.5 virtual draws for each bot\n"
		"1 game of 1 bot; converged after 5 steps of Newton's method, largest gradient 2.0e-09 points\n"
		"\n"
		"rank  bot    elo   +/-  games  points     %  draws %    los\n"
		"   1  top  100.3  40.2      8       7  87.5     25.0  95.0%\n"
		"\n"
		"+/-: half of the 95 % interval, relative to the mean of all bots\n"
		"los: the probability that the bot is stronger than the next bot\n"},
	{TEXT_TABLE_CSV, 4, 2, 1, 10, 1, true,
		"bot,elo,error,elo_95,bound,group,rank,rank_best,rank_worst,games,points,percent,"
		"draws,los\n"
		"top,100.260000,20.500000,40.179262,,1,1,1,1,8,7,87.5000,2,0.950000\n"
		"mid,50.000000,5.000000,9.799820,>=,1,2,2,3,3,1.5,50.0000,3,0.949900\n"
		"low,0.000000,10.000000,19.599640,<=,1,3,2,3,8,0.333333,4.1667,1,\n"
		"alone,-12.340000,1.000000,1.959964,?,2,1,1,1,1,0,0.0000,0,\n"
		"(first seat),12.500000,10.000000,19.599640,,,,,,,,,,\n"},
	{TEXT_TABLE_CSV, 2, 1, 2, 10, 1, true,
		"bot,elo,error,elo_95,bound,group,rank,rank_best,rank_worst,games,points,percent,"
		"draws,los\n"
		"top,100.260000,20.500000,40.179262,,1,1,1,1,8,7,87.5000,2,0.950000\n"
		"mid,50.000000,5.000000,9.799820,>=,1,2,2,3,3,1.5,50.0000,3,0.949900\n"
		"(seat 1),12.500000,10.000000,19.599640,,,,,,,,,,\n"
		"(seat 2),-12.500000,20.000000,39.199280,,,,,,,,,,\n"},
	{TEXT_TABLE_JSON, 1, 1, 1, 10, 2, false,
		"{\"model\":\"Bradley-Terry\",\"prior\":2,\"seats\":\"fitted\",\"games\":10,"
		"\"bots\":1,\"groups\":1,"
		"\"converged\":false,\"iterations\":1,\"gradient\":null,\"variance\":0.75,"
		"\"seat_values\":[{\"seat\":1,\"elo\":12.500000,\"error\":10.000000,\"elo_95\":19.599640}],"
		"\"ratings\":[\n"
		"{\"bot\":\"top\",\"elo\":100.260000,\"error\":20.500000,\"elo_95\":40.179262,"
		"\"bound\":\"\",\"group\":1,\"rank\":1,\"rank_best\":1,\"rank_worst\":1,\"games\":"
		"8,\"points\":7,\"percent\":87.5000,\"draws\":2,\"los\":0.950000}\n"
		"]\n"
		"}\n"},
};

/* Prints the first bots of the order; the caller frees the text. */
static char *table_print(const struct table_row *row)
{
	struct rating_table table = {.model = "Bradley-Terry",
		.bots = TABLE_BOTS,
		.groups = row->groups,
		.rating = table_ratings,
		.order = table_order,
		.rated = row->rated,
		.effects = row->effects,
		.effect = {12.5, -12.5},
		.effect_error = {10, 20},
		.gradient = row->converged		     ? 2e-9
			    : row->format == TEXT_TABLE_JSON ? NAN
							     : 0.25,
		.iterations = row->converged ? 5 : 1,
		.converged = row->converged,
		.variance = 0.75};
	struct ratings_results results = {.games = {.count = row->games},
		.names = {.names = table_names, .count = TABLE_BOTS}};
	struct rating_options options = {.prior = row->prior};
	char *text = NULL;
	size_t length = 0;
	FILE *out = memory_open(&text, &length);
	ratings_show(&(struct ratings_shown){&table, &results, &options, row->format, out});
	memory_close(out);
	return text;
}

START_TEST(ratings_are_printed_as_they_are_given)
	{
		char *printed = table_print(&table_rows[_i]);
		ck_assert_str_eq(printed, table_rows[_i].printed);
		free(printed);
	}
END_TEST

SUITE("referee/results/ratings-table",
	LOOP(ratings_are_printed_as_they_are_given, sizeof table_rows / sizeof *table_rows))
