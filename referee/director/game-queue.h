/*
 * game-queue.h - the games still to be played: the schedule without the held games, each with its
 * opening. Results come from the database, and from each game when it ends.
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
	int64_t number;		  /* in drawing order, from 1 */
	int tries;		  /* failed attempts of ours to play it */
	unsigned benched, absent; /* seats that its request leaves out, one bit each */
};

struct game_queue {
	const struct tournament *t; /* borrowed */
	struct openings openings;
	struct openings_judge
		judge; /* of a tournament with balanced openings; its opening_balance is owned */
	long uneven;   /* games from uneven openings, so far */
	struct setup setup;
	struct number_set held; /* pairings that must not be played again */
	struct schedule_iterator walk;
};

/* False: the openings are wrong, and each mistake was reported. Clear it only after true. */
bool game_queue_init(
	struct game_queue *a, const struct tournament *t, struct diagnostics *mistakes);
void game_queue_clear(struct game_queue *a);

/* Does it need the results of played games, or only their pairings? */
bool game_queue_asks(const struct game_queue *a);

/* The database calls these for each played pairing, with its result where needed; a is the
 * argument. */
void game_queue_hold(void *a, int64_t pairing);
void game_queue_hold_result(void *a, const struct db_outcome *outcome);

/* A replaced result: its points and the seats whose bots were absent, in their original order.
 * Rounds up to paired follow from it. */
void game_queue_hold_replaced(
	void *a, int64_t pairing, int paired, const double *points, unsigned away, int seats);

/* The number of the schedule's games that are held. Call it before the first game_queue_next(). */
long game_queue_played(struct game_queue *a);

/* The next game. SCHEDULE_WAIT: it depends on the results of games that were given out. */
enum schedule_step game_queue_next(struct game_queue *a, struct job *job);

/* The same in two steps: the pairing, then the opening of a known pairing, which is always the
 * same. first: this pairing is opened for the first time. */
enum schedule_step game_queue_draw(struct game_queue *a, struct pairing *p);
void game_queue_open(struct game_queue *a, struct job *job, bool first);

/* A game was played. */
void game_queue_result(struct game_queue *a, const struct job *job, const struct score *score);

/* A game is not played because the bots of these seats (one bit each) are benched or absent. For
 * the schedule they lost it. */
void game_queue_skip(struct game_queue *a, const struct pairing *p, unsigned benched);

#endif
