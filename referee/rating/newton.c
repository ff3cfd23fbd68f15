/*
 * newton.c - the likeliest point: Newton's method, each step by conjugate gradients (Hestenes and
 * Stiefel 1952) that elimination preconditions.
 *
 * The log-likelihood is concave, so a step needs no value of it: the slope along the step says
 * whether it went too far.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-model.h"

enum { NEWTON_MAX = 100, NEWTON_TURNS = 40, NEWTON_GRADIENTS = 2000 };

#define NEWTON_GRADIENT	 1e-7 /* points */
#define NEWTON_STEP	 1e-5 /* the next one is about its square */
#define NEWTON_PRECISION 1e-6 /* of the last steps */
#define NEWTON_ROUGH	 1e-2 /* of the first */
#define NEWTON_EFFECT	 30.0 /* a seat that is worth 5000 Elo has no likeliest value */

static void moments_init(struct moments *m, const struct fit *f)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	m->gradient = memory_get(bots + effects, sizeof *m->gradient);
	m->weight = memory_get(f->meetings.count + 1, sizeof *m->weight);
	m->border = memory_get(bots * effects + 1, sizeof *m->border);
}

static void moments_clear(struct moments *m)
{
	free(m->gradient);
	free(m->weight);
	free(m->border);
}

void fit_init(struct fit *f, const struct rating_games *games, bool effects)
{
	size_t bots = (size_t)games->bots;
	*f = (struct fit){.games = games, .model = rating_model_find(games->seats)};
	f->effects = effects ? f->model->effects(games->seats) : 0;
	game_graph_init(&f->meetings, games);
	neighbours_init(&f->near, &f->meetings);
	elimination_init(&f->elimination, &f->meetings, &f->near);
	f->data = f->model->create(f);
	f->share = memory_get(bots + 1, sizeof *f->share);
	f->at = memory_get(bots + RATING_SEATS, sizeof *f->at);
	moments_init(&f->here, f);
	for (int b = 0; b < games->bots; b++) {
		double met = 0;
		for (size_t i = f->near.start[b]; i < f->near.start[b + 1]; i++)
			met += f->meetings.met[f->near.pair[i]];
		f->share[b] = met > 0 ? 1 / met : 0;
	}
}

void fit_clear(struct fit *f)
{
	f->model->free(f->data);
	moments_clear(&f->here);
	elimination_clear(&f->elimination);
	neighbours_clear(&f->near);
	game_graph_clear(&f->meetings);
	free(f->share);
	free(f->at);
}

/* y = Hessian x. */
static void newton_times(const struct fit *f, const double *x, double *y)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	game_graph_times(&f->meetings, f->here.weight, x, y);
	for (size_t e = 0; e < effects; e++) {
		const double *border = f->here.border + e * bots;
		double sum = 0;
		for (size_t b = 0; b < bots; b++) {
			y[b] += border[b] * x[bots + e];
			sum += border[b] * x[b];
		}
		for (size_t k = 0; k < effects; k++)
			sum += f->here.corner[e * effects + k] * x[bots + k];
		y[bots + e] = sum;
	}
}

/* y = about Hessian^-1 x: elimination for the bots, the diagonal for effects. */
static void newton_about(const struct fit *f, const double *x, double *y)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	elimination_solve(&f->elimination, x, y);
	for (size_t e = 0; e < effects; e++) {
		double diagonal = f->here.corner[e * effects + e];
		y[bots + e] = diagonal > 0 ? x[bots + e] / diagonal : 0;
	}
}

static double newton_dot(const double *x, const double *y, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += x[i] * y[i];
	return sum;
}

/* Equations that know only differences have no solution for what does not sum up to 0 where games
 * join bots: what rounding left of a sum is taken out. */
static void newton_centre(const struct fit *f, double *x)
{
	size_t bots = (size_t)f->games->bots;
	const int *joined = f->apart ? f->set : f->group;
	double *sum = memory_get(2 * bots + 2, sizeof *sum), *count = sum + bots + 1;
	for (size_t b = 0; b < bots; b++) {
		sum[joined[b]] += x[b];
		count[joined[b]]++;
	}
	for (size_t b = 0; b < bots; b++)
		x[b] -= sum[joined[b]] / count[joined[b]];
	free(sum);
}

void fit_solve(const struct fit *f, const double *b, double *x, double precision)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double *rest = memory_get(4 * count + 1, sizeof *rest), *about = rest + count;
	double *along = about + count, *image = along + count;
	memcpy(rest, b, count * sizeof *rest);
	newton_centre(f, rest);
	memset(x, 0, count * sizeof *x);
	newton_about(f, rest, about);
	memcpy(along, about, count * sizeof *along);
	double size = newton_dot(rest, about, count), enough = size * precision * precision;
	for (int i = 0; i < NEWTON_GRADIENTS && size > enough && size > 0; i++) {
		newton_times(f, along, image);
		double curve = newton_dot(along, image, count), before = size;
		if (!(curve > 0))
			break;
		for (size_t k = 0; k < count; k++) {
			x[k] += size / curve * along[k];
			rest[k] -= size / curve * image[k];
		}
		newton_about(f, rest, about);
		size = newton_dot(rest, about, count);
		for (size_t k = 0; k < count; k++)
			along[k] = about[k] + size / before * along[k];
	}
	free(rest);
}

static double newton_largest(const double *x, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = fabs(x[i]) > largest || isnan(x[i]) ? fabs(x[i]) : largest;
	return largest;
}

/* Goes along step from f->at, less far where the slope has turned; x, there and step are rooms.
 * there is what is known of the new point. Returns the part of the step. */
static double newton_walk(struct fit *f, const double *step, double *x, struct moments *there)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double part = 1, slope = newton_dot(f->here.gradient, step, count);
	for (int turn = 0; turn < NEWTON_TURNS; turn++) {
		for (size_t i = 0; i < count; i++)
			x[i] = f->at[i] + part * step[i];
		f->model->moments(f, x, there);
		double now = newton_dot(there->gradient, step, count);
		if (now >= -slope / 2)
			break;
		part *= fmax(0.1, slope / (slope - now));
	}
	return part;
}

/* One step; false: it is no use to go on. */
static bool newton_step(struct fit *f, double *step, double *x, struct moments *there)
{
	size_t bots = (size_t)f->games->bots, count = bots + (size_t)f->effects;
	elimination_weigh(&f->elimination, f->here.weight);
	/* The error of a step is about its square: the first ones need no digits. */
	double precision = fmax(NEWTON_PRECISION, fmin(NEWTON_ROUGH, NEWTON_ROUGH * f->step));
	fit_solve(f, f->here.gradient, step, precision);
	double part = newton_walk(f, step, x, there);
	struct moments here = f->here;
	f->here = *there;
	*there = here;
	memcpy(f->at, x, count * sizeof *x);
	f->step = part * newton_largest(step, count);
	f->gradient = newton_largest(f->here.gradient, count);
	f->converged = f->gradient <= NEWTON_GRADIENT && f->step <= NEWTON_STEP;
	return !f->converged && isfinite(f->gradient) &&
	       newton_largest(f->at + bots, (size_t)f->effects) < NEWTON_EFFECT;
}

void fit_find(struct fit *f)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double *step = memory_get(2 * count + 1, sizeof *step), *x = step + count;
	struct moments there;
	moments_init(&there, f);
	f->model->moments(f, f->at, &f->here);
	f->converged = false;
	f->step = 1;
	for (int i = 0; i < NEWTON_MAX; i++) {
		f->iterations++;
		if (!newton_step(f, step, x, &there))
			break;
	}
	moments_clear(&there);
	free(step);
}
