/*
 * standings.c - `referee standings`: the places of the bots, and their ratings.
 *
 * Ratings are fitted over all games, with the presets of `referee ratings`.
 */
#include "referee/results/ratings.h"
#include "referee/commands/query-command.h"

#include <stdlib.h>
#include <string.h>

/* The columns of the query, with the rating inserted. With two seats the last column is for
 * programs alone: the mean rank adds nothing to the points. */
enum { STANDINGS_BEFORE = 9, STANDINGS_AFTER = 2, STANDINGS_RATING = 3, STANDINGS_TEXT = 48 };
enum { STANDINGS_COLUMNS = STANDINGS_BEFORE + STANDINGS_AFTER + STANDINGS_RATING };
enum { STANDINGS_BOT = 1 };

static const char *const standings_words[] = {"rank", "bot", "games", "played", "points", "percent",
	"wins", "draws", "losses", "elo", "+/-", "faults", "mean_rank"};
static const char *const standings_names[] = {"rank", "bot", "games", "played", "points", "percent",
	"wins", "draws", "losses", "elo", "elo_95", "elo_bound", "faults", "mean_rank"};

struct standings {
	struct query *r;
	struct ratings_results results;
	struct rating_table *fit; /* owned */
	struct text_table *table;
	int unrated; /* bots without a rating */
};

/* The rating of a name; NULL: it has none that is comparable. */
static const struct rating *standings_rating(const struct standings *s, const char *name)
{
	int bot = ratings_name_find(&s->results.names, name);
	bool known = bot >= 0 && rating_lacks(s->fit) == NULL && s->fit->rating[bot].games > 0;
	return known ? &s->fit->rating[bot] : NULL;
}

/* Fills in the rating's cells. Returns their number. */
static int standings_cells(struct standings *s, const char *name, char text[2][STANDINGS_TEXT],
	struct text_table_cell *cells)
{
	const struct rating *rating = standings_rating(s, name);
	bool words = s->r->format == TEXT_TABLE_TEXT;
	const char *sign = rating != NULL ? rating_sign(rating) : NULL;
	s->unrated += rating == NULL;
	if (rating != NULL) {
		double elo = rating->elo > -0.05 && rating->elo < 0 ? 0 : rating->elo;
		snprintf(text[0], STANDINGS_TEXT, "%s%.1f", words ? sign : "", elo);
		snprintf(text[1], STANDINGS_TEXT, "%.1f", rating_95(rating));
	}
	for (int i = 0; i < 2; i++)
		cells[i] = (struct text_table_cell){rating != NULL ? text[i]
						    : words	   ? "-"
								   : NULL,
			true};
	cells[2] = (struct text_table_cell){sign, false};
	return words ? 2 : STANDINGS_RATING;
}

/* A row of the query standings. */
static bool standings_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct standings *s = arg;
	struct text_table_cell cells[STANDINGS_COLUMNS];
	char text[2][STANDINGS_TEXT];
	int count = 0;
	(void)columns, (void)names;
	for (; count < STANDINGS_BEFORE; count++)
		cells[count] = query_cell(&values[count]);
	count += standings_cells(s, values[STANDINGS_BOT].text, text, cells + count);
	for (int i = 0; i < STANDINGS_AFTER; i++)
		cells[count++] = query_cell(&values[STANDINGS_BEFORE + i]);
	text_table_row(s->table, cells);
	return true;
}

static int standings_print(struct standings *s)
{
	bool words = s->r->format == TEXT_TABLE_TEXT;
	int columns = STANDINGS_COLUMNS - words - (words && s->r->seats == 2);
	s->results.games.seats = s->r->seats;
	int error = ratings_fit(&s->results, s->r->db, s->r->tournament, &s->fit);
	if (error != DB_OK)
		return error;
	s->table = text_table_create(
		s->r->format, stdout, words ? standings_words : standings_names, columns);
	error = db_read(s->r->db, "standings", &s->r->tournament, 1, standings_row, s);
	text_table_free(s->table);
	const char *why = rating_lacks(s->fit);
	if (s->unrated > 0 && words) {
		fflush(stdout);
		fprintf(stderr, "referee standings: a bot has no Elo: %s%s\n",
			why != NULL ? why : "none of its games says anything of its strength",
			s->fit != NULL && s->fit->groups > 1
				? "; \"referee ratings\" has each group by itself"
				: "");
	}
	return error;
}

static bool standings_any(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	bool *any = arg;
	(void)columns, (void)names, (void)values;
	*any = true;
	return false;
}

/* Prints the bots that have limits of their own, if any. A DB_ error. */
static int standings_limits(struct query *r)
{
	bool any = false;
	int error = db_read(r->db, "limits", &r->tournament, 1, standings_any, &any);
	if (error != DB_OK || !any)
		return error;
	puts("\nLimits of their own:\n");
	return query_table(r, "limits", r->tournament, NULL, NULL);
}

static int standings_run(int argc, char **argv)
{
	struct query r = {.db = NULL};
	struct standings s = {.r = &r};
	int status;
	if (!query_read(&command_standings, &r, &r, argc, argv, &status))
		return status;
	if (!query_open(&r, &status) || !query_find(&r, &status))
		return status;
	int error = standings_print(&s);
	if (error == DB_OK && r.format == TEXT_TABLE_TEXT)
		error = standings_limits(&r);
	status = query_close(&r, error);
	rating_free(s.fit);
	ratings_results_clear(&s.results);
	return status;
}

const struct command command_standings = {
	.name = "standings",
	.group = COMMAND_RESULTS,
	.summary = "List the bots, best first",
	.about =
		"Prints one line for each bot: games, the games that its program took part in (played), points, Elo, and the games that it lost by a fault of its own. "
		"A bot that did not start, was absent or was benched did not take part.\n"
		"\n"
		"In a game of two seats a win is 1 point and a draw 1/2. "
		"In a game of more seats, the points are the part of the others that the seat left behind; ties count half. "
		"There wins are games won alone, draws are first places shared, and the mean rank is listed too. "
		"Seats that fail together earn nothing from each other: 0-0. "
		"Each seat of a bot counts as a game.\n"
		"\n"
		"Elo is that of `referee ratings`, fitted over all games with mean 0, with how far the true value may be away 95 times in 100. "
		"Of two bots each has half of the difference that `referee compare` finds. "
		"A bot has none where no games join all bots. "
		"Limits that bots have of their own are listed at the end.",
	.options = {.groups = {QUERY_GROUP(0)}},
	.run = standings_run,
};
