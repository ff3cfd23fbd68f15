/*
 * bounds.h - bounds of a score that hold without a search: the cells that a following side gets.
 */
#ifndef BOTS_CONNECT4_BOUNDS_H
#define BOTS_CONNECT4_BOUNDS_H

#include "bots/connect4/board.h"

/* A position from the search, before it tries moves. The side to move cannot win at once, and has
 * a move that does not lose at once. */
struct bounds_view {
	uint64_t own, other;	       /* stones of the side to move, and of the other */
	uint64_t own_wins, other_wins; /* empty cells that complete a four for them */
	int stones;
};

/*
 * Narrows low..high, bounds of the score for the side to move, where that can decide whether the
 * score is at least wanted; leaves them else.
 */
void bounds_narrow(const struct bounds_view *v, int wanted, int *low, int *high);

/* Is bounds_narrow() worth its cost? It finds positions that the first player cannot win, but
 * little about the length of a win. Measured: elsewhere it decides one question in a hundred. */
static inline bool bounds_may_decide(int stones, int wanted)
{
	return stones % 2 == 0 ? wanted >= 0 : wanted <= 1;
}

#endif
