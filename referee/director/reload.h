/*
 * reload.h - reads a running tournament's file again, and takes over its new bots.
 */
#ifndef REFEREE_DIRECTOR_RELOAD_H
#define REFEREE_DIRECTOR_RELOAD_H

#include "referee/tournament/tournament.h"

struct reload {
	struct tournament *t; /* the running tournament; borrowed */

	/* Reads the definition again into fresh, which is cleared in every case. False: it is
	 * wrong, and each mistake was reported. */
	bool (*read)(void *arg, struct tournament *fresh);
	void (*report)(void *arg, const char *line); /* a message for people */
	void *arg;
	int moved; /* bots that retired or returned in the last reload */
};

/* Reads again. New bots are appended to t and take part from this round. Missing bots retire from
 * this round, and retired bots that are present return. No other difference has an effect. Every
 * difference is reported. */
void reload_read(struct reload *reload, int round);

/* Retires a bot that is missing in the file from this round on; lets a retired bot return that is
 * there. Returns a line for people, which the caller frees; NULL: nothing changed. */
char *reload_retire_bot(struct bot *bot, bool missing, int round);

/* Reads again in a tournament that no bot may join: reports the differences, changes nothing. */
void reload_compare(struct reload *reload);

#endif
