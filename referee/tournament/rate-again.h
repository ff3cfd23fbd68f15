/*
 * rate-again.h - the running ratings of a tournament, counted anew: games have come in between, or
 * some do not count any more.
 */
#ifndef REFEREE_TOURNAMENT_RATE_AGAIN_H
#define REFEREE_TOURNAMENT_RATE_AGAIN_H

#include "db/db.h"

/* In the order of the games' numbers, each name from ELO_START. Inside db_begin(). DB_ errors. */
int rate_again(struct db *db, int64_t tournament);

#endif
