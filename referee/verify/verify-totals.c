/*
 * verify-totals.c - the tables totals and pair_totals, added up from the games once more.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/verify/verify-parts.h"

/* --- rows ----------------------------------------------------------------------------------- */

/* The row of a key, or the free place where it belongs. */
static struct verify_row *verify_place(const struct verify_table *t, int64_t bot, int64_t with)
{
	size_t i = random_mix((uint64_t)bot, (uint64_t)with) & (t->size - 1);
	while (t->rows[i].bot != 0 && (t->rows[i].bot != bot || t->rows[i].with != with))
		i = (i + 1) & (t->size - 1);
	return &t->rows[i];
}

static void verify_grow(struct verify_table *t)
{
	struct verify_table larger = {.size = t->size > 0 ? 2 * t->size : 64, .count = t->count};
	larger.rows = memory_get(larger.size, sizeof *larger.rows);
	for (size_t i = 0; i < t->size; i++)
		if (t->rows[i].bot != 0)
			*verify_place(&larger, t->rows[i].bot, t->rows[i].with) = t->rows[i];
	free(t->rows);
	*t = larger;
}

struct verify_row *verify_row(struct verify_table *t, int64_t bot, int64_t with)
{
	if (2 * t->count >= t->size)
		verify_grow(t);
	struct verify_row *row = verify_place(t, bot, with);
	t->count += row->bot == 0;
	row->bot = bot;
	row->with = with;
	return row;
}

/* --- added up ------------------------------------------------------------------------------- */

static void verify_add_seat(struct verify *v, int i)
{
	struct verify_row *row = verify_row(&v->seats, v->g->seat[i].bot, i + 1);
	double points = v->points[i];
	bool won = points == 1, drawn = v->ranks[i] == 1 && points > 0 && !won;
	int place = v->ranks[i];
	/* Seats that failed together share the worst of their places. */
	for (int j = 0; j < v->g->seats && v->failed >> i & 1; j++)
		place += j != i && v->ranks[j] == v->ranks[i];
	row->games++;
	row->played += verdict_took_part(v->verdict[i]);
	row->points += points;
	row->squares += points * points;
	row->wins += won;
	row->draws += drawn;
	row->losses += !won && !drawn;
	row->ranks += place;
	row->faults += verdict_is_fault(v->verdict[i]);
	row->last = v->g->id > row->last ? v->g->id : row->last;
}

/* Points count once for each opponent, however many seats it has. */
static void verify_add_pair(struct verify *v, int i, int j)
{
	const struct db_seat *seats = v->g->seat;
	struct verify_row *row = verify_row(&v->pairs, seats[i].bot, seats[j].bot);
	bool first = true;
	for (int k = 0; k < j; k++)
		first &= seats[k].bot != seats[j].bot;
	row->games += first;
	row->points += first ? v->points[i] : 0;
	row->wins += v->ranks[i] < v->ranks[j];
	bool level = v->ranks[i] == v->ranks[j], failed = v->failed >> i & 1;
	row->draws += level && !failed;
	row->losses += v->ranks[i] > v->ranks[j] || (level && failed);
}

void verify_totals_add(struct verify *v)
{
	for (int i = 0; i < v->g->seats; i++) {
		verify_add_seat(v, i);
		for (int j = 0; j < v->g->seats; j++)
			if (v->g->seat[i].bot != v->g->seat[j].bot)
				verify_add_pair(v, i, j);
	}
}

/* --- compared ------------------------------------------------------------------------------- */

/* A table that is read: the columns of its query after the key and the names. */
struct verify_columns {
	const char *query, *table;
	const struct {
		const char *name;
		size_t offset;
		bool real;
	} columns[11];
};

#define VERIFY_COUNT(column)                                                                       \
	{                                                                                          \
#column, offsetof(struct verify_row, column), false                                \
	}
#define VERIFY_SUM(column)                                                                         \
	{                                                                                          \
#column, offsetof(struct verify_row, column), true                                 \
	}

static const struct verify_columns verify_seats = {"seat-totals", "seat_totals",
	{VERIFY_COUNT(games), VERIFY_SUM(points), VERIFY_SUM(squares), VERIFY_COUNT(wins),
		VERIFY_COUNT(draws), VERIFY_COUNT(losses), VERIFY_COUNT(ranks),
		VERIFY_COUNT(faults), VERIFY_COUNT(last), VERIFY_COUNT(played), {NULL}}};

static const struct verify_columns verify_pairs = {"pair-totals", "pair_totals",
	{VERIFY_COUNT(games), VERIFY_SUM(points), VERIFY_COUNT(wins), VERIFY_COUNT(draws),
		VERIFY_COUNT(losses), {NULL}}};

struct verify_reader {
	struct verify *v;
	const struct verify_columns *of;
	struct verify_table *table;
};

/* Tells what a column of a row holds: a bot and its seat, or two bots. */
static void verify_tell_total(struct verify_reader *r, const struct db_value *values,
	const char *column, const char *stored, const char *right)
{
	char what[2 * BOT_NAME + 64];
	const char *names = values[2].text != NULL ? values[2].text : "?";
	bool seat = r->of == &verify_seats;
	snprintf(what, sizeof what, "%s.%s of %s", r->of->table, column, names);
	verify_say(r->v, 0, seat ? (int)values[1].integer : 0, what, stored, right);
}

static void verify_compare(struct verify_reader *r, const struct db_value *values,
	const struct verify_row *row, int column)
{
	const char *at = (const char *)row + r->of->columns[column].offset;
	const struct db_value *value = &values[3 + column];
	char stored[40], right[40];
	double sum;
	int64_t count;
	if (r->of->columns[column].real) {
		memcpy(&sum, at, sizeof sum);
		if (fabs(value->real - sum) <= 1e-9 * (1 + (double)row->games))
			return;
		snprintf(right, sizeof right, "%.6g", sum);
		snprintf(stored, sizeof stored, "%.6g", value->real);
	} else {
		memcpy(&count, at, sizeof count);
		if (value->integer == count)
			return;
		snprintf(right, sizeof right, "%lld", (long long)count);
		snprintf(stored, sizeof stored, "%lld", (long long)value->integer);
	}
	verify_tell_total(r, values, r->of->columns[column].name, stored, right);
}

static bool verify_total(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct verify_reader *r = arg;
	struct verify_row *row = verify_row(r->table, values[0].integer, values[1].integer);
	(void)columns, (void)names;
	row->found = true;
	for (int i = 0; r->of->columns[i].name != NULL; i++)
		verify_compare(r, values, row, i);
	return true;
}

static int verify_table(struct verify *v, struct db *db, const struct verify_columns *of,
	struct verify_table *table)
{
	struct verify_reader r = {v, of, table};
	char what[96], right[64];
	int error = db_read(db, of->query, &v->of->id, 1, verify_total, &r);
	for (size_t i = 0; i < table->size && error == DB_OK; i++) {
		const struct verify_row *row = &table->rows[i];
		if (row->bot == 0 || row->found)
			continue;
		snprintf(what, sizeof what, "%s of bot %lld and %s %lld", of->table,
			(long long)row->bot, of == &verify_seats ? "seat" : "bot",
			(long long)row->with);
		snprintf(right, sizeof right, "there, with %lld games", (long long)row->games);
		verify_say(v, 0, 0, what, "not there", right);
	}
	return error;
}

int verify_totals(struct verify *v, struct db *db)
{
	v->g = NULL;
	int error = verify_table(v, db, &verify_seats, &v->seats);
	return error == DB_OK ? verify_table(v, db, &verify_pairs, &v->pairs) : error;
}

void verify_totals_clear(struct verify *v)
{
	free(v->seats.rows);
	free(v->pairs.rows);
}
