/*
 * recalculate-ratings.h - recalculates the running ratings of a tournament. It is needed after
 * games were inserted, or when some no longer count.
 */
#ifndef REFEREE_DIRECTOR_RECALCULATE_RATINGS_H
#define REFEREE_DIRECTOR_RECALCULATE_RATINGS_H

#include "db/db.h"

/* Counts in the order of the games' numbers; each name starts at ELO_START. Call it inside
 * db_begin(). DB_ errors. */
int recalculate_ratings(struct db *db, int64_t tournament);

#endif
