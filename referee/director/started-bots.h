/*
 * started-bots.h - tracks which bots ever started: if none can be, the tournament stops.
 */
#ifndef REFEREE_DIRECTOR_STARTED_BOTS_H
#define REFEREE_DIRECTOR_STARTED_BOTS_H

#include <stdbool.h>

#include "db/db.h"
#include "referee/definition/tournament.h"

/* Zeroes: nothing is known. By bot. */
struct started_bots {
	bool started[BOTS_MAX]; /* it has played */
	bool refused[BOTS_MAX]; /* it did not start */
};

/* Records a game of these bots, by seat. True: each of the bots has failed to start, and none ever
 * played. */
bool started_bots_note(struct started_bots *s, int bots, const int *bot, const struct db_game *g);

/* The first seat of the game, from 1, whose bot could not be started; 0: all were started. */
int started_bots_refused(const struct db_game *g);

#endif
