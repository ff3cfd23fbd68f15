/*
 * standings.c - `referee standings`: the places of the bots, and their ratings.
 *
 * Ratings are fitted over all games, with the presets of `referee ratings`.
 */
#include "referee/results/ratings.h"
#include "base/plural.h"
#include "referee/results/tournament-row.h"
#include "referee/commands/query-command.h"
#include "referee/process/standard-output.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The columns of the query; the rating is inserted before column STANDINGS_BEFORE. */
enum { STANDINGS_BEFORE = 9 };

/* For people, and for programs. With two seats the last column is for programs alone: the mean rank
 * adds nothing to the points. */
static const char *const standings_words[] = {"rank", "bot", "games", "played", "points", "percent",
	"wins", "draws", "losses", "elo", "+/-", "faults", "mean_rank"};
static const char *const standings_names[] = {"rank", "bot", "games", "played", "points", "percent",
	"wins", "draws", "losses", "elo", "elo_95", "elo_bound", "faults", "mean_rank"};

struct standings {
	struct query r;
	bool versions;
	struct ratings_results results;
	struct rating_table *fit; /* owned */
	struct text_table *table;
	int unrated;  /* bots without a rating */
	bool partial; /* games were left out: --without-worker */
	int bots;
	int64_t fewest, most, all; /* games of a bot; of all bots */
};

/* Adds the rating's cells: text has the sign before the rating, other formats a column for it. */
static void standings_add_rating(
	struct standings *s, const char *name, struct text_table_cells *cells)
{
	int bot = ratings_name_find(&s->results.names, name);
	bool known = bot >= 0 && rating_lacks(s->fit) == NULL && s->fit->rating[bot].games > 0;
	const struct rating *rating = known ? &s->fit->rating[bot] : NULL;
	bool words = s->r.format == TEXT_TABLE_TEXT;
	const char *sign = rating != NULL ? rating_sign(rating) : NULL;
	if (rating != NULL) {
		text_table_add_number(cells, words ? sign : "", "%.1f", rating->elo);
		text_table_add_number(cells, "", "%.1f", rating_95(rating));
	} else {
		s->unrated++;
		for (int i = 0; i < 2; i++) {
			text_table_add(cells, words ? "-" : NULL);
			cells->cell[cells->count - 1].number = true;
		}
	}
	if (!words)
		text_table_add(cells, sign);
}

/* In a round-robin all bots play equally many games in the end: says that they have not yet. */
static int standings_report_uneven(const struct standings *s)
{
	struct db_tournament t;
	int entrants = 0;
	int error = tournament_row_read(s->r.db, s->r.tournament, &t);
	if (error == DB_OK) {
		struct db_query q;
		db_query(&q, s->r.db, "entrants", s->r.tournament);
		while (db_next(&q))
			entrants++;
		error = db_end(&q);
	}
	int64_t fewest = s->bots < entrants ? 0 : s->fewest, games = s->all / s->r.seats;
	if (error == DB_OK && strcmp(t.format, "round-robin") == 0 && fewest < s->most)
		fprintf(stderr,
			"referee standings: %s, %" PRId64 " to %" PRId64
			" of each bot: the tournament has not ended, or bots joined or left it; the rank is by points, so compare percent instead\n",
			counted(games, "game").text, fewest, s->most);
	tournament_row_clear(&t);
	return error;
}

static int standings_print(struct standings *s)
{
	bool words = s->r.format == TEXT_TABLE_TEXT;
	int columns =
		words ? (int)(sizeof standings_words / sizeof *standings_words) - (s->r.seats == 2)
		      : (int)(sizeof standings_names / sizeof *standings_names);
	struct db_query q;
	s->results.games.seats = s->r.seats;
	int error = ratings_fit(&s->results, s->r.db, s->r.tournament, &s->fit);
	if (error != DB_OK)
		return error;
	s->table = text_table_create(
		s->r.format, stdout, words ? standings_words : standings_names, columns);
	db_query(&q, s->r.db, "standings", s->r.tournament);
	while (db_next(&q)) {
		struct text_table_cells cells = {.count = 0};
		const int64_t games = db_int(&q, "games");
		s->fewest = s->bots == 0 || games < s->fewest ? games : s->fewest;
		s->most = games > s->most ? games : s->most;
		s->all += games;
		s->bots++;
		for (int i = 0; i < db_column_count(&q); i++) {
			struct db_value value = db_value_at(&q, i);
			if (i == STANDINGS_BEFORE)
				standings_add_rating(s, db_text(&q, "bot"), &cells);
			cells.cell[cells.count++] = query_cell(&value);
		}
		text_table_row(s->table, cells.cell);
	}
	error = db_end(&q);
	text_table_free(s->table);
	const char *why = rating_lacks(s->fit);
	standard_output_flush();
	if (s->unrated > 0 && words) {
		fprintf(stderr, "referee standings: a bot has no Elo: %s%s\n",
			why != NULL ? why : "none of its games counts for its strength",
			s->fit != NULL && s->fit->groups > 1
				? "; `referee ratings` rates each group separately"
				: "");
	}
	return error == DB_OK && words && !s->partial ? standings_report_uneven(s) : error;
}

static int standings_run(int argc, char **argv)
{
	struct standings s = {.r = {.db = NULL}};
	int status, error;
	if (!query_read(&command_standings, &s.r, &s, argc, argv, &status))
		return status;
	s.partial = s.r.without.count > 0;
	if (!query_open(&s.r, &status) || !query_find(&s.r, &status))
		return status;
	if (s.versions)
		error = query_table(&s.r, "versions", &s.r.tournament, 1);
	else
		error = standings_print(&s);
	if (error == DB_OK && !s.versions && s.r.format == TEXT_TABLE_TEXT)
		error = query_table_below(
			&s.r, "\nLimits of their own:\n\n", "limits", s.r.tournament);
	status = query_close(&s.r, error);
	rating_free(s.fit);
	ratings_results_clear(&s.results);
	return status;
}

static const struct option_row standings_options[] = {
	{OPTION("versions", SWITCH, offsetof(struct standings, versions)),
		.help = "list each version of a bot, oldest first, with all games that it played; replaced: those of them that count no more"},
	{.name = NULL},
};

const struct command command_standings = {
	.name = "standings",
	.group = COMMAND_RESULTS,
	.summary = "List the bots, best first",
	.about =
		"Prints one line for each bot: its games, those in which its program took part (played), points, Elo, and the games that it lost by its own fault. "
		"A bot that did not start, was absent or was benched did not take part.\n"
		"\n"
		"In a game of two seats a win is 1 point and a draw 1/2. "
		"In a game of more seats, the points are the share of the other seats that rank below the seat; ties count half. "
		"There a win is a first place alone, a draw is a shared first place, and the mean rank is listed too. "
		"Seats that fail together get no points from each other: 0-0. "
		"Each seat of a bot counts as a game.\n"
		"\n"
		"Elo is the rating of `referee ratings`, fitted over all games with mean 0, with its 95 % interval. "
		"With two bots, each has half of the difference that `referee compare` finds. "
		"A bot has no Elo if the games do not connect all bots. "
		"The end lists the limits that single bots have.",
	.options = {.groups = {{.rows = standings_options},
			    QUERY_GAMES_GROUP(offsetof(struct standings, r)),
			    QUERY_GROUP(offsetof(struct standings, r))}},
	.examples = (const char *const[]){"# List the bots of the newest tournament of a file.",
		"referee standings --db cup.db", "# Print another tournament for a program.",
		"referee standings --db cup.db --tournament cup --csv", NULL},
	.run = standings_run,
};
