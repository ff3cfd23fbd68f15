/*
 * resume.h - opens a tournament's database to start or continue the tournament.
 */
#ifndef REFEREE_DIRECTOR_RESUME_H
#define REFEREE_DIRECTOR_RESUME_H

#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

struct resume {
	struct db *db;
	struct game_store store;
};

/* The return value of resume_open() for a tournament that cannot be played. */
enum { RESUME_REFUSED = -1 };

/*
 * Opens t->db for writing, finds the tournament or creates it, completes t, and marks all played
 * games in the queue as held.
 *
 * Returns a DB_ error with db_why(). DB_NONE, with a line in why: the database holds it as another
 * tournament. RESUME_REFUSED has a sentence in why. Close k in every case.
 */
int resume_open(struct resume *k, struct tournament *t, struct game_queue *agenda,
	const struct game_store_wish *wish, char why[WHY]);
void resume_close(struct resume *k);

#endif
