/*
 * stored-schedule.h - rebuilds the schedule of a stored tournament: the settings behind its
 * pairings, its bots, and an iterator over all stored results.
 */
#ifndef REFEREE_DIRECTOR_STORED_SCHEDULE_H
#define REFEREE_DIRECTOR_STORED_SCHEDULE_H

#include "db/db.h"
#include "referee/schedule/schedule.h"

struct stored_schedule {
	struct tournament t; /* only the fields that pairings depend on */
	struct schedule_iterator iterator;
	bool recomputed; /* its later pairings depend on results, and can be recomputed */
};

/* The database's row of a tournament. */
struct stored_schedule_of {
	int64_t id, seed;
	const char *game, *definition;
	int seats;
};

/*
 * Reads the tournament. *known: it has a schedule. An imported tournament may have none; then t is
 * empty. Clear stored in every case. A DB_ error.
 */
int stored_schedule_open(struct stored_schedule *stored, struct db *db,
	const struct stored_schedule_of *of, bool *known);
void stored_schedule_clear(struct stored_schedule *stored);

/* Sets the rounds in which bots of the tournament, of this row, retired. A DB_ error. */
int stored_schedule_retirements(struct tournament *t, struct db *db, int64_t tournament);

#endif
