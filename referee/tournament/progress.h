/*
 * progress.h - telling people and programs how a tournament goes: a line on a terminal, faults as
 * they happen, or one JSON object a line for each event.
 */
#ifndef REFEREE_TOURNAMENT_PROGRESS_H
#define REFEREE_TOURNAMENT_PROGRESS_H

#include <stdbool.h>

#include "referee/tournament/agenda.h"
#include "referee/tournament/store.h"
#include "referee/tournament/tournament.h"

struct progress {
	const struct agenda *agenda; /* borrowed, as the next */
	const struct tournament *t;
	bool line;		  /* on stderr */
	bool faults;		  /* said on stderr */
	bool json;		  /* events on stdout */
	long total, before, done; /* games: of the tournament, played earlier, played now; total -1:
				     nobody knows yet */
	long faulty;		  /* seats that failed now */
	int *told;		  /* by bot: faults said; owned */
	usec began, drawn;
};

/* Says that a tournament goes on. What is shown follows from the flags and from where stderr
 * leads. The agenda has all that is held. */
void progress_init(struct progress *p, const struct agenda *agenda, bool json, bool quiet);

/* One game is finished and kept: what a store announces; p is the argument. */
void progress_on_result(void *p, const struct result *r);

/* Takes the line away, says the end event ("done", "interrupted", ...) and, when all is played,
 * what came of it. */
void progress_end(struct progress *p, const char *how, bool done);

#endif
