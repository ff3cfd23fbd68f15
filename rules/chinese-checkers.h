/*
 * chinese-checkers.h - pegs on the star, for code that visits very many positions.
 */
#ifndef RULES_CHINESE_CHECKERS_H
#define RULES_CHINESE_CHECKERS_H

#include "rules/rules.h"
#include "rules/star.h"

/* Arrays are by seat - 1. Pointers lead into the setup and the position. */
struct checkers_view {
	const struct star *star;
	const uint8_t *points;	    /* the point where each seat starts; it goes to (k + 3) % 6 */
	const uint64_t (*goals)[2]; /* the cells of the point each seat goes to */
	const uint64_t (*pegs)[2];  /* each seat's cells */
	const uint64_t *taken;	    /* all seats' places, STAR_WORDS words */
	const uint16_t *steps;	    /* from home, summed over the seat's pegs: 0 when home */
	unsigned home, out;	    /* bit seat - 1 is set: came home, gave up */
	int to_move;		    /* whose turn it is, or would be */
	uint32_t number;	    /* of the full move */
};

/* The parts of a position. */
struct checkers_view checkers_view(const struct setup *s, const struct position *p);

/* For at least this many plies no seat comes home in a shared point, and max-plies is not reached.
 */
int checkers_calm(const struct setup *s, const struct position *p);

/* A move's cells; the same cell twice is a pass. */
static inline int checkers_from(move m)
{
	return (int)(m >> 8);
}

/* The hole to which a move goes. */
static inline int checkers_to(move m)
{
	return (int)(m & 255);
}

#endif
