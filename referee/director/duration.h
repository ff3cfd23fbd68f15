/*
 * duration.h - about how long games take at most, before any was played: every move takes all of
 * its time, and a game is as long as the longest of some random games.
 */
#ifndef REFEREE_DIRECTOR_DURATION_H
#define REFEREE_DIRECTOR_DURATION_H

#include "referee/tournament/tournament.h"

/* The length of the longest random game in plies; 0: not known, as of a game whose rules are a
 * program, or of random games that do not end. */
int duration_plies(const struct tournament *t, const struct setup *setup);

/* The time that all seats of a game of this length have together; 0: no limit. */
usec duration_game(const struct limits *l, int seats, int plies);

/* "at most about 1:20:00, with 2 at a time" for this many games; false: it is not known. */
enum { DURATION_TEXT = 160 };
bool duration_describe(const struct tournament *t, const struct setup *setup, int64_t games,
	char text[DURATION_TEXT]);

#endif
