/*
 * standings-cache.c - the tables totals and pair_totals, kept with every game.
 *
 * Changes by the games of a group are added up here and written before the group is committed, each
 * changed row once: of fifty games of two bots that is six rows. Changes that fail, are rolled
 * back or are lost with the process were never in the tables. A group of any size fits: where there
 * is no room left the sums are written early, inside the same transaction.
 */
#include "db/connection.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/verdict.h"

enum {
	STANDINGS_CACHE_ROWS = 768,
	STANDINGS_CACHE_SLOTS = 1024, /* a power of 2 */
	STANDINGS_CACHE_PAIRS = DB_SEATS * (DB_SEATS - 1)
};

struct standings_cache_key {
	int64_t tournament, bot, with; /* with: the seat, or the opponent */
};

struct standings_cache_row {
	struct standings_cache_key key;
	double points, squares;
	int64_t games, played, wins, draws, losses, ranks, faults, last;
};

/* Rows in the order they came, found by a hash of their keys. */
struct standings_cache_table {
	struct standings_cache_row rows[STANDINGS_CACHE_ROWS];
	int count;
	int16_t slots[STANDINGS_CACHE_SLOTS]; /* a row's number from 1; 0: free */
};

struct standings_cache {
	struct standings_cache_table seats, pairs;
	bool failed; /* some of the group's sums were written, others could not be */
};

static void standings_cache_forget(struct standings_cache_table *t)
{
	if (t->count > 0)
		memset(t->slots, 0, sizeof t->slots);
	t->count = 0;
}

static uint64_t standings_cache_hash(struct standings_cache_key key)
{
	uint64_t hash = (uint64_t)key.tournament * 0x9e3779b97f4a7c15;
	hash = (hash ^ (uint64_t)key.bot) * 0xff51afd7ed558ccd;
	hash = (hash ^ (uint64_t)key.with) * 0xc4ceb9fe1a85ec53;
	return hash ^ hash >> 32;
}

/* The row of this key, made when missing: all zeroes. */
static struct standings_cache_row *standings_cache_row(
	struct standings_cache_table *t, struct standings_cache_key key)
{
	uint64_t slot = standings_cache_hash(key) % STANDINGS_CACHE_SLOTS;
	for (; t->slots[slot] != 0; slot = (slot + 1) % STANDINGS_CACHE_SLOTS) {
		struct standings_cache_row *row = &t->rows[t->slots[slot] - 1];
		if (memcmp(&row->key, &key, sizeof key) == 0)
			return row;
	}
	assert(t->count < STANDINGS_CACHE_ROWS);
	struct standings_cache_row *row = &t->rows[t->count++];
	*row = (struct standings_cache_row){.key = key};
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

/* The worst of the places that the seat shares. */
static int standings_cache_worst_place(const struct db_game *g, int i)
{
	int place = g->seat[i].rank - 1;
	for (int j = 0; j < g->seats; j++)
		place += g->seat[j].rank == g->seat[i].rank;
	return place;
}

static void standings_cache_add_seat(
	struct standings_cache *cache, const struct db_game *g, int i, bool failed)
{
	const struct db_seat *s = &g->seat[i];
	enum verdict verdict = verdict_find(s->verdict);
	struct standings_cache_row *row = standings_cache_row(
		&cache->seats, (struct standings_cache_key){g->tournament, s->bot, i + 1});
	bool won = s->points == 1, drawn = s->rank == 1 && s->points > 0 && !won;
	row->games++;
	row->played += verdict_took_part(verdict);
	row->points += s->points;
	row->squares += s->points * s->points;
	row->wins += won;
	row->draws += drawn;
	row->losses += !won && !drawn;
	row->ranks += failed ? standings_cache_worst_place(g, i) : s->rank;
	row->faults += verdict_is_fault(verdict);
	row->last = g->id > row->last ? g->id : row->last;
}

/* The result of seat i against seat j; points count once for each opponent, with its first seat.
 * Where i failed together with others, none of its rank has beaten it, nor it them. */
static void standings_cache_add_pair(
	struct standings_cache *cache, const struct db_game *g, int i, int j, bool failed)
{
	const struct db_seat *s = &g->seat[i], *o = &g->seat[j];
	struct standings_cache_row *row = standings_cache_row(
		&cache->pairs, (struct standings_cache_key){g->tournament, s->bot, o->bot});
	bool first = true;
	for (int k = 0; k < j; k++)
		first &= g->seat[k].bot != o->bot;
	row->games += first;
	row->points += first ? s->points : 0;
	row->wins += s->rank < o->rank;
	row->draws += s->rank == o->rank && !failed;
	row->losses += s->rank > o->rank || (s->rank == o->rank && failed);
}

int db_standings_cache_add(struct db *db, const struct db_game *g)
{
	struct standings_cache *cache = db->standings_cache;
	if (cache == NULL)
		cache = db->standings_cache = calloc(1, sizeof *cache);
	if (cache == NULL)
		return db_fail(db, DB_BROKEN, "no memory");
	if (cache->failed || cache->seats.count > STANDINGS_CACHE_ROWS - DB_SEATS ||
		cache->pairs.count > STANDINGS_CACHE_ROWS - STANDINGS_CACHE_PAIRS) {
		int error = db_standings_cache_write(db);
		if (error != DB_OK)
			return error;
	}
	int rank[DB_SEATS];
	unsigned together = db_game_failed(g, rank);
	for (int i = 0; i < g->seats; i++) {
		bool failed = together >> i & 1;
		standings_cache_add_seat(cache, g, i, failed);
		for (int j = 0; j < g->seats; j++)
			if (g->seat[i].bot != g->seat[j].bot)
				standings_cache_add_pair(cache, g, i, j, failed);
	}
	return DB_OK;
}

/* Keeps a row: what both tables have, and more of that for a seat. */
static int standings_cache_write_row(
	struct db *db, const struct standings_cache_row *row, bool of_seat)
{
	enum { OF_BOTH = 8 };
	const struct db_value values[] = {db_number(row->key.tournament), db_number(row->key.bot),
		db_number(row->key.with), db_number(row->games), db_float(row->points),
		db_number(row->wins), db_number(row->draws), db_number(row->losses),
		db_float(row->squares), db_number(row->ranks), db_number(row->faults),
		db_number(row->last), db_number(row->played)};
	return of_seat ? db_write_values(db, "seat-totals-add", "a bot's totals could not be kept",
				 values, sizeof values / sizeof *values)
		       : db_write_values(db, "pair-totals-add", "a pair's totals could not be kept",
				 values, OF_BOTH);
}

int db_standings_cache_write(struct db *db)
{
	struct standings_cache *cache = db->standings_cache;
	int error = DB_OK;
	if (cache == NULL)
		return DB_OK;
	if (cache->failed)
		return db_fail(db, DB_BROKEN, "the results could not be added up");
	for (int i = 0; i < cache->seats.count && error == DB_OK; i++)
		error = standings_cache_write_row(db, &cache->seats.rows[i], true);
	for (int i = 0; i < cache->pairs.count && error == DB_OK; i++)
		error = standings_cache_write_row(db, &cache->pairs.rows[i], false);
	cache->failed = error != DB_OK;
	standings_cache_forget(&cache->seats);
	standings_cache_forget(&cache->pairs);
	return error;
}

void db_standings_cache_drop(struct db *db)
{
	struct standings_cache *cache = db->standings_cache;
	if (cache == NULL)
		return;
	cache->failed = false;
	standings_cache_forget(&cache->seats);
	standings_cache_forget(&cache->pairs);
}
