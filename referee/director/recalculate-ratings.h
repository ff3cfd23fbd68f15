/*
 * recalculate-ratings.h - the running ratings of a tournament, counted anew: games have come in
 * between, or some do not count any more.
 */
#ifndef REFEREE_DIRECTOR_RECALCULATE_RATINGS_H
#define REFEREE_DIRECTOR_RECALCULATE_RATINGS_H

#include "db/db.h"

/* In the order of the games' numbers, each name from ELO_START. Inside db_begin(). DB_ errors. */
int recalculate_ratings(struct db *db, int64_t tournament);

#endif
