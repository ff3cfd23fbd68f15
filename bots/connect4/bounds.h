/*
 * bounds.h - bounds of a score that hold without a search: who gets which cell if one side follows.
 */
#ifndef BOTS_CONNECT4_BOUNDS_H
#define BOTS_CONNECT4_BOUNDS_H

#include "bots/connect4/board.h"

/* A position as the search sees it: neither side's moves have been looked at, the side to move
 * cannot win at once and has a move that does not lose at once. */
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

/* Whether bounds_narrow() is worth its price: it knows when the first player cannot win, and
 * little about how soon somebody does. Measured: elsewhere it decides one question in a hundred. */
static inline bool bounds_may_decide(int stones, int wanted)
{
	return stones % 2 == 0 ? wanted >= 0 : wanted <= 1;
}

#endif
