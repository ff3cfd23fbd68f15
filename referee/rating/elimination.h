/*
 * elimination.h - solves the equations of a Laplacian by elimination, and inverts it.
 *
 * Bots with one opponent left go first, again and again: chains and trees cost nothing. The rest is
 * the core, which takes a dense matrix and time with the cube of its size. Nothing is ever
 * subtracted (Grassmann, Taksar and Heyman 1985), so long chains keep all their digits.
 */
#ifndef REFEREE_RATING_ELIMINATION_H
#define REFEREE_RATING_ELIMINATION_H

#include "referee/rating/game-graph.h"

/* A larger core is not eliminated in each step of a fit: of its part only the diagonal is taken,
 * and the solution is a preconditioner. */
enum { ELIMINATION_CORE = 500 };

enum { ELIMINATION_TILE = 64 };

struct elimination_tile {
	double at[ELIMINATION_TILE][ELIMINATION_TILE];
};

struct elimination {
	const struct game_graph *graph; /* borrowed */
	bool exact;			/* the core is eliminated too */
	int *order; /* the leaves in the order in which they go, then the core */
	int leaves, core;
	int *next;	/* by place of a leaf: its last opponent, a bot */
	uint32_t *pair; /* by place of a leaf: the pair of the two */
	double *pivot;	/* by place: 1 / pivot; 0: a group ends here */
	double *dense;	/* core * core, above the diagonal; NULL: not exact */
};

/* Finds an order of elimination for the graph, which is borrowed; frees it. */
void elimination_init(struct elimination *e, const struct game_graph *graph);
void elimination_clear(struct elimination *e);

/* Does the arithmetic for these weights of the pairs. */
void elimination_weigh(struct elimination *e, const double *weight);

/* x = about L^-1 b; exact up to a constant in each group where b sums up to 0 there. */
void elimination_solve(const struct elimination *e, const double *b, double *x);

/* A symmetric matrix by bot. The tiles are those of the rows and columns 0 .., 64 .., on and below
 * the diagonal, row by row. */
struct elimination_inverse {
	int *place, *bot; /* by bot: its row; by row: the bot */
	struct elimination_tile *tile;
};

/* The inverse of L for these weights, with one bot of each group held at 0; 0 for bots of different
 * groups. Exact for a core of any size. 3000 bots take 37 MB. Never NULL. Free it. */
struct elimination_inverse *elimination_invert(const struct elimination *e, const double *weight);
void elimination_inverse_free(struct elimination_inverse *inverse);

/* The place of two bots, in either order. */
static inline double *elimination_at(const struct elimination_inverse *inverse, int one, int other)
{
	enum { SIZE = ELIMINATION_TILE };
	unsigned i = (unsigned)inverse->place[one], j = (unsigned)inverse->place[other];
	unsigned high = i > j ? i : j, low = i > j ? j : i, row = high / SIZE;
	return &inverse->tile[(size_t)row * (row + 1) / 2 + low / SIZE].at[high % SIZE][low % SIZE];
}

#endif
