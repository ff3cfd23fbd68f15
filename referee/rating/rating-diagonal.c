/*
 * rating-diagonal.c - the diagonal of the inverse of a large Laplacian, estimated as
 * rating-errors.h says.
 */
#include "referee/rating/rating-diagonal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/rating/rating-errors.h"

enum { DIAGONAL_LEAST = 4, DIAGONAL_MOST = 256 };

#define DIAGONAL_WITHIN	   0.005 /* of an error */
#define DIAGONAL_PRECISION 1e-4

struct diagonal {
	const struct fit *f;
	const struct rating_sets *sets;
	size_t bots;
	double *degree;
	double *signs, *solved, *known, *room; /* vectors */
	double *sum, *squares;		       /* of the estimates, by bot */
	uint64_t seed;
};

/* splitmix64 (Steele, Lea and Flood 2014) */
static uint64_t diagonal_random(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* y = D^-1 A x */
static void diagonal_step(const struct diagonal *d, const double *x, double *y)
{
	meetings_times(&d->f->meetings, d->f->here.weight, x, y);
	for (size_t b = 0; b < d->bots; b++)
		y[b] = d->degree[b] > 0 ? x[b] - y[b] / d->degree[b] : 0;
}

/* known = (1 + M + M^2) D^-1 x */
static void diagonal_known(struct diagonal *d, const double *x)
{
	for (size_t b = 0; b < d->bots; b++)
		d->known[b] = d->degree[b] > 0 ? x[b] / d->degree[b] : 0;
	diagonal_step(d, d->known, d->room);
	for (size_t b = 0; b < d->bots; b++)
		d->known[b] += d->room[b];
	diagonal_step(d, d->room, d->solved);
	for (size_t b = 0; b < d->bots; b++)
		d->known[b] += d->solved[b];
}

/* From a matrix's diagonal and the sums of its rows: the diagonal against the means of groups. */
static void diagonal_centre(const struct diagonal *d, const double *rows, double *diagonal)
{
	double *size = memory_get(2 * ((size_t)d->sets->groups + 1), sizeof *size);
	double *all = size + d->sets->groups + 1;
	for (size_t b = 0; b < d->bots; b++) {
		size[d->sets->group[b]]++;
		all[d->sets->group[b]] += rows[b];
	}
	for (size_t b = 0; b < d->bots; b++) {
		double n = size[d->sets->group[b]];
		diagonal[b] += all[d->sets->group[b]] / n / n - 2 * rows[b] / n;
	}
	free(size);
}

/* Where all bots go out it is known. */
static void diagonal_exact(struct diagonal *d, double *diagonal)
{
	for (size_t b = 0; b < d->bots; b++)
		d->signs[b] = 1;
	elimination_diagonal(&d->f->elimination, diagonal);
	elimination_solve(&d->f->elimination, d->signs, d->solved);
	diagonal_centre(d, d->solved, diagonal);
}

/* The diagonal of what is known, against the means of groups. */
static void diagonal_begin(struct diagonal *d, double *diagonal)
{
	const struct meetings *m = &d->f->meetings;
	for (size_t b = 0; b < d->bots; b++) {
		diagonal[b] = d->degree[b] > 0 ? 1 / d->degree[b] : 0;
		d->signs[b] = 1;
	}
	for (int a = 0; a < m->bots; a++)
		for (size_t p = m->start[a]; p < m->start[a + 1]; p++) {
			int b = m->other[p];
			double w = d->f->here.weight[p], both = d->degree[a] * d->degree[b];
			diagonal[a] += both > 0 ? w * w / both / d->degree[a] : 0;
			diagonal[b] += both > 0 ? w * w / both / d->degree[b] : 0;
		}
	diagonal_known(d, d->signs);
	diagonal_centre(d, d->known, diagonal);
}

/* One more vector of signs. */
static void diagonal_try(struct diagonal *d)
{
	int bots = (int)d->bots;
	for (size_t b = 0; b < d->bots; b++)
		d->room[b] = d->signs[b] = diagonal_random(&d->seed) >> 63 ? 1 : -1;
	double *centred = memory_get(d->bots, sizeof *centred);
	memcpy(centred, d->signs, d->bots * sizeof *centred);
	rating_centre(d->sets, bots, centred);
	diagonal_known(d, centred);
	fit_solve(d->f, centred, d->solved, DIAGONAL_PRECISION);
	for (size_t b = 0; b < d->bots; b++)
		d->solved[b] -= d->known[b];
	rating_centre(d->sets, bots, d->solved);
	for (size_t b = 0; b < d->bots; b++) {
		double found = d->signs[b] * d->solved[b];
		d->sum[b] += found;
		d->squares[b] += found * found;
	}
	free(centred);
}

/* The mean, over bots, of how far the root of what was found may be off, as a part of it. */
static double diagonal_within(const struct diagonal *d, const double *diagonal, int tries)
{
	double sum = 0, count = 0;
	for (size_t b = 0; b < d->bots; b++) {
		double mean = d->sum[b] / tries;
		double spread = fmax(0, d->squares[b] / tries - mean * mean) / (tries - 1);
		if (diagonal[b] + mean > 0) {
			sum += sqrt(spread) / (diagonal[b] + mean) / 2;
			count++;
		}
	}
	return count > 0 ? sum / count : 0;
}

static double diagonal_estimate(struct diagonal *d, double *diagonal)
{
	double within = 0;
	int tries = 0;
	diagonal_begin(d, diagonal);
	while (tries < DIAGONAL_LEAST || (tries < DIAGONAL_MOST && within > DIAGONAL_WITHIN)) {
		diagonal_try(d);
		if (++tries >= DIAGONAL_LEAST)
			within = diagonal_within(d, diagonal, tries);
	}
	for (size_t b = 0; b < d->bots; b++) {
		double found = diagonal[b] + d->sum[b] / tries;
		diagonal[b] = found > 0 ? found : fmax(diagonal[b], 0);
	}
	return within;
}

double rating_diagonal(const struct fit *f, const struct rating_sets *sets, double *diagonal)
{
	size_t bots = (size_t)f->games->bots;
	double *room = memory_get(7 * bots + 1, sizeof *room), within = 0;
	struct diagonal d = {f, sets, bots, room, room + bots, room + 2 * bots, room + 3 * bots,
		room + 4 * bots, room + 5 * bots, room + 6 * bots, 1};
	meetings_degrees(&f->meetings, f->here.weight, d.degree);
	if (f->elimination.exact)
		diagonal_exact(&d, diagonal);
	else
		within = diagonal_estimate(&d, diagonal);
	free(room);
	return within;
}
