/*
 * resume.h - opens a tournament's database to start or continue the tournament.
 */
#ifndef REFEREE_DIRECTOR_RESUME_H
#define REFEREE_DIRECTOR_RESUME_H

#include "base/error.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

/* The return value of resume_open() for a tournament that cannot be played. */
enum { RESUME_REFUSED = -1 };

/*
 * Opens t->db for writing, finds the tournament or creates it, completes t, and marks all played
 * games in the queue as held.
 *
 * Returns a DB_ error with db_error_text(). DB_NONE, with a line in err: the database holds it as another
 * tournament. RESUME_REFUSED has a sentence in err. Close s in every case.
 */
int resume_open(struct game_store *s, struct tournament *t, struct game_queue *queue,
	const struct game_store_options *options, struct error *err);

/* Closes the store and its database. */
void resume_close(struct game_store *s);

#endif
