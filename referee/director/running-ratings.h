/*
 * running-ratings.h - the running ratings of a tournament: Elo after each game, in order
 * (rating-elo.h).
 */
#ifndef REFEREE_DIRECTOR_RUNNING_RATINGS_H
#define REFEREE_DIRECTOR_RUNNING_RATINGS_H

#include <stdint.h>

#include "base/hash-table.h"
#include "db/db.h"
#include "referee/tournament/tournament.h"

/* Zeroes: no bot has played. */
struct running_ratings {
	struct hash_table elo; /* of numbers of the caller */
};

/* The rating of a bot, ELO_START at first. It lasts until the next call. */
double *running_ratings_of(struct running_ratings *r, uint64_t bot);

/* Rates a game: the bots' ratings before and after it, by seat - 1. failed: as in elo_update(). */
void running_ratings_game(struct running_ratings *r, const uint64_t *bots, const int *ranks,
	unsigned failed, int seats, double *before, double *after);

/* Frees what it holds. */
void running_ratings_clear(struct running_ratings *r);

/* Reads the stored ratings in place of those that it has: of a bot by its index in t plus 1. DB_
 * errors. */
int running_ratings_read(
	struct running_ratings *r, struct db *db, int64_t tournament, const struct tournament *t);

/* Recalculates all stored ratings of a tournament, in the order of the games' numbers. It is needed
 * after games were inserted, or when some no longer count. Call it inside db_begin(). DB_ errors.
 */
int running_ratings_recalculate(struct db *db, int64_t tournament);

#endif
