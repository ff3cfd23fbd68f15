/*
 * director.h - the running of a tournament: who plays next, on which arbiter, and what became of
 * it. The schedule less what the database holds, until nothing is left or somebody stops it.
 */
#ifndef REFEREE_TOURNAMENT_DIRECTOR_H
#define REFEREE_TOURNAMENT_DIRECTOR_H

#include <stddef.h>

#include "referee/tournament/agenda.h"
#include "referee/tournament/joining.h"
#include "referee/tournament/store.h"

enum director_end {
	DIRECTOR_DONE,
	DIRECTOR_INTERRUPTED, /* by a signal: *signal says which */
	DIRECTOR_NO_BOT,      /* none of the bots can be started */
	DIRECTOR_DATABASE,    /* the database failed: db_why() */
	DIRECTOR_BROKEN	      /* our own fault: why says what */
};

/* What a run is given besides its tournament. */
struct director_terms {
	const char *log_wire;	 /* a folder for the conversations, or NULL */
	struct joining *joining; /* borrowed: what SIGHUP asks for, where bots may join */
};

/* Plays what is on the agenda. */
enum director_end director_run(struct agenda *agenda, struct store *store,
	const struct director_terms *terms, int *signal, char *why, size_t room);

#endif
