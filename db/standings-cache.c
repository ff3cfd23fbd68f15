/*
 * standings-cache.c - the tables totals and pair_totals, kept with every game.
 *
 * What the games of a group change is added up here and written before the group is committed, each
 * changed row once: of fifty games of two bots that is six rows. What fails to be added, is rolled
 * back or killed was never in the tables. A group of any size fits: where there is no room left the
 * sums are written early, inside the same transaction.
 */
#include "db/connection.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TOTALS_ROWS = 768,
	TOTALS_SLOTS = 1024, /* a power of 2 */
	TOTALS_PAIRS = DB_SEATS * (DB_SEATS - 1)
};

struct totals_key {
	int64_t tournament, bot, with; /* with: the seat, or the opponent */
};

struct totals_row {
	struct totals_key key;
	double points, squares;
	int64_t games, played, wins, draws, losses, ranks, faults, last;
};

/* Rows in the order they came, found by a hash of their keys. */
struct totals_table {
	struct totals_row rows[TOTALS_ROWS];
	int count;
	int16_t slots[TOTALS_SLOTS]; /* a row's number from 1; 0: free */
};

struct totals {
	struct totals_table seats, pairs;
	bool failed; /* some of the group's sums were written, others could not be */
};

static void totals_forget(struct totals_table *t)
{
	if (t->count > 0)
		memset(t->slots, 0, sizeof t->slots);
	t->count = 0;
}

static uint64_t totals_hash(struct totals_key key)
{
	uint64_t hash = (uint64_t)key.tournament * 0x9e3779b97f4a7c15;
	hash = (hash ^ (uint64_t)key.bot) * 0xff51afd7ed558ccd;
	hash = (hash ^ (uint64_t)key.with) * 0xc4ceb9fe1a85ec53;
	return hash ^ hash >> 32;
}

/* The row of this key, made when missing: all zeroes. */
static struct totals_row *totals_row(struct totals_table *t, struct totals_key key)
{
	uint64_t slot = totals_hash(key) % TOTALS_SLOTS;
	for (; t->slots[slot] != 0; slot = (slot + 1) % TOTALS_SLOTS) {
		struct totals_row *row = &t->rows[t->slots[slot] - 1];
		if (memcmp(&row->key, &key, sizeof key) == 0)
			return row;
	}
	assert(t->count < TOTALS_ROWS);
	struct totals_row *row = &t->rows[t->count++];
	*row = (struct totals_row){.key = key};
	t->slots[slot] = (int16_t)t->count;
	return row;
}

unsigned db_failed_together(const int *rank, const double *points, int seats)
{
	unsigned failed = 0;
	for (int i = 0; i < seats; i++) {
		int beaten = 0, tied = -1;
		for (int j = 0; j < seats; j++) {
			beaten += rank[j] > rank[i];
			tied += rank[j] == rank[i];
		}
		if (tied > 0 && fabs(points[i] * (seats - 1) - beaten) < 0.01)
			failed |= 1u << i;
	}
	return failed;
}

unsigned db_game_failed(const struct db_game *g, int rank[DB_SEATS])
{
	double points[DB_SEATS];
	for (int i = 0; i < g->seats; i++) {
		rank[i] = g->seat[i].rank;
		points[i] = g->seat[i].points;
	}
	return db_failed_together(rank, points, g->seats);
}

static bool totals_is_one_of(const char *verdict, const char *const *verdicts)
{
	while (*verdicts != NULL && strcmp(verdict, *verdicts) != 0)
		verdicts++;
	return *verdicts != NULL;
}

/* The worst of the places that the seat shares. */
static int totals_worst_place(const struct db_game *g, int i)
{
	int place = g->seat[i].rank - 1;
	for (int j = 0; j < g->seats; j++)
		place += g->seat[j].rank == g->seat[i].rank;
	return place;
}

static void totals_add_seat(struct totals *t, const struct db_game *g, int i, bool failed)
{
	static const char *const no_faults[] = {"ok", "resign", "void", NULL};
	static const char *const away[] = {"startup", "absent", "benched", NULL};
	const struct db_seat *s = &g->seat[i];
	struct totals_row *row =
		totals_row(&t->seats, (struct totals_key){g->tournament, s->bot, i + 1});
	bool won = s->points == 1, drawn = s->rank == 1 && s->points > 0 && !won;
	row->games++;
	row->played += !totals_is_one_of(s->verdict, away);
	row->points += s->points;
	row->squares += s->points * s->points;
	row->wins += won;
	row->draws += drawn;
	row->losses += !won && !drawn;
	row->ranks += failed ? totals_worst_place(g, i) : s->rank;
	row->faults += !totals_is_one_of(s->verdict, no_faults);
	row->last = g->id > row->last ? g->id : row->last;
}

/* What the seat i made of the seat j; points count once for each opponent, with its first seat.
 * Where i failed together with others, none of its rank has beaten it, nor it them. */
static void totals_add_pair(struct totals *t, const struct db_game *g, int i, int j, bool failed)
{
	const struct db_seat *s = &g->seat[i], *o = &g->seat[j];
	struct totals_row *row =
		totals_row(&t->pairs, (struct totals_key){g->tournament, s->bot, o->bot});
	bool first = true;
	for (int k = 0; k < j; k++)
		first &= g->seat[k].bot != o->bot;
	row->games += first;
	row->points += first ? s->points : 0;
	row->wins += s->rank < o->rank;
	row->draws += s->rank == o->rank && !failed;
	row->losses += s->rank > o->rank || (s->rank == o->rank && failed);
}

int db_totals_add(struct db *db, const struct db_game *g)
{
	struct totals *t = db->totals;
	if (t == NULL)
		t = db->totals = calloc(1, sizeof *t);
	if (t == NULL)
		return db_fail(db, DB_BROKEN, "no memory");
	if (t->failed || t->seats.count > TOTALS_ROWS - DB_SEATS ||
		t->pairs.count > TOTALS_ROWS - TOTALS_PAIRS) {
		int error = db_totals_write(db);
		if (error != DB_OK)
			return error;
	}
	int rank[DB_SEATS];
	unsigned together = db_game_failed(g, rank);
	for (int i = 0; i < g->seats; i++) {
		bool failed = together >> i & 1;
		totals_add_seat(t, g, i, failed);
		for (int j = 0; j < g->seats; j++)
			if (g->seat[i].bot != g->seat[j].bot)
				totals_add_pair(t, g, i, j, failed);
	}
	return DB_OK;
}

/* A statement that keeps a row, with what both tables have first; NULL: it cannot be had. */
static sqlite3_stmt *totals_statement(
	struct db *db, enum db_statement which, const struct totals_row *row)
{
	sqlite3_stmt *statement = db_statement(db, which);
	if (statement == NULL)
		return NULL;
	sqlite3_bind_int64(statement, 1, row->key.tournament);
	sqlite3_bind_int64(statement, 2, row->key.bot);
	sqlite3_bind_int64(statement, 3, row->key.with);
	sqlite3_bind_int64(statement, 4, row->games);
	sqlite3_bind_double(statement, 5, row->points);
	return statement;
}

/* Won, drawn and lost: parameters from this one on. */
static void totals_bind_results(sqlite3_stmt *statement, int first, const struct totals_row *row)
{
	sqlite3_bind_int64(statement, first, row->wins);
	sqlite3_bind_int64(statement, first + 1, row->draws);
	sqlite3_bind_int64(statement, first + 2, row->losses);
}

static int totals_write_seat(struct db *db, const struct totals_row *row)
{
	sqlite3_stmt *statement = totals_statement(db, DB_TOTALS_ADD, row);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_double(statement, 6, row->squares);
	totals_bind_results(statement, 7, row);
	sqlite3_bind_int64(statement, 10, row->ranks);
	sqlite3_bind_int64(statement, 11, row->faults);
	sqlite3_bind_int64(statement, 12, row->last);
	sqlite3_bind_int64(statement, 13, row->played);
	return db_run(db, statement, "a bot's totals could not be kept");
}

static int totals_write_pair(struct db *db, const struct totals_row *row)
{
	sqlite3_stmt *statement = totals_statement(db, DB_PAIR_TOTALS_ADD, row);
	if (statement == NULL)
		return db->error;
	totals_bind_results(statement, 6, row);
	return db_run(db, statement, "a pair's totals could not be kept");
}

int db_totals_write(struct db *db)
{
	struct totals *t = db->totals;
	int error = DB_OK;
	if (t == NULL)
		return DB_OK;
	if (t->failed)
		return db_fail(db, DB_BROKEN, "what was played could not be added up");
	for (int i = 0; i < t->seats.count && error == DB_OK; i++)
		error = totals_write_seat(db, &t->seats.rows[i]);
	for (int i = 0; i < t->pairs.count && error == DB_OK; i++)
		error = totals_write_pair(db, &t->pairs.rows[i]);
	t->failed = error != DB_OK;
	totals_forget(&t->seats);
	totals_forget(&t->pairs);
	return error;
}

void db_totals_drop(struct db *db)
{
	struct totals *t = db->totals;
	if (t == NULL)
		return;
	t->failed = false;
	totals_forget(&t->seats);
	totals_forget(&t->pairs);
}
