/*
 * worker-residuals.c - the results of each machine against those of all machines.
 *
 * Every stratum is an edge between its two bots, weighted with the variance of its difference. The
 * covariance matrix of the bots' differences is the Laplacian of this graph. It is sparse, and
 * singular once for each connected part, so that the method of conjugate gradients (Hestenes and
 * Stiefel 1952) solves it as it is.
 */
#include "referee/rating/worker-residuals.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { WORKER_RESIDUALS_TERMS = 100000, WORKER_RESIDUALS_STEPS = 4 };

#define WORKER_RESIDUALS_NEAR 1e-12 /* relative error at which a sum or a solution is done */

struct worker_residuals_edge {
	int bot, opponent;
	double variance;
};

/* One worker's differences. Arrays are by bot. */
struct worker_residuals_sums {
	struct worker_residuals_edge *edges; /* owned, as all below */
	size_t count;
	double *difference, *variance, *points, *expected;
	int *group; /* another bot of the same connected part, or itself */
};

void worker_residuals_clear(struct worker_residuals *r)
{
	free(r->pairs);
	*r = (struct worker_residuals){0};
}

void worker_residuals_add(
	struct worker_residuals *r, int worker, int bot, int opponent, int points_twice)
{
	bool swap = bot > opponent;
	assert(worker >= 0 && worker <= INT16_MAX && bot >= 0 && opponent >= 0 && bot != opponent);
	assert(points_twice >= 0 && points_twice <= 4);
	if (r->count == r->room) {
		r->room = 2 * r->room + 256;
		r->pairs = memory_resize(r->pairs, r->room, sizeof *r->pairs);
	}
	struct worker_residuals_pair *p = &r->pairs[r->count++];
	p->worker = (int16_t)worker;
	p->bot = swap ? opponent : bot;
	p->opponent = swap ? bot : opponent;
	p->points_twice = (int8_t)(swap ? 4 - points_twice : points_twice);
	if (p->opponent >= r->bots)
		r->bots = p->opponent + 1;
	r->sorted = false;
}

/* --- chi-square ------------------------------------------------------------------------------ */

/* The regularized incomplete gamma functions, by the series (Abramowitz and Stegun 6.5.29) where it
 * converges fast, else by the continued fraction (6.5.31) as Lentz evaluates it. */
double worker_residuals_chi_square_p(double x, int freedom)
{
	double a = freedom / 2.0, z = x / 2;
	if (freedom <= 0 || !(x > 0))
		return 1;
	double front = exp(a * log(z) - z - lgamma(a));
	if (z < a + 1) {
		double term = 1 / a, sum = term;
		for (int n = 1; n < WORKER_RESIDUALS_TERMS && term > sum * WORKER_RESIDUALS_NEAR;
			n++)
			sum += term *= z / (a + n);
		return 1 - front * sum;
	}
	double b = z + 1 - a, c = 1e300, d = 1 / b, fraction = d, change = 0;
	for (int n = 1; n < WORKER_RESIDUALS_TERMS && fabs(change - 1) > WORKER_RESIDUALS_NEAR;
		n++) {
		double step = n * (a - n);
		b += 2;
		d = 1 / (step * d + b);
		c = b + step / c;
		fraction *= change = c * d;
	}
	return front * fraction;
}

/* --- strata ---------------------------------------------------------------------------------- */

static int worker_residuals_compare(const void *a, const void *b)
{
	const struct worker_residuals_pair *x = a, *y = b;
	return x->bot != y->bot ? (x->bot > y->bot) - (x->bot < y->bot)
				: (x->opponent > y->opponent) - (x->opponent < y->opponent);
}

/* The first bot of the connected part; shortens the way to it. */
static int worker_residuals_group(int *group, int bot)
{
	while (group[bot] != bot)
		bot = group[bot] = group[group[bot]];
	return bot;
}

/* Compares the worker's pairs of a stratum with all of them. */
static void worker_residuals_stratum(const struct worker_residuals_pair *pairs, size_t count,
	int worker, struct worker_residuals_sums *s, struct worker_residual *result)
{
	double all = (double)count, own = 0, points = 0, own_points = 0, squares = 0;
	int bot = pairs->bot, opponent = pairs->opponent;
	for (size_t i = 0; i < count; i++) {
		double worth = pairs[i].points_twice / 2.0;
		bool mine = pairs[i].worker == worker;
		own += mine;
		own_points += mine ? worth : 0;
		points += worth;
		squares += worth * worth;
	}
	result->pairs += (int64_t)own;
	if (own == 0 || own == all)
		return;
	double mean = points / all, expected = own * mean;
	double variance =
		own * (all - own) / (all - 1) * (squares / all - mean * mean); /* hypergeometric */
	result->compared += (int64_t)own;
	s->points[bot] += own_points;
	s->expected[bot] += expected;
	s->points[opponent] += 2 * own - own_points;
	s->expected[opponent] += 2 * own - expected;
	if (variance < WORKER_RESIDUALS_NEAR * all)
		return; /* all pairs had the same result */
	s->difference[bot] += own_points - expected;
	s->difference[opponent] -= own_points - expected;
	s->variance[bot] += variance;
	s->variance[opponent] += variance;
	s->edges[s->count++] = (struct worker_residuals_edge){bot, opponent, variance};
	int first = worker_residuals_group(s->group, bot),
	    second = worker_residuals_group(s->group, opponent);
	result->freedom += first != second;
	s->group[second] = first;
}

/* --- the sum of squares ---------------------------------------------------------------------- */

/* out = covariance * in */
static void worker_residuals_multiply(
	const struct worker_residuals_sums *s, int bots, const double *in, double *out)
{
	for (int i = 0; i < bots; i++)
		out[i] = 0;
	for (size_t i = 0; i < s->count; i++) {
		const struct worker_residuals_edge *e = &s->edges[i];
		double flow = e->variance * (in[e->bot] - in[e->opponent]);
		out[e->bot] += flow;
		out[e->opponent] -= flow;
	}
}

static double worker_residuals_dot(const double *a, const double *b, int bots)
{
	double sum = 0;
	for (int i = 0; i < bots; i++)
		sum += a[i] * b[i];
	return sum;
}

/* difference * covariance^-1 * difference */
static double worker_residuals_chi_square(const struct worker_residuals_sums *s, int bots)
{
	double *room = memory_get(4 * (size_t)bots + 1, sizeof *room);
	double *x = room, *rest = x + bots, *way = rest + bots, *image = way + bots;
	for (int i = 0; i < bots; i++)
		rest[i] = way[i] = s->difference[i];
	double square = worker_residuals_dot(rest, rest, bots),
	       enough = square * WORKER_RESIDUALS_NEAR * WORKER_RESIDUALS_NEAR;
	/* In exact arithmetic it takes as many steps as there are bots. */
	for (int step = 0; step < WORKER_RESIDUALS_STEPS * bots && square > enough; step++) {
		worker_residuals_multiply(s, bots, way, image);
		double length = square / worker_residuals_dot(way, image, bots), before = square;
		for (int i = 0; i < bots; i++) {
			x[i] += length * way[i];
			rest[i] -= length * image[i];
		}
		square = worker_residuals_dot(rest, rest, bots);
		for (int i = 0; i < bots; i++)
			way[i] = rest[i] + square / before * way[i];
	}
	double sum = worker_residuals_dot(x, s->difference, bots);
	free(room);
	return sum;
}

/* The bot that is furthest from the expected. */
static void worker_residuals_furthest(
	const struct worker_residuals_sums *s, int bots, struct worker_residual *result)
{
	double most = 0;
	for (int i = 0; i < bots; i++) {
		double square = s->variance[i] > 0
					? s->difference[i] * s->difference[i] / s->variance[i]
					: 0;
		if (square <= most * (1 + WORKER_RESIDUALS_NEAR))
			continue;
		most = square;
		result->bot = i;
		result->points = s->points[i];
		result->expected = s->expected[i];
	}
}

struct worker_residual worker_residuals_get(struct worker_residuals *r, int worker)
{
	struct worker_residual result = {.p = 1, .bot = -1};
	size_t bots = (size_t)r->bots, next;
	if (r->count == 0)
		return result;
	if (!r->sorted)
		qsort(r->pairs, r->count, sizeof *r->pairs, worker_residuals_compare);
	r->sorted = true;
	double *room = memory_get(4 * bots, sizeof *room);
	struct worker_residuals_sums s = {.difference = room,
		.variance = room + bots,
		.points = room + 2 * bots,
		.expected = room + 3 * bots,
		.group = memory_get(bots, sizeof *s.group),
		.edges = memory_get(r->count, sizeof *s.edges)};
	for (int i = 0; i < r->bots; i++)
		s.group[i] = i;
	for (size_t at = 0; at < r->count; at = next) {
		for (next = at + 1; next < r->count &&
				    worker_residuals_compare(&r->pairs[at], &r->pairs[next]) == 0;)
			next++;
		worker_residuals_stratum(&r->pairs[at], next - at, worker, &s, &result);
	}
	result.chi_square = worker_residuals_chi_square(&s, r->bots);
	result.p = worker_residuals_chi_square_p(result.chi_square, result.freedom);
	worker_residuals_furthest(&s, r->bots, &result);
	free(room);
	free(s.group);
	free(s.edges);
	return result;
}

bool worker_residual_is_strange(const struct worker_residual *r)
{
	return r->freedom > 0 && r->compared >= WORKER_RESIDUALS_PAIRS && r->p < WORKER_RESIDUALS_P;
}
