/*
 * seat-stats.c - `referee seat-stats`: estimates the value of each seat and its error; for one bot,
 * its results in each seat.
 */
#include "referee/commands/query-command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/name.h"
#include "referee/results/ratings.h"
#include "rules/rules.h"

/* The columns of the queries. */

#define SEATS_NORMAL 1.96   /* standard errors on each side of a 95 % interval */
enum { SEATS_ENOUGH = 10 }; /* with fewer games there is no conclusion */

static const char *const seats_names[] = {"seat", "games", "points", "mean", "mean_error", "wins",
	"mean_rank", "advantage", "advantage_95", "elo", "elo_95", "finding"};
enum { SEATS_COLUMNS = sizeof seats_names / sizeof *seats_names };

struct seats_sum {
	double points, squares, ranks;
	int64_t wins;
};

struct seats {
	int seats;     /* of a game */
	int64_t count; /* seats of games, in the order of the games */
	struct seats_sum sum[SEATS_MAX];
	double elo[SEATS_MAX], error[SEATS_MAX]; /* relative to the mean of the other seats */
};

/* Estimates the seats by the model of the ratings. NAN: seats cannot be separated from bots. */
static int seats_fit(struct seats *s, const struct query *r)
{
	struct ratings_results results = {.games = {.seats = s->seats}};
	struct rating_table *t;
	int error = ratings_fit(&results, r->db, r->tournament, &t);
	for (int i = 0; i < s->seats; i++) {
		/* The effects of all seats sum to 0. With two seats there is one effect, their
		 * difference. */
		bool second = t != NULL && t->effects == 1 && i == 1;
		double scale = second ? -1 : s->seats == 2 ? 1 : s->seats / (s->seats - 1.0);
		bool known = t != NULL && t->effects > 0;
		s->elo[i] = known ? scale * t->effect[second ? 0 : i] : NAN;
		s->error[i] = known ? fabs(scale) * t->effect_error[second ? 0 : i] : NAN;
	}
	rating_free(t);
	ratings_results_clear(&results);
	return error;
}

/* The standard error of a mean; NAN for one game. */
static double seats_mean_error(double sum, double squares, double games)
{
	double spread = squares - sum * sum / games;
	return games > 1 ? sqrt(fmax(spread, 0) / (games - 1) / games) : NAN;
}

static const char *seats_finding(const struct seats *s, int seat, double games)
{
	double elo = s->elo[seat - 1], error = s->error[seat - 1];
	if (!isfinite(elo))
		return "unknown";
	if (games < SEATS_ENOUGH || !isfinite(error) || fabs(elo) <= SEATS_NORMAL * error)
		return "undecided";
	return elo > 0 ? "better" : "worse";
}

/* Adds the row of a seat. */
static void seats_line(struct text_table *table, const struct seats *s, int seat, bool signs)
{
	const struct seats_sum *sum = &s->sum[seat - 1];
	struct text_table_cells row = {.count = 0};
	double games = (double)(s->count / s->seats), elo = s->elo[seat - 1];
	double mean = 1 / (1 + exp(-elo / RATING_ELO));
	double slope = mean * (1 - mean) / RATING_ELO, error = SEATS_NORMAL * s->error[seat - 1];
	const struct {
		const char *format;
		double value;
	} numbers[] = {{"%.0f", seat}, {"%.0f", games},
		{"%.12g", round(sum->points * 1e6) / 1e6}, /* as in the standings */
		{"%.4f", sum->points / games},
		{"%.4f", seats_mean_error(sum->points, sum->squares, games)},
		{"%.0f", (double)sum->wins}, {"%.3f", sum->ranks / games},
		{signs ? "%+.4f" : "%.4f", mean - 0.5}, {"%.4f", error * slope},
		{signs ? "%+.1f" : "%.1f", elo}, {"%.1f", error}};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		text_table_add_number(&row, "", numbers[i].format, numbers[i].value);
	text_table_add(&row, seats_finding(s, seat, games));
	text_table_row(table, row.cell);
}

static int seats_all(struct query *r)
{
	struct seats s = {.seats = r->seats};
	struct db_query q;
	db_query(&q, r->db, "seat-points", r->tournament);
	while (db_next(&q)) {
		struct seats_sum *sum = &s.sum[s.count++ % s.seats];
		double points = db_real(&q, "points");
		sum->points += points;
		sum->squares += points * points;
		sum->ranks += (double)db_int(&q, "rank");
		sum->wins += points == 1;
	}
	int failed = db_end(&q);
	if (failed == DB_OK)
		failed = seats_fit(&s, r);
	if (failed != DB_OK)
		return failed;
	struct text_table *table = text_table_create(r->format, stdout, seats_names, SEATS_COLUMNS);
	for (int i = 0; i < s.seats && s.count > 0; i++)
		seats_line(table, &s, i + 1, r->format == TEXT_TABLE_TEXT);
	text_table_free(table);
	return DB_OK;
}

struct seats_bot {
	const char *name;
	struct text_table *table;
};

static int seats_of_bot(struct query *r, const char *name)
{
	enum { COLUMNS = 7 }; /* the first of seats_names */
	struct text_table *table = text_table_create(r->format, stdout, seats_names, COLUMNS);
	struct db_query q;
	db_query(&q, r->db, "seat-results", r->tournament);
	while (db_next(&q))
		if (name_is_same(db_text(&q, "bot"), name)) {
			struct text_table_cells row = {.count = 0};
			for (int i = 0; i < db_column_count(&q); i++) {
				struct db_value value = db_value_at(&q, i);
				if (strcmp(db_column_name(&q, i), "variance") == 0)
					text_table_add_number(&row, "", "%.4f",
						value.type == DB_NULL
							? NAN
							: sqrt(value.real / db_real(&q, "games")));
				else if (strcmp(db_column_name(&q, i), "bot") != 0)
					row.cell[row.count++] = query_cell(&value);
			}
			text_table_row(table, row.cell);
		}
	text_table_free(table);
	return db_end(&q);
}

struct seats_request {
	struct query query;
	const char *bot; /* NULL: all bots */
};

static int seats_run(int argc, char **argv)
{
	struct seats_request a = {.bot = NULL};
	struct query *r = &a.query;
	int status;
	if (!query_read(&command_seat_stats, r, &a, argc, argv, &status) ||
		!query_open(r, &status) || !query_find(r, &status))
		return status;
	if (a.bot != NULL && !query_bot(r, a.bot, &status))
		return status;
	return query_close(r, a.bot != NULL ? seats_of_bot(r, a.bot) : seats_all(r));
}

static const struct option_row seats_options[] = {
	{OPTION("bot", TEXT, offsetof(struct seats_request, bot)), .value = "NAME",
		.help = "list the results of this bot in each seat"},
	{.name = NULL},
};

const struct command command_seat_stats = {
	.name = "seat-stats",
	.was = "seats",
	.group = COMMAND_RESULTS,
	.summary = "List the value of each seat",
	.about =
		"Prints one line for each seat: games, points, their mean and its standard error, games won alone, mean rank. "
		"Then follows the value of the seat itself, in points above 1/2 and in Elo against the mean of the other seats. "
		"Strengths of bots and effects of seats are fitted together, so that strong bots in a seat do not raise its value. "
		"The columns _95 are the half widths of 95 % intervals; games are taken to be independent.\n"
		"\n"
		"\"undecided\": the value may be 0, or there are fewer than 10 games. "
		"\"unknown\": the bots changed seats too rarely to separate seats from bots.",
	.options = {.groups = {{.rows = seats_options},
			    QUERY_GAMES_GROUP(offsetof(struct seats_request, query)),
			    QUERY_GROUP(offsetof(struct seats_request, query))}},
	.examples = (const char *const[]){"# List the value of each seat.",
		"referee seat-stats --db cup.db", NULL},
	.run = seats_run,
};
