/*
 * stored-schedule.h - a stored tournament as its schedule sees it: what of the definition its
 * pairings follow from, its bots, and the walk along all results that the database holds.
 */
#ifndef REFEREE_DIRECTOR_STORED_SCHEDULE_H
#define REFEREE_DIRECTOR_STORED_SCHEDULE_H

#include "db/db.h"
#include "referee/schedule/schedule-iterator.h"

struct stored_schedule {
	struct tournament t; /* as far as pairings follow from it */
	struct schedule_iterator walk;
	bool walks; /* its later games follow from results, and can be found again */
};

/* What the database knows of a tournament. */
struct stored_schedule_of {
	int64_t id, seed;
	const char *game, *definition;
	int seats;
};

/*
 * Reads it. *known: there is a schedule for it; what was imported without one has none, and t then
 * holds nothing. To be cleared in every case. A DB_ error.
 */
int stored_schedule_open(
	struct stored_schedule *r, struct db *db, const struct stored_schedule_of *of, bool *known);
void stored_schedule_clear(struct stored_schedule *r);

#endif
