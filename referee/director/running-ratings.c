/*
 * running-ratings.c - the running ratings of a tournament.
 */
#include "referee/director/running-ratings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "referee/rating/rating-elo.h"
#include "rules/rules.h"

static struct running_rating *running_ratings_slot(const struct running_ratings *r, uint64_t bot)
{
	size_t slot = random_mix(bot, 0) & (r->size - 1);
	while (r->slots[slot].bot != 0 && r->slots[slot].bot != bot)
		slot = (slot + 1) & (r->size - 1);
	return &r->slots[slot];
}

static void running_ratings_grow(struct running_ratings *r)
{
	struct running_ratings larger = {.size = r->size > 0 ? 2 * r->size : 64, .count = r->count};
	larger.slots = memory_get(larger.size, sizeof *larger.slots);
	for (size_t i = 0; i < r->size; i++)
		if (r->slots[i].bot != 0)
			*running_ratings_slot(&larger, r->slots[i].bot) = r->slots[i];
	free(r->slots);
	*r = larger;
}

double *running_ratings_of(struct running_ratings *r, uint64_t bot)
{
	if (2 * r->count >= r->size)
		running_ratings_grow(r);
	struct running_rating *slot = running_ratings_slot(r, bot);
	if (slot->bot == 0) {
		*slot = (struct running_rating){bot, ELO_START};
		r->count++;
	}
	return &slot->elo;
}

void running_ratings_game(struct running_ratings *r, const uint64_t *bots, const int *ranks,
	unsigned failed, int seats, double *before, double *after)
{
	int first[SEATS_MAX] = {0}; /* the first seat of the same bot */
	for (int i = 0; i < seats; i++) {
		before[i] = *running_ratings_of(r, bots[i]);
		for (first[i] = 0; bots[first[i]] != bots[i]; first[i]++)
			;
	}
	elo_update(before, ranks, failed, first, seats, after);
	for (int i = 0; i < seats; i++)
		*running_ratings_of(r, bots[i]) = after[i];
}

void running_ratings_clear(struct running_ratings *r)
{
	free(r->slots);
	*r = (struct running_ratings){.slots = NULL};
}

/* --- stored ratings -------------------------------------------------------------------------- */

struct running_ratings_known {
	struct running_ratings *ratings;
	const struct tournament *t;
};

static void running_ratings_on_bot(void *arg, const struct db_standing *stored)
{
	const struct running_ratings_known *k = arg;
	int bot = tournament_find_bot(k->t, stored->name);
	if (bot >= 0)
		*running_ratings_of(k->ratings, (uint64_t)bot + 1) = stored->elo;
}

int running_ratings_read(
	struct running_ratings *r, struct db *db, int64_t tournament, const struct tournament *t)
{
	running_ratings_clear(r);
	return db_bots(
		db, tournament, running_ratings_on_bot, &(struct running_ratings_known){r, t});
}

/* --- recalculation --------------------------------------------------------------------------- */

struct running_ratings_reader {
	struct db *db;
	struct running_ratings ratings;
	int64_t game; /* the game whose seats are being read */
	int seats, rank[DB_SEATS];
	uint64_t bot[DB_SEATS]; /* the first number of the bot's name */
	double points[DB_SEATS];
	double before[DB_SEATS], after[DB_SEATS]; /* as stored */
	int error;
};

/* Rates the collected game; rows that are correct are not written. */
static void running_ratings_store_game(struct running_ratings_reader *r)
{
	double before[DB_SEATS], after[DB_SEATS];
	if (r->seats < 2)
		return;
	unsigned failed = db_failed_together(r->rank, r->points, r->seats);
	running_ratings_game(&r->ratings, r->bot, r->rank, failed, r->seats, before, after);
	for (int i = 0; i < r->seats && r->error == DB_OK; i++)
		if (before[i] != r->before[i] || after[i] != r->after[i])
			r->error = db_rating_set(r->db, r->game, i + 1, before[i], after[i]);
}

/* Reads a row of the query seat-ratings. */
static bool running_ratings_on_seat(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { GAME, SEAT, BOT, RANK, BEFORE, AFTER, POINTS };
	struct running_ratings_reader *r = arg;
	(void)columns, (void)names;
	if (values[GAME].integer != r->game || r->seats == DB_SEATS) {
		running_ratings_store_game(r);
		r->seats = 0;
		r->game = values[GAME].integer;
	}
	r->bot[r->seats] = (uint64_t)values[BOT].integer;
	r->rank[r->seats] = (int)values[RANK].integer;
	r->points[r->seats] = values[POINTS].real;
	r->before[r->seats] = values[BEFORE].real;
	r->after[r->seats] = values[AFTER].real;
	r->seats++;
	return r->error == DB_OK;
}

int running_ratings_recalculate(struct db *db, int64_t tournament)
{
	struct running_ratings_reader r = {.db = db};
	int error = db_read(db, "seat-ratings", &tournament, 1, running_ratings_on_seat, &r);
	if (error == DB_OK && r.error == DB_OK)
		running_ratings_store_game(&r);
	running_ratings_clear(&r.ratings);
	return error != DB_OK ? error : r.error;
}
