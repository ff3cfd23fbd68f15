/*
 * kalah.h - the pits of kalah, for code that visits very many positions.
 */
#ifndef RULES_KALAH_H
#define RULES_KALAH_H

#include "rules/rules.h"

enum { KALAH_PITS_MOST = 12 };

struct kalah_view {
	int pits;
	const uint8_t *seeds[2]; /* by seat - 1: its pits from its left, then its store; borrowed */
};

/* The parts of a position. */
struct kalah_view kalah_view(const struct setup *s, const struct position *p);

/* The seat with more than half of all seeds in its store; 0: none. */
int kalah_majority(const struct setup *s, const struct position *p);

#endif
