/*
 * tree.h - where in the tree a position is, for code that visits very many of them.
 */
#ifndef RULES_TREE_H
#define RULES_TREE_H

#include "rules/rules.h"

struct tree_view {
	int count;	       /* leaves in all */
	const int64_t *leaves; /* in the setup, borrowed */
	int first, last;       /* the leaves below the position: first up to, not including, last */
};

/* The parts of a position. */
struct tree_view tree_view(const struct setup *s, const struct position *p);

#endif
