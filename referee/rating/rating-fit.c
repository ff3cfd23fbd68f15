/*
 * rating-fit.c - the likeliest point by Newton's method. Conjugate gradients (Hestenes and Stiefel
 * 1952) with elimination as the preconditioner find each step.
 *
 * The log-likelihood is concave, so a step needs no value of it: the slope along the step says
 * whether it went too far.
 */
#include "referee/rating/rating-fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NEWTON_MAX = 100, NEWTON_TURNS = 40, NEWTON_GRADIENTS = 2000 };

#define NEWTON_GRADIENT	 1e-7 /* points */
#define NEWTON_STEP	 1e-5 /* the next one is about its square */
#define NEWTON_PRECISION 1e-6 /* of the last steps */
#define NEWTON_ROUGH	 1e-2 /* of the first */
#define NEWTON_EFFECT	 30.0 /* a seat that is worth 5000 Elo has no likeliest value */

void fit_moments_init(struct moments *m, const struct fit *f)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	m->gradient = memory_get(bots + effects, sizeof *m->gradient);
	m->weight = memory_get(f->graph.count + 1, sizeof *m->weight);
	m->border = memory_get(bots * effects + 1, sizeof *m->border);
}

void fit_moments_clear(struct moments *m)
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
	const struct opponents *o = &f->graph.opponents;
	game_graph_init(&f->graph, games);
	elimination_init(&f->elimination, &f->graph);
	if (f->model->create != NULL)
		f->data = f->model->create(f);
	f->share = memory_get(bots + 1, sizeof *f->share);
	f->at = memory_get(bots + RATING_SEATS, sizeof *f->at);
	fit_moments_init(&f->here, f);
	for (int b = 0; b < games->bots; b++) {
		double met = 0;
		for (size_t i = o->start[b]; i < o->start[b + 1]; i++)
			met += f->graph.met[o->pair[i]];
		f->share[b] = met > 0 ? 1 / met : 0;
	}
}

void fit_clear(struct fit *f)
{
	if (f->model->free != NULL)
		f->model->free(f->data);
	fit_moments_clear(&f->here);
	elimination_clear(&f->elimination);
	game_graph_clear(&f->graph);
	free(f->share);
	free(f->at);
}

void fit_times(const struct fit *f, const struct moments *m, const double *x, double *y)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	game_graph_times(&f->graph, m->weight, x, y);
	for (size_t e = 0; e < effects; e++) {
		const double *border = m->border + e * bots;
		double sum = 0;
		for (size_t b = 0; b < bots; b++) {
			y[b] += border[b] * x[bots + e];
			sum += border[b] * x[b];
		}
		for (size_t k = 0; k < effects; k++)
			sum += m->corner[e * effects + k] * x[bots + k];
		y[bots + e] = sum;
	}
}

/* y = about Hessian^-1 x: elimination for the bots, the diagonal for effects. */
static void fit_about(const struct fit *f, const double *x, double *y)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	elimination_solve(&f->elimination, x, y);
	for (size_t e = 0; e < effects; e++) {
		double diagonal = f->here.corner[e * effects + e];
		y[bots + e] = diagonal > 0 ? x[bots + e] / diagonal : 0;
	}
}

double fit_dot(const struct fit *f, const double *x, const double *y)
{
	double sum = 0;
	for (int i = 0; i < f->games->bots + f->effects; i++)
		sum += x[i] * y[i];
	return sum;
}

void fit_centre(int bots, const int *group, double *x)
{
	double *sum = memory_get(2 * (size_t)bots + 2, sizeof *sum), *count = sum + bots + 1;
	for (int b = 0; b < bots; b++) {
		sum[group[b]] += x[b];
		count[group[b]]++;
	}
	for (int b = 0; b < bots; b++)
		x[b] -= sum[group[b]] / count[group[b]];
	free(sum);
}

void fit_solve(const struct fit *f, const double *b, double *x, double precision)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double *rest = memory_get(4 * count + 1, sizeof *rest), *about = rest + count;
	double *along = about + count, *image = along + count;
	memcpy(rest, b, count * sizeof *rest);
	/* Only what sums up to 0 in each group has a solution; rounding leaves a little more. */
	fit_centre(f->games->bots, f->apart ? f->set : f->group, rest);
	memset(x, 0, count * sizeof *x);
	fit_about(f, rest, about);
	memcpy(along, about, count * sizeof *along);
	double size = fit_dot(f, rest, about), enough = size * precision * precision;
	for (int i = 0; i < NEWTON_GRADIENTS && size > enough && size > 0; i++) {
		fit_times(f, &f->here, along, image);
		double curve = fit_dot(f, along, image), before = size;
		if (!(curve > 0))
			break;
		for (size_t k = 0; k < count; k++) {
			x[k] += size / curve * along[k];
			rest[k] -= size / curve * image[k];
		}
		fit_about(f, rest, about);
		size = fit_dot(f, rest, about);
		for (size_t k = 0; k < count; k++)
			along[k] = about[k] + size / before * along[k];
	}
	free(rest);
}

static double fit_largest(const double *x, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++)
		largest = fabs(x[i]) > largest || isnan(x[i]) ? fabs(x[i]) : largest;
	return largest;
}

/* Goes along step from f->at, less far where the slope has turned. Writes the new point to x and
 * its derivatives to there. Returns the part of the step. */
static double fit_walk(struct fit *f, const double *step, double *x, struct moments *there)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double part = 1, slope = fit_dot(f, f->here.gradient, step);
	for (int turn = 0; turn < NEWTON_TURNS; turn++) {
		for (size_t i = 0; i < count; i++)
			x[i] = f->at[i] + part * step[i];
		f->model->moments(f, x, there);
		double now = fit_dot(f, there->gradient, step);
		if (now >= -slope / 2)
			break;
		part *= fmax(0.1, slope / (slope - now));
	}
	return part;
}

/* One step; false: the last one. */
static bool fit_step(struct fit *f, double *step, double *x, struct moments *there)
{
	size_t bots = (size_t)f->games->bots, count = bots + (size_t)f->effects;
	elimination_weigh(&f->elimination, f->here.weight);
	/* The error of a step is about its square: the first ones need no digits. */
	double precision = fmax(NEWTON_PRECISION, fmin(NEWTON_ROUGH, NEWTON_ROUGH * f->step));
	fit_solve(f, f->here.gradient, step, precision);
	double part = fit_walk(f, step, x, there);
	struct moments here = f->here;
	f->here = *there;
	*there = here;
	memcpy(f->at, x, count * sizeof *x);
	f->step = part * fit_largest(step, count);
	f->gradient = fit_largest(f->here.gradient, count);
	f->converged = f->gradient <= NEWTON_GRADIENT && f->step <= NEWTON_STEP;
	return !f->converged && isfinite(f->gradient) &&
	       fit_largest(f->at + bots, (size_t)f->effects) < NEWTON_EFFECT;
}

void fit_update(struct fit *f)
{
	f->model->moments(f, f->at, &f->here);
	elimination_weigh(&f->elimination, f->here.weight);
}

void fit_find(struct fit *f)
{
	size_t count = (size_t)(f->games->bots + f->effects);
	double *step = memory_get(2 * count + 1, sizeof *step), *x = step + count;
	struct moments there;
	fit_moments_init(&there, f);
	f->model->moments(f, f->at, &f->here);
	f->converged = false;
	f->step = 1;
	for (int i = 0; i < NEWTON_MAX; i++) {
		f->iterations++;
		if (!fit_step(f, step, x, &there))
			break;
	}
	elimination_weigh(&f->elimination, f->here.weight);
	fit_moments_clear(&there);
	free(step);
}
