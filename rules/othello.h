/*
 * othello.h - the board of othello as bits, for code that visits very many of them.
 */
#ifndef RULES_OTHELLO_H
#define RULES_OTHELLO_H

#include "rules/rules.h"

/* The set of cells of a board up to 10 x 10: row * size + column from a1, the top left. */
typedef unsigned __int128 othello_cells;

struct othello_view {
	int size;
	othello_cells stones[2]; /* by seat - 1 */
};

/* The parts of a position. */
struct othello_view othello_view(const struct setup *s, const struct position *p);

/* The cells on which a seat could put a disc if it were to move. */
othello_cells othello_mobility(const struct setup *s, const struct position *p, int seat);

/* How many cells are in the set. */
static inline int othello_count(othello_cells cells)
{
	return __builtin_popcountll((uint64_t)cells) +
	       __builtin_popcountll((uint64_t)(cells >> 64));
}

#endif
