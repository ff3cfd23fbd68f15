/*
 * elimination.h - solves the equations of a Laplacian by elimination, as far as that is cheap.
 *
 * Bots with one opponent left go first, again and again: chains and trees cost nothing. Of the
 * rest, the core, up to ELIMINATION_CORE bots are eliminated with a dense matrix. Then the solution
 * is exact. Of a larger core only the diagonal is taken: then it is a preconditioner. Nothing is
 * ever subtracted (Grassmann, Taksar and Heyman 1985), so long chains keep all their digits.
 */
#ifndef REFEREE_RATING_ELIMINATION_H
#define REFEREE_RATING_ELIMINATION_H

#include "referee/rating/game-graph.h"

enum { ELIMINATION_CORE = 500 };

struct elimination {
	const struct game_graph *graph; /* borrowed */
	bool exact;			/* the core is eliminated too */
	int *order; /* the leaves in the order in which they go, then the core */
	int leaves, core;
	int *next;	 /* by place of a leaf: its last opponent, a bot */
	uint32_t *pair;	 /* by place of a leaf: the pair of the two */
	double *inverse; /* by place: 1 / pivot; 0: a group ends here */
	double *dense;	 /* core * core, above the diagonal; NULL: not exact */
};

void elimination_init(struct elimination *e, const struct game_graph *graph);
void elimination_clear(struct elimination *e);

/* Does the arithmetic for these weights of the pairs. */
void elimination_weigh(struct elimination *e, const double *weight);

/* x = about L^-1 b; exact up to a constant in each group where b sums up to 0 there. */
void elimination_solve(const struct elimination *e, const double *b, double *x);

#endif
