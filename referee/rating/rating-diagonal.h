/*
 * rating-diagonal.h - the diagonal of the inverse of a large Laplacian, estimated.
 */
#ifndef REFEREE_RATING_RATING_DIAGONAL_H
#define REFEREE_RATING_RATING_DIAGONAL_H

#include "referee/rating/rating-model.h"
#include "referee/rating/components.h"

/*
 * By bot, against the mean of its group, from f->here without effects. Returns to what part of
 * their roots they are right, in the mean, as far as the spread of the estimates says. The signs
 * are drawn from a fixed seed: the same results have the same errors.
 */
double rating_diagonal(const struct fit *f, const struct components *sets, double *diagonal);

#endif
