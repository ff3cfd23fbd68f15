/*
 * started-bots.h - which bots were ever started: where none can be, going on is of no use.
 */
#ifndef REFEREE_DIRECTOR_STARTED_BOTS_H
#define REFEREE_DIRECTOR_STARTED_BOTS_H

#include <stdbool.h>

#include "db/db.h"
#include "referee/definition/tournament.h"

/* Of zeroes, nothing is known. By bot. */
struct started_bots {
	bool started[BOTS_MAX]; /* it has played */
	bool refused[BOTS_MAX]; /* it did not start */
};

/* A game of these bots, by seat. True: every one of so many bots has failed to start, and none ever
 * played. */
bool started_bots_note(struct started_bots *s, int bots, const int *bot, const struct db_game *g);

/* The first seat of the game, from 1, whose bot could not be started; 0: all were. */
int started_bots_refused(const struct db_game *g);

#endif
