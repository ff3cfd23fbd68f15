/*
 * reload.h - bots that come while a tournament runs: its file is read again, and what is new in it
 * is taken over.
 */
#ifndef REFEREE_DIRECTOR_RELOAD_H
#define REFEREE_DIRECTOR_RELOAD_H

#include "referee/definition/tournament.h"

struct reload {
	struct tournament *t; /* that runs; borrowed */

	/* Reads the definition again into fresh, which is cleared in every case. False: it is
	 * wrong, and told. */
	bool (*read)(void *arg, struct tournament *fresh);
	void (*say)(void *arg, const char *line); /* what came of it, for people */
	void *arg;
	int moved; /* bots that retired or came back at the last reading */
};

/* Reads again. Bots that are new stand behind the others of t then, to take part from this round
 * on; those that are gone retire from it on, and those that had retired and are there come back.
 * All else that differs changes nothing. Everything is said. */
void reload_read(struct reload *j, int round);

/* Reads again where no bot may come while it runs: says what differs, and changes nothing. */
void reload_compare(struct reload *j);

#endif
