/*
 * game-queue.h - what is left to be played: the schedule less what is held, each game with its
 * opening. Results come from a database, and from each game when it is finished.
 */
#ifndef REFEREE_DIRECTOR_GAME_QUEUE_H
#define REFEREE_DIRECTOR_GAME_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/base/number-set.h"
#include "referee/director/opening-balance.h"
#include "referee/director/openings.h"
#include "referee/schedule/schedule-iterator.h"

struct job {
	struct pairing pairing;
	struct opening opening;
	int64_t number;		  /* in the order in which they were drawn, from 1 */
	int tries;		  /* times that we failed to play it */
	unsigned benched, absent; /* seats that its order leaves out, a bit each */
};

struct game_queue {
	const struct tournament *t; /* borrowed */
	struct openings openings;
	struct openings_judge judge; /* of a balanced tournament; its even is owned */
	long uneven;		     /* games from openings that are not even, so far */
	struct setup setup;
	struct number_set held; /* pairings that are not to be played again */
	struct schedule_iterator walk;
};

/* False: the openings are wrong, and told. To be cleared only after true. */
bool game_queue_init(
	struct game_queue *a, const struct tournament *t, struct diagnostics *mistakes);
void game_queue_clear(struct game_queue *a);

/* Does it need the results of what was played, or only which games these are? */
bool game_queue_asks(const struct game_queue *a);

/* This pairing was played, and this came of it: what a database calls for each that it has; a is
 * the argument. */
void game_queue_hold(void *a, int64_t pairing);
void game_queue_hold_result(void *a, const struct db_outcome *outcome);

/* A result that was replaced, by its points and the seats whose bots were away, in the order in
 * which they were: rounds up to paired follow from it. */
void game_queue_hold_replaced(
	void *a, int64_t pairing, int paired, const double *points, unsigned away, int seats);

/* How many of the schedule's games are held; before the first game_queue_next(). */
long game_queue_played(struct game_queue *a);

/* The next game; SCHEDULE_WAIT: not before some of those that were given out have a result. */
enum schedule_step game_queue_next(struct game_queue *a, struct job *job);

/* The same in two steps: who plays, and how a game begins whose pairing is there; the same each
 * time. first: it was not looked up before. */
enum schedule_step game_queue_draw(struct game_queue *a, struct pairing *p);
void game_queue_open(struct game_queue *a, struct job *job, bool first);

/* A game was played. */
void game_queue_result(struct game_queue *a, const struct job *job, const struct score *score);

/* A game is not played, since the bots of these seats (a bit each) are benched or away: for the
 * schedule they lost it. */
void game_queue_skip(struct game_queue *a, const struct pairing *p, unsigned benched);

#endif
