/*
 * elimination.h - a Laplacian's equations solved by elimination, bot by bot, as far as that is
 * cheap.
 *
 * Bots go out in order of their degree (minimum degree: Tinney and Walker 1967), so chains and
 * trees cost nothing and are solved exactly. A graph that would fill up beyond ELIMINATION_COST is
 * eliminated only where a bot has few neighbours, and of the rest the diagonal is taken: then it is
 * no solution but a preconditioner. Nothing is ever subtracted (Grassmann, Taksar and Heyman 1985),
 * so chains of thousands keep all their digits.
 */
#ifndef REFEREE_RATING_ELIMINATION_H
#define REFEREE_RATING_ELIMINATION_H

#include "referee/rating/game-graph.h"

#define ELIMINATION_COST 5e7 /* multiplications */

struct elimination {
	const struct game_graph *meetings; /* borrowed */
	const struct neighbours *near;	   /* borrowed */
	bool exact;			   /* all bots go out */
	int count;			   /* bots that go out */
	int *order;			   /* bots, as they go out, then the rest */
	int *place;			   /* by bot: where it stands in the order */
	size_t *start;			   /* by place; count + 1 */
	int *later;	 /* places of who is tied to it when it goes out, ascending */
	double *weight;	 /* by how much */
	double *inverse; /* by place: 1 / the sum of its weights; of the rest 1 / the diagonal; or 0
			  */
};

void elimination_init(
	struct elimination *e, const struct game_graph *m, const struct neighbours *near);
void elimination_clear(struct elimination *e);

/* Does the arithmetic for these weights of the pairs. */
void elimination_weigh(struct elimination *e, const double *weight);

/* x = about L^-1 b; exact up to a constant in each group where b sums up to 0 there. */
void elimination_solve(const struct elimination *e, const double *b, double *x);

/* The diagonal of the inverse that elimination_solve() multiplies with, where it is exact: from the
 * last bot backwards, only those parts of the inverse that the elimination touched (Takahashi,
 * Fagan and Chen 1973). By bot. */
void elimination_diagonal(const struct elimination *e, double *diagonal);

#endif
