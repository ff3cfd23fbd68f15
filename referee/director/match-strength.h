/*
 * match-strength.h - a tournament of two bots while it is played: what its games say of their
 * strengths.
 *
 * What is stored is read once, and each game that is finished is added. Of a test those pairs count
 * that the schedule counts for it, else all.
 */
#ifndef REFEREE_DIRECTOR_MATCH_STRENGTH_H
#define REFEREE_DIRECTOR_MATCH_STRENGTH_H

#include "referee/rating/strength-estimate.h"
#include "referee/rating/game-pairs.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

struct match_strength {
	struct game_queue *agenda; /* borrowed */
	struct game_pairs pairs;
};

/* The store has been opened. To be cleared in every case. A DB_ error. */
int match_strength_open(
	struct match_strength *m, struct game_queue *agenda, const struct game_store *s);
void match_strength_clear(struct match_strength *m);

/* A game is finished. */
void match_strength_add(struct match_strength *m, const struct result *r);

/* What is known; the first bot of the tournament is the first of the two. False: these are not two
 * bots, or games of more than two seats. */
bool match_strength_estimate(const struct match_strength *m, struct strength_estimate *e);

/* The results that match_strength_estimate() follows from, and the test; *test NULL: there is none.
 */
bool match_strength_tallies(const struct match_strength *m, struct result_counts *games,
	struct result_counts *pairs, const struct sprt **test);

/* About how many games a test still takes, of which so many are played; -1: it is none, or nobody
 * knows. */
long match_strength_left(const struct match_strength *m, long played);

#endif
