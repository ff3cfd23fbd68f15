/*
 * seat-stats.c - referee seats: what each seat is worth, and how sure that is; of one bot, what it
 * made of each seat.
 */
#include "referee/commands/query-command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/seat-fit.h"
#include "rules/rules.h"

/* Where the queries have what is needed. */
enum { POINTS_GAME, POINTS_SEAT, POINTS_BOT, POINTS_RANK, POINTS_POINTS };
enum { RESULTS_SEAT, RESULTS_BOT, RESULTS_GAMES, RESULTS_POINTS, RESULTS_MEAN, RESULTS_VARIANCE };

#define SEATS_NORMAL 1.96   /* so many standard errors to each side hold 95% */
enum { SEATS_ENOUGH = 10 }; /* games; of fewer nothing is said */

static const char *const seats_names[] = {"seat", "games", "points", "mean", "mean_error", "wins",
	"mean_rank", "advantage", "advantage_95", "elo", "elo_95", "finding"};
enum { SEATS_COLUMNS = sizeof seats_names / sizeof *seats_names };

struct seats_sum {
	double points, squares, ranks;
	int64_t wins;
};

struct seats {
	int seats; /* of a game */
	struct seat_sat *sat;
	size_t count, room; /* seats of games, in the order of their games */
	int *numbers;	    /* by the database's number of a bot: from 1, 0: not seen yet */
	int64_t numbers_room;
	int bots;
	struct seats_sum sum[SEATS_MAX];
};

static int seats_number(struct seats *s, int64_t bot)
{
	if (bot >= s->numbers_room) {
		int64_t room = 2 * bot + 1;
		s->numbers = memory_resize(s->numbers, (size_t)room, sizeof *s->numbers);
		memset(s->numbers + s->numbers_room, 0,
			(size_t)(room - s->numbers_room) * sizeof *s->numbers);
		s->numbers_room = room;
	}
	if (s->numbers[bot] == 0)
		s->numbers[bot] = ++s->bots;
	return s->numbers[bot] - 1;
}

/* A row of the query seat-points. */
static bool seats_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct seats *s = arg;
	struct seats_sum *sum = &s->sum[s->count % (size_t)s->seats];
	double points = values[POINTS_POINTS].real;
	(void)columns, (void)names;
	if (s->count == s->room) {
		s->room = 2 * s->room + 1024;
		s->sat = memory_resize(s->sat, s->room, sizeof *s->sat);
	}
	s->sat[s->count++] = (struct seat_sat){
		.bot = seats_number(s, values[POINTS_BOT].integer), .points = points};
	sum->points += points;
	sum->squares += points * points;
	sum->ranks += (double)values[POINTS_RANK].integer;
	sum->wins += points == 1;
	return true;
}

/* The standard error of a mean; NAN for one game. */
static double seats_mean_error(double sum, double squares, double games)
{
	double spread = squares - sum * sum / games;
	return games > 1 ? sqrt(fmax(spread, 0) / (games - 1) / games) : NAN;
}

/* A number as text in a buffer of its own; NAN: there is none. What is 0 as it is written has no
 * sign. */
struct seats_text {
	char text[32];
};

static struct text_table_cell seats_cell(struct seats_text *t, const char *format, double value)
{
	if (!isfinite(value))
		return (struct text_table_cell){NULL, true};
	snprintf(t->text, sizeof t->text, format, value);
	bool nothing = t->text[1 + strspn(t->text + 1, "0.")] == '\0';
	bool sign = *t->text == '-' || *t->text == '+';
	return (struct text_table_cell){t->text + (nothing && sign), true};
}

static const char *seats_finding(double advantage, double error, double games)
{
	if (!isfinite(advantage))
		return "unknown";
	if (games < SEATS_ENOUGH || !isfinite(error) || fabs(advantage) <= SEATS_NORMAL * error)
		return "undecided";
	return advantage > 0 ? "better" : "worse";
}

/* A seat's line. */
static void seats_line(struct text_table *table, const struct seats *s, int seat, double effect,
	double error, bool signs)
{
	const struct seats_sum *sum = &s->sum[seat - 1];
	struct seats_text texts[SEATS_COLUMNS];
	double games = (double)(s->count / (size_t)s->seats), mean = 0.5 + effect;
	bool finite = mean > 0 && mean < 1; /* else Elo is not */
	double elo = finite ? 400 * log10(mean / (1 - mean)) : NAN;
	double slope = finite ? 400 / log(10) / (mean * (1 - mean)) : NAN;
	struct text_table_cell cells[SEATS_COLUMNS] = {
		seats_cell(&texts[0], "%.0f", seat),
		seats_cell(&texts[1], "%.0f", games),
		seats_cell(&texts[2], "%.12g", round(sum->points * 1e6) / 1e6), /* as standings */
		seats_cell(&texts[3], "%.4f", sum->points / games),
		seats_cell(&texts[4], "%.4f", seats_mean_error(sum->points, sum->squares, games)),
		seats_cell(&texts[5], "%.0f", (double)sum->wins),
		seats_cell(&texts[6], "%.3f", sum->ranks / games),
		seats_cell(&texts[7], signs ? "%+.4f" : "%.4f", effect),
		seats_cell(&texts[8], "%.4f", SEATS_NORMAL * error),
		seats_cell(&texts[9], signs ? "%+.1f" : "%.1f", elo),
		seats_cell(&texts[10], "%.1f", SEATS_NORMAL * error * slope),
		{seats_finding(effect, error, games), false},
	};
	text_table_row(table, cells);
}

static int seats_all(struct query *r)
{
	struct seats s = {.seats = r->seats};
	double effect[SEATS_MAX], error[SEATS_MAX];
	int failed = db_read(r->db, "seat-points", &r->tournament, 1, seats_row, &s);
	if (failed == DB_OK) {
		struct text_table *table =
			text_table_create(r->format, stdout, seats_names, SEATS_COLUMNS);
		size_t games = s.count / (size_t)s.seats;
		bool fitted = seat_fit(s.sat, games, s.seats, s.bots, effect, error);
		for (int i = 0; i < s.seats && games > 0; i++)
			seats_line(table, &s, i + 1, fitted ? effect[i] : NAN,
				fitted ? error[i] : NAN, r->format == TEXT_TABLE_TEXT);
		text_table_free(table);
	}
	free(s.sat);
	free(s.numbers);
	return failed;
}

struct seats_bot {
	const char *name;
	struct text_table *table;
};

/* A row of the query seat-results. */
static bool seats_bot_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct seats_bot *b = arg;
	struct seats_text text;
	struct text_table_cell cells[] = {query_cell(&values[RESULTS_SEAT]),
		query_cell(&values[RESULTS_GAMES]), query_cell(&values[RESULTS_POINTS]),
		query_cell(&values[RESULTS_MEAN]), {NULL, true},
		query_cell(&values[RESULTS_VARIANCE + 1]),
		query_cell(&values[RESULTS_VARIANCE + 2])};
	(void)columns, (void)names;
	if (strcmp(values[RESULTS_BOT].text, b->name) != 0)
		return true;
	if (values[RESULTS_VARIANCE].type != DB_NULL)
		cells[4] = seats_cell(&text, "%.4f",
			sqrt(values[RESULTS_VARIANCE].real / values[RESULTS_GAMES].real));
	text_table_row(b->table, cells);
	return true;
}

static int seats_of_bot(struct query *r, const char *name)
{
	enum { COLUMNS = 7 }; /* the first of seats_names */
	struct seats_bot b = {name, text_table_create(r->format, stdout, seats_names, COLUMNS)};
	int error = db_read(r->db, "seat-results", &r->tournament, 1, seats_bot_row, &b);
	text_table_free(b.table);
	return error;
}

static int seats_run(int argc, char **argv)
{
	struct query r;
	const char *bot = NULL;
	const struct query_flag flags[] = {{"bot", &bot}, {NULL, NULL}};
	int status, rest;
	if (!query_flags(&r, &command_seats, argc, argv, flags, &rest, &status))
		return status;
	if (rest < argc)
		return query_usage(&r, "\"%s\" is too much: it takes flags alone", argv[rest]);
	if (!query_open(&r, &status) || !query_find(&r, &status))
		return status;
	if (bot != NULL && !query_bot(&r, bot, &status))
		return status;
	return query_close(&r, bot != NULL ? seats_of_bot(&r, bot) : seats_all(&r));
}

const struct command command_seats = {"seats", "what each seat is worth", "[FLAGS]",
	"One line for each seat: games, points, their mean and its standard error, games won alone,\n"
	"mean rank. Then what the seat itself is worth, in points above 1/2 and in Elo against the\n"
	"mean of the other seats: strengths of bots and effects of seats are fitted together by least\n"
	"squares, so that who sat there is taken out. The columns _95 are how far the true value may\n"
	"be away to either side, 95 times in 100; games are taken to be independent. \"undecided\":\n"
	"it may as well be nothing, or there are fewer than 10 games. \"unknown\": bots changed their\n"
	"seats too little to tell seats from bots.\n"
	"\n"
	"  --bot NAME            what this bot made of each seat\n" QUERY_FLAGS_HELP,
	seats_run};
