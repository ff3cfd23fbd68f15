/*
 * gomoku.h - the board of gomoku and tictactoe as bits, for code that visits very many of them.
 */
#ifndef RULES_GOMOKU_H
#define RULES_GOMOKU_H

#include "rules/rules.h"

enum { GOMOKU_MOST = 19, GOMOKU_CELLS = GOMOKU_MOST * GOMOKU_MOST, GOMOKU_WORDS = 6 };

/* Cell row * columns + column, both from 0, is bit cell % 64 of word cell / 64. */
struct gomoku_view {
	int columns, rows;
	int row;		   /* how many in a row win */
	const uint64_t *stones[2]; /* GOMOKU_WORDS each, by seat - 1; in the position, borrowed */
};

/* The parts of a position. */
struct gomoku_view gomoku_view(const struct setup *s, const struct position *p);

/* The stones of a seat at tictactoe: a1 is bit 0, then by rows up to c3, bit 8. */
unsigned tictactoe_stones(const struct position *p, int seat);

#endif
