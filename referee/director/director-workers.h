/*
 * director-workers.h - the director's workers on other machines: those that a command starts, and
 * those that come through a broker. Each has an arbiter handle among the director's.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_WORKERS_H
#define REFEREE_DIRECTOR_DIRECTOR_WORKERS_H

#include "referee/director/director.h"

/* Starts the commands whose workers are missing, each when it is due. */
void director_workers_start(struct director *d);

/* Opens the connection to the broker, if there is one, with the present configuration. Workers that
 * play for the configuration before end their games. False: d->err. */
bool director_workers_open(struct director *d);

/* Calls of a worker's handle: arbiter_handle_calls. */
void director_workers_linked(
	void *owner, struct arbiter_handle *a, const struct worker_facts *facts);
void director_workers_measured(void *owner, struct arbiter_handle *a);
void director_workers_cannot(void *owner, struct arbiter_handle *a, int bot, const char *why);

/* Notes the machine of a game, before it is stored. Its clock may be wrong, and so may be what the
 * arbiter says: the game ends now, by ours, and did not begin before it was requested. */
void director_workers_mark(const struct director *d, const struct job *job, struct db_game *g);

/* A game was played, here or on a worker. */
void director_workers_played(struct director *d, const struct job *job, const struct db_game *g);

/* Ends workers that have a game for far longer than games last. */
void director_workers_watch(struct director *d);

/* A worker broke the rules: it may not come back for a while. Called before its connection ends, so
 * that the broker's side knows why it ends. */
void director_workers_wrong(void *owner, const struct arbiter_handle *a);

/* A worker has ended unexpectedly: its command is started again later. lost: its games in play. */
void director_workers_died(struct director *d, const struct arbiter_handle *a, int lost);

/* The handle of a worker ends. */
void director_workers_gone(struct director *d, const struct arbiter_handle *a);

#endif
