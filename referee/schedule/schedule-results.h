/*
 * schedule-results.h - the scores of a tournament's games by their pairings' keys.
 */
#ifndef REFEREE_SCHEDULE_SCHEDULE_RESULTS_H
#define REFEREE_SCHEDULE_SCHEDULE_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash-table.h"
#include "db/db.h"
#include "protocol/verdict.h"
#include "rules/rules.h"

/* The score of a game; arrays are by seat - 1. */
struct score {
	int halves[SEATS_MAX]; /* of a seat beaten: two for each that it beat, one for each tie */
	unsigned away;	       /* the seats whose bots did not take part, a bit each */
	bool skipped;	       /* it is not played, and counts as this score */
	enum verdict fault[SEATS_MAX]; /* how the seat failed; VERDICT_OK: it did not */
	int64_t line; /* which game it was, move for move (game-hash.h); 0: not known */
};

/* A score that rounds up to paired follow from, and later ones do not. */
struct schedule_results_replaced {
	uint64_t key, score;
	int paired;
};

/* A game that ended. */
struct schedule_results_game {
	uint64_t score; /* a byte a seat, see schedule-results.c; not 0 */
	int64_t line;
};

struct schedule_results {
	struct hash_table games;		    /* by their keys */
	struct schedule_results_replaced *replaced; /* owned: in the order in which they were */
	size_t replaced_count;
};

/* Begins without results; frees what it holds. */
void schedule_results_init(struct schedule_results *r);
void schedule_results_clear(struct schedule_results *r);

/* The score of a game whose seats have these points. */
struct score schedule_results_score(const double *points, unsigned away, int seats);

/* The score of a game with these points whose seats ended by verdicts of these names. */
struct score schedule_results_outcome(const struct db_outcome *o);

/* Notes how a seat's game ended, by the verdict's name. */
void schedule_results_verdict(struct score *score, int seat, const char *verdict);

/* Does nothing if the game has a score already. */
void schedule_results_add(struct schedule_results *r, uint64_t key, const struct score *score);

/* False: there is none yet. Seats that the game did not have get 0. */
bool schedule_results_find(const struct schedule_results *r, uint64_t key, struct score *score);

/* Adds a score that was replaced since; those of one game in their order. */
void schedule_results_add_replaced(
	struct schedule_results *r, uint64_t key, int paired, const struct score *score);

/* Finds the score by which this round was paired, or is to be paired. */
bool schedule_results_find_for(
	const struct schedule_results *r, uint64_t key, int round, struct score *score);

#endif
