/*
 * match-strength.h - estimates the strengths of two bots from their games. It reads stored games as
 * rows of the query meetings, or follows a tournament of two bots while it runs.
 *
 * Such a tournament reads its stored games once, then each finished game is added. In a test the
 * pairs count that the schedule counts, otherwise all.
 */
#ifndef REFEREE_DIRECTOR_MATCH_STRENGTH_H
#define REFEREE_DIRECTOR_MATCH_STRENGTH_H

#include "referee/rating/strength.h"
#include "referee/rating/game-pairs.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

/* The result of a row of the query meetings for the first of the two bots: GAME_PAIRS_WON ... */
int match_strength_result(struct db_query *meeting);

/* Adds a row of a game with two seats. */
void match_strength_pair(struct game_pairs *pairs, struct db_query *meeting);

struct match_strength {
	struct game_queue *queue; /* borrowed */
	struct game_pairs pairs;
};

/* Call it after the store has been opened. Clear m in every case. A DB_ error. */
int match_strength_open(
	struct match_strength *m, struct game_queue *queue, const struct game_store *s);
void match_strength_clear(struct match_strength *m);

/* Adds a finished game. */
void match_strength_add(struct match_strength *m, const struct result *r);

/* The estimate so far, from the view of the tournament's first bot. False: the tournament does not
 * have two bots, or its games have more than two seats. */
bool match_strength_estimate(const struct match_strength *m, struct strength_estimate *e);

/* The counts behind match_strength_estimate(), and the test; *test NULL: there is none. */
bool match_strength_counts(const struct match_strength *m, struct result_counts *games,
	struct result_counts *pairs, const struct sprt **test);

/* The expected number of further games in a test after those played; -1: it is no test, or the
 * number is unknown. */
long match_strength_left(const struct match_strength *m, long played);

#endif
