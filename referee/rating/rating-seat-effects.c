/*
 * rating-seat-effects.c - what the effects of seats do to the inverse of the Hessian (L B; B' C):
 * their own part of it is (C - B' L^-1 B)^-1.
 */
#include "referee/rating/rating-errors.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

#define EFFECTS_PRECISION 1e-9
#define EFFECTS_MIN	  1e-7 /* of an effect's information that strengths must leave */

void rating_centre(const struct components *sets, int bots, double *x)
{
	double *sum = memory_get(2 * ((size_t)sets->groups + 1), sizeof *sum);
	double *count = sum + sets->groups + 1;
	for (int b = 0; b < bots; b++) {
		sum[sets->group[b]] += x[b];
		count[sets->group[b]]++;
	}
	for (int b = 0; b < bots; b++)
		x[b] -= sum[sets->group[b]] / count[sets->group[b]];
	free(sum);
}

/* The matrix less what strengths can do as well. */
static void effects_left(const struct fit *f, const double *pull, double *left)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	for (size_t e = 0; e < effects; e++)
		for (size_t k = 0; k < effects; k++) {
			double sum = f->here.corner[e * effects + k];
			for (size_t b = 0; b < bots; b++)
				sum -= f->here.border[e * bots + b] * pull[k * bots + b];
			left[e * effects + k] = sum;
		}
}

/* Gauss and Jordan, on a positive matrix; false: a pivot is below its least. */
static bool effects_invert(double *left, const double *corner, size_t count, double *inverse)
{
	for (size_t i = 0; i < count * count; i++)
		inverse[i] = i % (count + 1) == 0;
	for (size_t p = 0; p < count; p++) {
		double pivot = left[p * count + p];
		if (!(pivot > EFFECTS_MIN * corner[p * count + p]))
			return false;
		for (size_t k = 0; k < count; k++) {
			left[p * count + k] /= pivot;
			inverse[p * count + k] /= pivot;
		}
		for (size_t i = 0; i < count; i++) {
			double part = left[i * count + p];
			for (size_t k = 0; k < count && i != p; k++) {
				left[i * count + k] -= part * left[p * count + k];
				inverse[i * count + k] -= part * inverse[p * count + k];
			}
		}
	}
	return true;
}

bool rating_effects_init(
	struct rating_effects *e, const struct fit *f, const struct components *sets)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	double left[RATING_SEATS * RATING_SEATS];
	struct fit plain = *f;
	plain.effects = 0;
	e->pull = memory_get(bots * effects + 1, sizeof *e->pull);
	for (size_t k = 0; k < effects; k++) {
		fit_solve(&plain, f->here.border + k * bots, e->pull + k * bots, EFFECTS_PRECISION);
		rating_centre(sets, (int)bots, e->pull + k * bots);
	}
	effects_left(f, e->pull, left);
	return effects_invert(left, f->here.corner, effects, e->inverse);
}

void rating_effects_clear(struct rating_effects *e)
{
	free(e->pull);
	e->pull = NULL;
}
