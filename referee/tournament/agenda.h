/*
 * agenda.h - what is left to be played: the schedule less what is held, each game with its opening.
 */
#ifndef REFEREE_TOURNAMENT_AGENDA_H
#define REFEREE_TOURNAMENT_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/ground/set.h"
#include "referee/tournament/even.h"
#include "referee/tournament/openings.h"
#include "referee/tournament/schedule.h"

struct job {
	struct pairing pairing;
	struct opening opening;
	int tries; /* times that we failed to play it */
};

struct agenda {
	const struct tournament *t; /* borrowed */
	struct openings openings;
	struct openings_judge judge; /* of a balanced tournament; its even is owned */
	long uneven;		     /* games from openings that are not even, so far */
	struct setup setup;
	struct set held;   /* pairings that are not to be played again */
	int64_t at;	   /* of the schedule */
	struct job *again; /* owned: put back, to be played first */
	int again_count, again_room;
};

/* False: the openings are wrong, and told. To be cleared only after true. */
bool agenda_init(struct agenda *a, const struct tournament *t, struct mistakes *mistakes);
void agenda_clear(struct agenda *a);

/* This pairing was played: what a database calls for each that it has; a is the argument. */
void agenda_hold(void *a, int64_t pairing);

/* How many games are left from the schedule's start; before the first agenda_next(). */
long agenda_count(const struct agenda *a);

/* The next game; false: nothing is left. */
bool agenda_next(struct agenda *a, struct job *job);

/* The game is to be played after all, before all others. */
void agenda_put_back(struct agenda *a, const struct job *job);

#endif
