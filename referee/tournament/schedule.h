/*
 * schedule.h - which games a tournament consists of, and in which order.
 *
 * A schedule is a pure function of the tournament's definition: asked again, it says the same. It
 * holds nothing, so that a hundred thousand games need no more room than one. The list of all
 * schedules is all-schedules.c.
 */
#ifndef REFEREE_TOURNAMENT_SCHEDULE_H
#define REFEREE_TOURNAMENT_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/tournament/tournament.h"

/* Bots put to seats for one game to be played. */
struct pairing {
	int round; /* from 1 */
	int seats;
	int bot[SEATS_MAX]; /* by seat - 1: an index into the tournament's bots */
	uint64_t key;	    /* names the game in the database: from the round and the bots' names in
			       seat order, so it stays when bots are added or change their order */
	uint64_t seed;	    /* of the game and its opening: from the tournament's, the same for
			       all seat orders of these bots, so that both sides get the same */
	uint64_t opening_index; /* shared like the seed, and one more in every round: counts through
				   a list of openings, from a place that the bots' names choose */
};

struct schedule {
	const char *name;
	const char *help; /* one line */
	bool fills;	  /* a bot may sit in several seats of a game: two bots are enough */

	/* How many games; -1: more than 64 bits can count. */
	int64_t (*count)(const struct tournament *t);

	/* Game number at, from 0; false: there is none. */
	bool (*next)(const struct tournament *t, int64_t at, struct pairing *p);
};

/* all-schedules.c: every schedule, ended by NULL, and the one of this name or NULL. */
extern const struct schedule *const all_schedules[];
const struct schedule *schedule_find(const char *name);

/* Of a tournament that is checked: how many games it has. */
int64_t schedule_count(const struct tournament *t);

/* Its game number *at, which is moved on; start with 0. False: that was all. */
bool schedule_next(const struct tournament *t, int64_t *at, struct pairing *p);

/* The fewest bots that it can do with. */
int schedule_bots_least(const struct tournament *t);

/* The most seats of a game that one bot can have. */
int schedule_bots_seats(const struct tournament *t);

/* What the list shares: fills in the key and the seeds of a pairing whose round, seats and bots are
 * set; of the bots' names in their order the key that stands in the tournament; pair number at,
 * from 0, of all pairs of bots. */
void schedule_seal(const struct tournament *t, struct pairing *p);
uint64_t schedule_bots_key(const struct tournament *t);
void schedule_pair(int bots, int64_t at, int pair[2]);

#endif
