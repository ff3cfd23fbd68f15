/*
 * breakthrough.h - the board of breakthrough as bits, for code that visits very many of them.
 */
#ifndef RULES_BREAKTHROUGH_H
#define RULES_BREAKTHROUGH_H

#include "rules/rules.h"

/* The cell of a column and a row, both from 0, is bit row * columns + column. */
struct breakthrough_view {
	int columns, rows;
	uint64_t left, right; /* the first and the last column */
	uint64_t stones[2];   /* by seat - 1; seat 1 goes up */
};

/* The parts of a position. */
struct breakthrough_view breakthrough_view(const struct setup *s, const struct position *p);

#endif
