/*
 * recalculate-ratings.c - recalculates the running ratings of a tournament from its games.
 */
#include "referee/director/recalculate-ratings.h"

#include <math.h>
#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-elo.h"

/* The columns of the query seat-ratings. */
enum { RATE_GAME, RATE_SEAT, RATE_BOT, RATE_RANK, RATE_BEFORE, RATE_AFTER, RATE_POINTS };

/* The rating of a bot's name so far; the number of a name is its first bot's number. */
struct rate_elo {
	int64_t bot;
	double elo; /* NaN: the slot is free */
};

struct recalculate_ratings {
	struct db *db;
	struct rate_elo *slots; /* owned: hash table, at least half of it free */
	size_t size, count;	/* size is a power of 2 */
	int64_t game;		/* the game whose seats are being read */
	int seats, rank[DB_SEATS];
	int64_t bot[DB_SEATS];
	double points[DB_SEATS];
	double before[DB_SEATS], after[DB_SEATS]; /* as stored */
	int error;
};

static size_t rate_slot(const struct recalculate_ratings *r, int64_t bot)
{
	size_t slot = ((uint64_t)bot * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (r->size - 1);
	while (!isnan(r->slots[slot].elo) && r->slots[slot].bot != bot)
		slot = (slot + 1) & (r->size - 1);
	return slot;
}

static void rate_grow(struct recalculate_ratings *r)
{
	struct rate_elo *old = r->slots;
	size_t size = r->size;
	r->size = size > 0 ? 2 * size : 64;
	r->slots = memory_get(r->size, sizeof *r->slots);
	for (size_t i = 0; i < r->size; i++)
		r->slots[i].elo = NAN;
	for (size_t i = 0; i < size; i++)
		if (!isnan(old[i].elo))
			r->slots[rate_slot(r, old[i].bot)] = old[i];
	free(old);
}

static double *rate_elo(struct recalculate_ratings *r, int64_t bot)
{
	if (2 * r->count >= r->size)
		rate_grow(r);
	struct rate_elo *slot = &r->slots[rate_slot(r, bot)];
	if (isnan(slot->elo)) {
		*slot = (struct rate_elo){bot, ELO_START};
		r->count++;
	}
	return &slot->elo;
}

/* Rates the collected game; rows that are correct are not written. */
static void rate_game(struct recalculate_ratings *r)
{
	double before[DB_SEATS], after[DB_SEATS];
	int bots[DB_SEATS];
	if (r->seats < 2)
		return;
	for (int i = 0; i < r->seats; i++) {
		before[i] = *rate_elo(r, r->bot[i]);
		for (bots[i] = 0; r->bot[bots[i]] != r->bot[i]; bots[i]++)
			;
	}
	unsigned failed = db_failed_together(r->rank, r->points, r->seats);
	elo_update(before, r->rank, failed, bots, r->seats, after);
	for (int i = 0; i < r->seats && r->error == DB_OK; i++) {
		*rate_elo(r, r->bot[i]) = after[i];
		if (before[i] != r->before[i] || after[i] != r->after[i])
			r->error = db_rating_set(r->db, r->game, i + 1, before[i], after[i]);
	}
}

static bool rate_rated_seat(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct recalculate_ratings *r = arg;
	(void)columns, (void)names;
	if (values[RATE_GAME].integer != r->game || r->seats == DB_SEATS) {
		rate_game(r);
		r->seats = 0;
		r->game = values[RATE_GAME].integer;
	}
	r->bot[r->seats] = values[RATE_BOT].integer;
	r->rank[r->seats] = (int)values[RATE_RANK].integer;
	r->points[r->seats] = values[RATE_POINTS].real;
	r->before[r->seats] = values[RATE_BEFORE].real;
	r->after[r->seats] = values[RATE_AFTER].real;
	r->seats++;
	return r->error == DB_OK;
}

int recalculate_ratings(struct db *db, int64_t tournament)
{
	struct recalculate_ratings r = {.db = db};
	int error = db_read(db, "seat-ratings", &tournament, 1, rate_rated_seat, &r);
	if (error == DB_OK && r.error == DB_OK)
		rate_game(&r);
	free(r.slots);
	return error != DB_OK ? error : r.error;
}
