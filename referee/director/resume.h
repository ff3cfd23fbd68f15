/*
 * resume.h - what a database holds of a tournament: opened to go on with it.
 */
#ifndef REFEREE_DIRECTOR_RESUME_H
#define REFEREE_DIRECTOR_RESUME_H

#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

struct resume {
	struct db *db;
	struct game_store store;
};

/* What resume_open() returns for a tournament that cannot be played. */
enum { RESUME_REFUSED = -1 };

/*
 * Opens t->db for writing, finds the tournament there or begins it, completes t, and
 * puts all that was played on the agenda as held. Returns a DB_ error: DB_NONE with a line in
 * why when it is there as another tournament, else with db_why(); or RESUME_REFUSED and a sentence
 * in why. To be closed in every case.
 */
int resume_open(struct resume *k, struct tournament *t, struct game_queue *agenda,
	const struct game_store_wish *wish, char why[WHY]);
void resume_close(struct resume *k);

#endif
