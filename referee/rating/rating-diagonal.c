/*
 * rating-diagonal.c - the diagonal of the inverse of a large Laplacian, estimated as
 * rating-errors.h says.
 */
#include "referee/rating/rating-diagonal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-errors.h"

enum { DIAGONAL_MIN = 4, DIAGONAL_MAX = 200, DIAGONAL_LOW = 12 };

#define DIAGONAL_WITHIN 0.005 /* of an error */
#define DIAGONAL_COARSE 1e-4
#define DIAGONAL_FINE	1e-6

struct diagonal {
	const struct fit *f;
	const struct components *sets;
	size_t bots;
	double *degree;
	double *signs, *solved, *known, *room; /* vectors */
	double *sum, *squares;		       /* of the estimates, by bot */
	uint64_t seed;
	double *low, *image; /* orthonormal vectors, and what the rest makes of them */
	int lows;
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
	game_graph_times(&d->f->meetings, d->f->here.weight, x, y);
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
	const struct game_graph *m = &d->f->meetings;
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

/* y = (inverse - what is known) x, against the means of groups. */
static void diagonal_rest(struct diagonal *d, const double *x, double *y)
{
	double *centred = memory_get(d->bots, sizeof *centred);
	memcpy(centred, x, d->bots * sizeof *centred);
	rating_centre(d->sets, (int)d->bots, centred);
	diagonal_known(d, centred);
	fit_solve(d->f, centred, y, d->lows > 0 ? DIAGONAL_FINE : DIAGONAL_COARSE);
	for (size_t b = 0; b < d->bots; b++)
		y[b] -= d->known[b];
	rating_centre(d->sets, (int)d->bots, y);
	free(centred);
}

static double diagonal_dot(const struct diagonal *d, const double *x, const double *y)
{
	double sum = 0;
	for (size_t b = 0; b < d->bots; b++)
		sum += x[b] * y[b];
	return sum;
}

/* Takes from x what lies along the low vectors. */
static void diagonal_without_low(const struct diagonal *d, double *x)
{
	for (int i = 0; i < d->lows; i++) {
		const double *low = d->low + (size_t)i * d->bots;
		double along = diagonal_dot(d, x, low);
		for (size_t b = 0; b < d->bots; b++)
			x[b] -= along * low[b];
	}
}

static void diagonal_signs(struct diagonal *d)
{
	for (size_t b = 0; b < d->bots; b++)
		d->signs[b] = diagonal_random(&d->seed) >> 63 ? 1 : -1;
}

/* One more vector of signs. */
static void diagonal_try(struct diagonal *d)
{
	double *x = memory_get(2 * d->bots, sizeof *x), *y = x + d->bots;
	diagonal_signs(d);
	memcpy(x, d->signs, d->bots * sizeof *x);
	diagonal_without_low(d, x);
	diagonal_rest(d, x, y);
	diagonal_without_low(d, y);
	for (size_t b = 0; b < d->bots; b++) {
		double found = d->signs[b] * y[b];
		d->sum[b] += found;
		d->squares[b] += found * found;
	}
	free(x);
}

/* One more low vector: what the rest makes of signs, less what the others have of it. */
static void diagonal_add_low(struct diagonal *d)
{
	double *low = d->low + (size_t)d->lows * d->bots;
	double *image = d->image + (size_t)d->lows * d->bots;
	diagonal_signs(d);
	diagonal_rest(d, d->signs, low);
	diagonal_without_low(d, low);
	diagonal_without_low(d, low); /* again, for what rounding left */
	double size = sqrt(diagonal_dot(d, low, low));
	if (!(size > 0))
		return;
	for (size_t b = 0; b < d->bots; b++)
		low[b] /= size;
	d->lows++;
	diagonal_rest(d, low, image);
}

/* Q Q'R + R Q Q' - Q Q'R Q Q' of the rest is known when Q are the low vectors and R Q their images;
 * signs then say the rest of that. */
static void diagonal_lower(struct diagonal *d, double *diagonal)
{
	d->low = memory_get(2 * DIAGONAL_LOW * d->bots, sizeof *d->low);
	d->image = d->low + DIAGONAL_LOW * d->bots;
	for (int i = 0; i < DIAGONAL_LOW; i++)
		diagonal_add_low(d);
	for (int i = 0; i < d->lows; i++) {
		const double *low = d->low + (size_t)i * d->bots;
		const double *image = d->image + (size_t)i * d->bots;
		for (size_t b = 0; b < d->bots; b++)
			diagonal[b] += 2 * low[b] * image[b];
		for (int k = 0; k < d->lows; k++) {
			const double *other = d->low + (size_t)k * d->bots;
			double between = diagonal_dot(d, other, image);
			for (size_t b = 0; b < d->bots; b++)
				diagonal[b] -= low[b] * between * other[b];
		}
	}
	memset(d->sum, 0, d->bots * sizeof *d->sum);
	memset(d->squares, 0, d->bots * sizeof *d->squares);
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

/* Tries signs until their mean is near enough, or there were most of them. */
static double diagonal_tries(struct diagonal *d, const double *diagonal, int most, int *tries)
{
	double within = INFINITY;
	for (*tries = 0; *tries < most && within > DIAGONAL_WITHIN;) {
		diagonal_try(d);
		if (++*tries >= DIAGONAL_MIN)
			within = diagonal_within(d, diagonal, *tries);
	}
	return within;
}

static double diagonal_estimate(struct diagonal *d, double *diagonal)
{
	int tries;
	diagonal_begin(d, diagonal);
	double within = diagonal_tries(d, diagonal, DIAGONAL_MIN, &tries);
	if (within > DIAGONAL_WITHIN) {
		diagonal_lower(d, diagonal);
		within = diagonal_tries(d, diagonal, DIAGONAL_MAX, &tries);
	}
	for (size_t b = 0; b < d->bots; b++) {
		double found = diagonal[b] + d->sum[b] / tries;
		diagonal[b] = found > 0 ? found : fmax(diagonal[b], 0);
	}
	free(d->low);
	return within;
}

double rating_diagonal(const struct fit *f, const struct components *sets, double *diagonal)
{
	size_t bots = (size_t)f->games->bots;
	double *room = memory_get(7 * bots + 1, sizeof *room), within = 0;
	struct diagonal d = {f, sets, bots, room, room + bots, room + 2 * bots, room + 3 * bots,
		room + 4 * bots, room + 5 * bots, room + 6 * bots, 1};
	game_graph_degrees(&f->meetings, f->here.weight, d.degree);
	if (f->elimination.exact)
		diagonal_exact(&d, diagonal);
	else
		within = diagonal_estimate(&d, diagonal);
	free(room);
	return within;
}
