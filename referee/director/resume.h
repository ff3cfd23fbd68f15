/*
 * resume.h - what a database holds of a tournament: opened to go on with it.
 */
#ifndef REFEREE_DIRECTOR_RESUME_H
#define REFEREE_DIRECTOR_RESUME_H

#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

struct kept {
	struct db *db;
	struct store store;
};

/* What kept_open() returns for a tournament that cannot be played. */
enum { KEPT_REFUSED = -1 };

/*
 * Opens t->db for writing, finds the tournament there or begins it, completes t, and
 * puts all that was played on the agenda as held. Returns a DB_ error: DB_NONE with a line in
 * why when it is there as another tournament, else with db_why(); or KEPT_REFUSED and a sentence in
 * why. To be closed in every case.
 */
int kept_open(struct kept *k, struct tournament *t, struct agenda *agenda,
	const struct store_wish *wish, char why[WHY]);
void kept_close(struct kept *k);

#endif
