/*
 * rating-errors.h - how sure a fit is.
 *
 * Rows of the inverse Hessian are solved for one by one while that is cheap. In larger graphs its
 * diagonal is enough: where all bots go out by elimination it is known, else it is estimated. With
 * D the diagonal of the Laplacian D - A and M = D^-1 A, (1 + M + M^2) D^-1 is known and nearly all
 * of it. The diagonal of the rest is the mean of z times (rest z) over vectors z of signs (Bekas,
 * Kokiopoulou and Saad, An estimator for the diagonal of a matrix, 2007), as many as it takes;
 * where few are not enough, some vectors that the rest makes most of are taken out first (Meyer,
 * Musco, Musco and Woodruff, Hutch++, 2021): graphs that hang together by little have such. There
 * errors of two bots are taken to be independent.
 */
#ifndef REFEREE_RATING_RATING_ERRORS_H
#define REFEREE_RATING_RATING_ERRORS_H

#include "referee/rating/rating-model.h"
#include "referee/rating/components.h"

/* What the effects of seats do to the inverse. */
struct rating_effects {
	double *pull; /* effects * bots: strengths by which an effect can be replaced */
	double inverse[RATING_SEATS * RATING_SEATS]; /* of the Hessian: the effects' part */
};

/* From f->here. False: effects cannot be told from strengths. Clear it in both cases. */
bool rating_effects_init(
	struct rating_effects *e, const struct fit *f, const struct components *sets);
void rating_effects_clear(struct rating_effects *e);

/* Takes the mean of each group from x; x may be longer than the bots. */
void rating_centre(const struct components *sets, int bots, double *x);

/* From f->here at f->at: errors, probabilities and ranks of t, whose order and games are there. */
void rating_errors(struct rating_table *t, const struct fit *f, const struct components *sets,
	const struct rating_effects *effects);

#endif
