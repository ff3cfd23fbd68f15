/*
 * verify-totals.c - adds up totals as the database does it, and compares them column by column.
 */
#include "referee/results/verify-totals.h"

#include <math.h>
#include <stdio.h>

/* The compared columns of both tables of totals. */
enum {
	VERIFY_TOTALS_GAMES,
	VERIFY_TOTALS_PLAYED,
	VERIFY_TOTALS_POINTS,
	VERIFY_TOTALS_SQUARES,
	VERIFY_TOTALS_WINS,
	VERIFY_TOTALS_DRAWS,
	VERIFY_TOTALS_LOSSES,
	VERIFY_TOTALS_RANKS,
	VERIFY_TOTALS_FAULTS,
	VERIFY_TOTALS_LAST,
	VERIFY_TOTALS_SUMS
};

/* A row of totals or pair_totals. */
struct verify_totals_row {
	int64_t bot, with; /* with: the seat, or the opponent */
	double sum[VERIFY_TOTALS_SUMS];
	bool found; /* the database has this row */
};

static struct verify_totals_row *verify_totals_row(struct hash_table *t, int64_t bot, int64_t with)
{
	t->value = sizeof(struct verify_totals_row);
	struct verify_totals_row *row =
		hash_table_get(t, random_mix((uint64_t)bot, (uint64_t)with));
	row->bot = bot;
	row->with = with;
	return row;
}

static void verify_totals_add_seat(
	struct verify_totals *t, const struct db_game *g, const struct rejudge *judge, int i)
{
	struct verify_totals_row *row = verify_totals_row(&t->seats, g->seat[i].bot, i + 1);
	double points = judge->points[i];
	bool won = points == 1, drawn = judge->ranks[i] == 1 && points > 0 && !won;
	int place = judge->ranks[i];
	/* Seats that failed together share the worst of their ranks. */
	for (int j = 0; j < g->seats && judge->failed >> i & 1; j++)
		place += j != i && judge->ranks[j] == judge->ranks[i];
	row->sum[VERIFY_TOTALS_GAMES]++;
	row->sum[VERIFY_TOTALS_PLAYED] += verdict_took_part(judge->verdict[i]);
	row->sum[VERIFY_TOTALS_POINTS] += points;
	row->sum[VERIFY_TOTALS_SQUARES] += points * points;
	row->sum[VERIFY_TOTALS_WINS] += won;
	row->sum[VERIFY_TOTALS_DRAWS] += drawn;
	row->sum[VERIFY_TOTALS_LOSSES] += !won && !drawn;
	row->sum[VERIFY_TOTALS_RANKS] += place;
	row->sum[VERIFY_TOTALS_FAULTS] += verdict_is_fault(judge->verdict[i]);
	row->sum[VERIFY_TOTALS_LAST] = fmax(row->sum[VERIFY_TOTALS_LAST], (double)g->id);
}

/* Points count once per opponent, even if it has several seats. */
static void verify_totals_add_pair(
	struct verify_totals *t, const struct db_game *g, const struct rejudge *judge, int i, int j)
{
	const struct db_seat *seats = g->seat;
	struct verify_totals_row *row = verify_totals_row(&t->pairs, seats[i].bot, seats[j].bot);
	bool first = true;
	for (int k = 0; k < j; k++)
		first &= seats[k].bot != seats[j].bot;
	bool level = judge->ranks[i] == judge->ranks[j], failed = judge->failed >> i & 1;
	row->sum[VERIFY_TOTALS_GAMES] += first;
	row->sum[VERIFY_TOTALS_POINTS] += first ? judge->points[i] : 0;
	row->sum[VERIFY_TOTALS_WINS] += judge->ranks[i] < judge->ranks[j];
	row->sum[VERIFY_TOTALS_DRAWS] += level && !failed;
	row->sum[VERIFY_TOTALS_LOSSES] += judge->ranks[i] > judge->ranks[j] || (level && failed);
}

void verify_totals_add(
	struct verify_totals *t, const struct db_game *g, const struct rejudge *judge)
{
	for (int i = 0; i < g->seats; i++) {
		verify_totals_add_seat(t, g, judge, i);
		for (int j = 0; j < g->seats; j++)
			if (g->seat[i].bot != g->seat[j].bot)
				verify_totals_add_pair(t, g, judge, i, j);
	}
}

/* A table to compare by its query: the columns of its key beside the bot and of its names, and
 * those that are compared. */
struct verify_totals_columns {
	const char *query, *table, *with, *names;
	const struct {
		int sum;
		const char *name; /* NULL: the end */
	} columns[11];
};

static const struct verify_totals_columns verify_totals_seats = {"seat-totals", "seat_totals",
	"seat", "name",
	{{VERIFY_TOTALS_GAMES, "games"}, {VERIFY_TOTALS_POINTS, "points"},
		{VERIFY_TOTALS_SQUARES, "squares"}, {VERIFY_TOTALS_WINS, "wins"},
		{VERIFY_TOTALS_DRAWS, "draws"}, {VERIFY_TOTALS_LOSSES, "losses"},
		{VERIFY_TOTALS_RANKS, "ranks"}, {VERIFY_TOTALS_FAULTS, "faults"},
		{VERIFY_TOTALS_LAST, "last"}, {VERIFY_TOTALS_PLAYED, "played"}, {0, NULL}}};

static const struct verify_totals_columns verify_totals_pairs = {"pair-totals", "pair_totals",
	"opponent", "names",
	{{VERIFY_TOTALS_GAMES, "games"}, {VERIFY_TOTALS_POINTS, "points"},
		{VERIFY_TOTALS_WINS, "wins"}, {VERIFY_TOTALS_DRAWS, "draws"},
		{VERIFY_TOTALS_LOSSES, "losses"}, {0, NULL}}};

static void verify_totals_report(const struct verify_of *of, const struct verify_calls *calls,
	int seat, const char *what, const char *stored, const char *right)
{
	calls->mismatch(calls->arg, &(struct mismatch){.tournament = of->id,
					    .name = of->name,
					    .seat = seat,
					    .what = what,
					    .stored = stored,
					    .right = right});
}

/* Compares a column of a row, which is about a bot and its seat, or about two bots. */
static void verify_totals_cell(const struct verify_of *of, const struct verify_calls *calls,
	const struct verify_totals_columns *table, struct db_query *q,
	const struct verify_totals_row *row, int column)
{
	double sum = row->sum[table->columns[column].sum];
	double is = db_real(q, table->columns[column].name);
	char what[2 * BOT_NAME + 64], stored[40], right[40];
	if (fabs(is - sum) <= 1e-9 * (1 + row->sum[VERIFY_TOTALS_GAMES]))
		return;
	const char *names = db_text(q, table->names);
	snprintf(what, sizeof what, "%s.%s of %s", table->table, table->columns[column].name,
		names != NULL ? names : "?");
	snprintf(stored, sizeof stored, "%.10g", is);
	snprintf(right, sizeof right, "%.10g", sum);
	verify_totals_report(
		of, calls, table == &verify_totals_seats ? (int)row->with : 0, what, stored, right);
}

static int verify_totals_table(struct db *db, const struct verify_of *of,
	const struct verify_calls *calls, const struct verify_totals_columns *table,
	struct hash_table *rows)
{
	struct db_query q;
	char what[96], right[64];
	db_query(&q, db, table->query, of->id);
	while (db_next(&q)) {
		struct verify_totals_row *row =
			verify_totals_row(rows, db_int(&q, "bot"), db_int(&q, table->with));
		row->found = true;
		for (int i = 0; table->columns[i].name != NULL; i++)
			verify_totals_cell(of, calls, table, &q, row, i);
	}
	int error = db_end(&q);
	const struct verify_totals_row *row;
	for (size_t at = 0; error == DB_OK && (row = hash_table_next(rows, &at, NULL)) != NULL;) {
		if (row->found)
			continue;
		snprintf(what, sizeof what, "%s of bot %lld and %s %lld", table->table,
			(long long)row->bot, table == &verify_totals_seats ? "seat" : "bot",
			(long long)row->with);
		snprintf(right, sizeof right, "there, with %.0f games",
			row->sum[VERIFY_TOTALS_GAMES]);
		verify_totals_report(of, calls, 0, what, "not there", right);
	}
	return error;
}

int verify_totals_compare(struct verify_totals *t, struct db *db, const struct verify_of *of,
	const struct verify_calls *calls)
{
	int error = verify_totals_table(db, of, calls, &verify_totals_seats, &t->seats);
	return error == DB_OK ? verify_totals_table(db, of, calls, &verify_totals_pairs, &t->pairs)
			      : error;
}

void verify_totals_clear(struct verify_totals *t)
{
	hash_table_clear(&t->seats);
	hash_table_clear(&t->pairs);
}
