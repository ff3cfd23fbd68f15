/*
 * director-machines.h - which machine plays which game: this one, or one of the director's workers.
 *
 * A machine plays no game with a bot that cannot run there. A worker plays no game with clocks
 * while it is slow, crowded or drained (machine-health.h). This machine can play every game, but
 * leaves games with clocks to others if it is the slow one.
 *
 * The games of a pair go to one machine, so that its speed cancels (worker-pairs). Another machine
 * takes the later ones if the first has gone or may not play them, or if it has not begun them
 * DIRECTOR_MACHINES_PATIENCE after they were drawn.
 *
 * A game that was in play when DIRECTOR_MACHINES_SHARED workers ended is played alone on a worker,
 * so that no other game is lost with it. If DIRECTOR_MACHINES_ALONE more end, it is played here,
 * and counts as any game that this machine cannot play.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_MACHINES_H
#define REFEREE_DIRECTOR_DIRECTOR_MACHINES_H

#include "db/db.h"
#include "referee/director/director.h"

enum { DIRECTOR_MACHINES_SHARED = 3, DIRECTOR_MACHINES_ALONE = 3 };

#define DIRECTOR_MACHINES_PATIENCE (10 * SECOND)

/* Before the director's other work, and after it. */
void director_machines_init(struct director *d);
void director_machines_clear(struct director *d);

/* Is the speed of this machine being measured? The first call in a tournament with workers and
 * clocks begins it, which takes some tenths of a second. */
bool director_machines_measure(struct director *d);

/* Does the tournament have more than this machine? */
bool director_machines_many(const struct director *d);

/* The next game for this arbiter, which has begun. queued_ahead: another game is before it.
 * False: there is none for it now. */
bool director_machines_pick(struct director *d, const struct arbiter_handle *a, bool queued_ahead,
	struct pending_game *game);

/* The game begins on this arbiter. */
void director_machines_begin(
	struct director *d, const struct arbiter_handle *a, const struct pending_game *game);

/* A spot check for this arbiter. False: none waits that it may play. */
bool director_machines_take_check(
	struct director *d, const struct arbiter_handle *a, struct job *job);

/* The games of the worker of this name are wrong: it gets none any more. */
void director_machines_wrong(struct director *d, const char *name, const char *why);

/* The games of machines that are not trusted any more count no more: they are played again, by a
 * schedule that never had them. While nothing can be written that is left for later. */
void director_machines_void(struct director *d);

/* A spot check was played. If a worker's game is wrong, all its games count no more. */
void director_machines_checked(struct director *d, const struct job *job, const struct db_game *g);

/* Looks at the speeds and the health of all machines again, and logs changes. */
void director_machines_look(struct director *d);

/* Delays of a worker; and a game of any machine that was stored. */
void director_machines_delays(
	struct director *d, const struct arbiter_handle *a, const struct latency_histogram *delays);
void director_machines_played(struct director *d, const struct job *job, const struct db_game *g);

/* Is it a worker that gets no games at all? */
bool director_machines_is_drained(const struct director *d, const struct arbiter_handle *a);

/* Is this a game of a worker that is not trusted any more? It was in play when that was found. */
bool director_machines_is_distrusted(const struct director *d, const struct job *job);

/* Did all bots of a worker's game fail to start there? The worker has started each of them before
 * it took games, so the fault is its own, unless a bot could not be started elsewhere either. */
bool director_machines_is_fault(
	const struct director *d, const struct job *job, const struct db_game *g);

/* The worker of this game could not play it: notes it, and keeps the game from it. It counts as a
 * worker that ended. */
void director_machines_failed(struct director *d, struct job *job);

#endif
