/*
 * progress.h - telling people and programs how a tournament goes: a line on a terminal, faults as
 * they happen, or one JSON object a line for each event.
 */
#ifndef REFEREE_TOURNAMENT_PROGRESS_H
#define REFEREE_TOURNAMENT_PROGRESS_H

#include <stdbool.h>

#include "referee/tournament/store.h"
#include "referee/tournament/tournament.h"

struct progress {
	const struct tournament *t; /* borrowed */
	bool line;		    /* on stderr */
	bool faults;		    /* said on stderr */
	bool json;		    /* events on stdout */
	long total, before, done;   /* games: of the tournament, played earlier, played now */
	long faulty;		    /* seats that failed now */
	int *told;		    /* by bot: faults said; owned */
	usec began, drawn;
};

/* What is shown follows from the flags and from where stderr leads. */
void progress_init(struct progress *p, const struct tournament *t, bool json, bool quiet,
	long total, long missing);

/* One game is finished and kept: what a store announces; p is the argument. */
void progress_on_result(void *p, const struct result *r);

/* Takes the line away, says the end event ("done", "interrupted", ...). */
void progress_end(struct progress *p, const char *how);

#endif
