/*
 * nim.h - the heaps of nim, for code that visits very many of them.
 */
#ifndef RULES_NIM_H
#define RULES_NIM_H

#include "rules/rules.h"

struct nim_view {
	int count;	       /* heaps */
	int take;	       /* the most a move takes; 0: any number */
	bool misere;	       /* the seat that takes the last token loses */
	const uint16_t *heaps; /* in the position, borrowed */
};

/* The parts of a position. */
struct nim_view nim_view(const struct setup *s, const struct position *p);

#endif
