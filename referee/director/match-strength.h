/*
 * match-strength.h - what the games of two bots say of their strengths: a stored game as a row of
 * the query meetings, and a tournament of two bots while it is played.
 *
 * Such a tournament reads its stored games once, then each game that finishes is added. Of a test
 * the pairs count that the schedule counts, else all.
 */
#ifndef REFEREE_DIRECTOR_MATCH_STRENGTH_H
#define REFEREE_DIRECTOR_MATCH_STRENGTH_H

#include "referee/rating/strength-estimate.h"
#include "referee/rating/game-pairs.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

/* The columns of the query meetings. */
enum {
	MEETING_ROUND,
	MEETING_SEED,
	MEETING_OPENING,
	MEETING_GAME,
	MEETING_SEAT,
	MEETING_SEAT_2,
	MEETING_RANK,
	MEETING_RANK_2,
	MEETING_BOT,
	MEETING_BOT_2,
	MEETING_VERDICT,
	MEETING_VERDICT_2,
	MEETING_LINE,
	MEETING_TOGETHER /* both failed: the game says nothing of their strengths */
};

/* What came of a row of it for the first of the two bots: GAME_PAIRS_WON ... */
int match_strength_result(const struct db_value *meeting);

/* Adds a row of it, of a game with two seats. */
void match_strength_pair(struct game_pairs *pairs, const struct db_value *meeting);

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

/* The estimate so far; the first bot of the tournament is the first of the two. False: these are
 * not two bots, or games of more than two seats. */
bool match_strength_estimate(const struct match_strength *m, struct strength_estimate *e);

/* The results that match_strength_estimate() follows from, and the test; *test NULL: there is none.
 */
bool match_strength_counts(const struct match_strength *m, struct result_counts *games,
	struct result_counts *pairs, const struct sprt **test);

/* About how many games a test still takes after those played; -1: it is no test, or not known. */
long match_strength_left(const struct match_strength *m, long played);

#endif
