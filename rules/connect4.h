/*
 * connect4.h - the board of connect4 as bits, for code that visits very many of them.
 */
#ifndef RULES_CONNECT4_H
#define RULES_CONNECT4_H

#include "rules/rules.h"

/* The cell of a column and a row, both from 0, is bit column * (rows + 1) + row; the bit above a
 * column's top cell is always clear. */
struct connect4_view {
	int columns, rows, connect;
	uint64_t stones[2]; /* by seat - 1 */
};

/* The parts of a position. */
struct connect4_view connect4_view(const struct setup *s, const struct position *p);

#endif
