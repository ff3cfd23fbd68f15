/*
 * telling.h - what a process that plays tells of one game, taken in line by line until the game is
 * over.
 */
#ifndef REFEREE_TOURNAMENT_TELLING_H
#define REFEREE_TOURNAMENT_TELLING_H

#include <stdbool.h>

#include "referee/tournament/agenda.h"
#include "referee/tournament/gather.h"
#include "referee/tournament/wire-log.h"

struct telling_calls {
	/* It was played. g lacks what the job says; g and w last until this returns. */
	void (*played)(void *owner, const struct job *job, struct db_game *g, struct wire_log *w);
	/* A line of its record, as it comes; NULL: nobody wants to know. */
	void (*heard)(void *owner, const struct job *job, const char *line);
	/* We could not play it. why NULL: its process has ended, which is said for all that it
	 * played. */
	void (*voided)(void *owner, const struct job *job, const char *why);
};

/* Of zeroes, nothing was told. */
struct telling {
	struct gather gather;
	struct wire_log wire;
};

/* A line (cut up in place) about this game; job NULL: none, and nothing is begun or ended. True: it
 * is over, which was told. */
bool telling_take(struct telling *t, const struct telling_calls *calls, void *owner,
	const struct job *job, char *line);

/* Forgets all. */
void telling_clear(struct telling *t);

#endif
