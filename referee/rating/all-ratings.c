/*
 * all-ratings.c - the list of all models of results.
 */
#include <assert.h>
#include <stddef.h>

#include "referee/rating/rating-fit.h"

extern const struct rating_model rating_bradley_terry, rating_plackett_luce;

const struct rating_model *const all_ratings[] = {
	&rating_bradley_terry,
	&rating_plackett_luce,
	NULL,
};

const struct rating_model *rating_model_find(int seats)
{
	const struct rating_model *const *m = all_ratings;
	while (*m != NULL && (seats < (*m)->least || seats > (*m)->most))
		m++;
	assert(*m != NULL);
	return *m;
}
