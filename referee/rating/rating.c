/*
 * rating.c - from results to a table: groups, sets, the fit and its errors.
 */
#include "referee/rating/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/components.h"
#include "referee/rating/rating-fit.h"

#define RATING_ACROSS	 1.0	/* virtual draws that say how far sets are apart */
#define RATING_JOINT	 3000	/* bots of which all covariances are kept */
#define RATING_COST	 6e8	/* multiplications that joint errors may take */
#define RATING_DECIDED	 1.6449 /* standard errors that leave 5% on one side */
#define RATING_PRECISION 1e-9	/* of the effects' part of the inverse */
#define RATING_EFFECT	 1e-7	/* of an effect's information that strengths must leave */

struct rating_work {
	struct rating_table *t;
	struct fit f;
	struct components sets;
	double *pull; /* effects * bots: the strengths that can stand for an effect */
	double effects[RATING_SEATS * RATING_SEATS]; /* of the inverse Hessian: the effects' part */
	/* By bot: */
	double *found, *expected; /* residuals of the model */
	double *inverse;	  /* the inverse Hessian's diagonal, against the group's mean */
	double *variance;
	double *varies; /* the variance over the inverse */
	float *rows;	/* bots * bots: the inverse Hessian; NULL: errors are not joint */
};

static void rating_count_seat(struct rating *r, const uint8_t *rank, int seats, int seat)
{
	int beaten = 0, tied = -1;
	for (int i = 0; i < seats; i++) {
		beaten += rank[i] > rank[seat];
		tied += rank[i] == rank[seat];
	}
	r->games++;
	r->draws += tied > 0;
	r->points += seats > 1 ? (beaten + tied / 2.0) / (seats - 1) : 0;
}

static void rating_count(struct rating_table *t, const struct rating_games *g)
{
	for (size_t i = 0; i < g->count; i++) {
		const int32_t *bot = g->bot + i * (size_t)g->seats;
		const uint8_t *rank = g->rank + i * (size_t)g->seats;
		int seats = 0;
		while (seats < g->seats && bot[seats] >= 0)
			seats++;
		for (int seat = 0; seat < seats; seat++)
			rating_count_seat(&t->rating[bot[seat]], rank, seats, seat);
	}
}

/* Without a prior results do not hold sets together. Fits each set by itself, then takes their
 * distances from a fit with a prior. */
static void rating_find_sets(struct fit *f, const struct components *sets)
{
	int bots = f->games->bots;
	size_t count = (size_t)(bots + f->effects);
	double *inside = memory_get(2 * count, sizeof *inside), *means = inside + count;
	f->set = sets->set;
	f->apart = true;
	fit_find(f);
	bool converged = f->converged;
	double gradient = f->gradient;
	memcpy(inside, f->at, count * sizeof *inside);
	fit_centre(bots, sets->set, inside);
	f->apart = false;
	f->prior = f->across = RATING_ACROSS;
	memset(f->at, 0, count * sizeof *f->at);
	fit_find(f);
	memcpy(means, f->at, count * sizeof *means);
	fit_centre(bots, sets->set, means);
	for (int b = 0; b < bots; b++)
		f->at[b] += inside[b] - means[b];
	memcpy(f->at + bots, inside + bots, (size_t)f->effects * sizeof *f->at);
	f->prior = 0;
	f->converged = f->converged && converged;
	f->gradient = fmax(f->gradient, gradient);
	fit_update(f);
	free(inside);
}

static void rating_find(struct rating_work *w, double prior)
{
	struct fit *f = &w->f;
	memset(f->at, 0, (size_t)(f->games->bots + f->effects) * sizeof *f->at);
	f->iterations = 0;
	f->prior = prior;
	f->set = NULL;
	if (prior > 0 || !w->sets.bounds)
		fit_find(f);
	else
		rating_find_sets(f, &w->sets);
}

/* Gauss and Jordan on the effects' information that strengths leave. False: nothing is left. */
static bool rating_invert(double *left, const double *corner, size_t count, double *inverse)
{
	for (size_t i = 0; i < count * count; i++)
		inverse[i] = i % (count + 1) == 0;
	for (size_t p = 0; p < count; p++) {
		double pivot = left[p * count + p];
		if (!(pivot > RATING_EFFECT * corner[p * count + p]))
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

/* The effects' part of the inverse of the Hessian (L B; B' C) is (C - B' L^-1 B)^-1. False: the
 * effects cannot be separated from the strengths. */
static bool rating_separate(struct rating_work *w)
{
	const struct fit *f = &w->f;
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	double left[RATING_SEATS * RATING_SEATS];
	struct fit plain = *f;
	plain.effects = 0;
	for (size_t k = 0; k < effects; k++) {
		double *pull = w->pull + k * bots;
		fit_solve(&plain, f->here.border + k * bots, pull, RATING_PRECISION);
		fit_centre(f->games->bots, w->sets.group, pull);
	}
	for (size_t i = 0; i < effects; i++)
		for (size_t k = 0; k < effects; k++) {
			double *at = &left[i * effects + k];
			*at = f->here.corner[i * effects + k];
			for (size_t b = 0; b < bots; b++)
				*at -= f->here.border[i * bots + b] * w->pull[k * bots + b];
		}
	return rating_invert(left, f->here.corner, effects, w->effects);
}

/* Where sets are apart, results inside sets alone must separate the effects. */
static bool rating_has_effects(struct rating_work *w)
{
	bool inside = w->f.prior == 0 && w->sets.bounds;
	if (inside) {
		w->f.apart = true;
		fit_update(&w->f);
	}
	bool has = rating_separate(w);
	if (inside) {
		w->f.apart = false;
		fit_update(&w->f);
	}
	return has;
}

static const struct rating_table *rating_compared; /* for qsort(), which passes no context */

static int rating_compare(const void *a, const void *b)
{
	int one = *(const int *)a, other = *(const int *)b;
	const struct rating *x = &rating_compared->rating[one];
	const struct rating *y = &rating_compared->rating[other];
	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->elo != y->elo)
		return x->elo > y->elo ? -1 : 1;
	return (one > other) - (one < other);
}

/* Groups without a game get no number. */
static void rating_order(struct rating_table *t, const struct components *sets)
{
	int *number = memory_get((size_t)sets->groups + 1, sizeof *number);
	for (int b = 0; b < t->bots; b++)
		number[sets->group[b]] |= t->rating[b].games > 0;
	for (int g = 1; g <= sets->groups; g++)
		if (number[g] > 0)
			number[g] = ++t->groups;
	for (int b = 0; b < t->bots; b++) {
		t->rating[b].group = number[sets->group[b]];
		t->rating[b].bound = (enum rating_bound)sets->bound[b];
		if (t->rating[b].games > 0)
			t->order[t->rated++] = b;
	}
	rating_compared = t;
	qsort(t->order, (size_t)t->rated, sizeof *t->order, rating_compare);
	free(number);
}

/* Effects as the table has them: of the first seat alone, or of all with a sum of 0. */
static void rating_effects(struct rating_table *t, const struct fit *f)
{
	int seats = f->games->seats;
	double sum = 0;
	if (f->effects == 0)
		return;
	for (int i = 0; i < f->effects; i++)
		sum += t->effect[i] = RATING_ELO * f->at[f->games->bots + i];
	t->effects = f->effects == 1 && seats == 2 ? 1 : seats;
	for (int i = 0; i < t->effects && t->effects > 1; i++)
		t->effect[i] -= sum / seats;
}

/* Adds the effects' part to row, which is L^-1 of what sums up to 0 in each group. */
static void rating_add_effects(const struct rating_work *w, double *row)
{
	size_t bots = (size_t)w->t->bots, effects = (size_t)w->f.effects;
	double moved[RATING_SEATS] = {0};
	for (size_t k = 0; k < effects; k++)
		for (size_t b = 0; b < bots; b++)
			moved[k] += w->f.here.border[k * bots + b] * row[b];
	for (size_t k = 0; k < effects; k++) {
		row[bots + k] = 0;
		for (size_t i = 0; i < effects; i++)
			row[bots + k] -= w->effects[k * effects + i] * moved[i];
	}
	for (size_t k = 0; k < effects; k++)
		for (size_t b = 0; b < bots; b++)
			row[b] -= w->pull[k * bots + b] * row[bots + k];
}

/* The row of the inverse for one bot, against the mean of its group. Its values for other groups
 * mean nothing. */
static void rating_row(const struct rating_work *w, int bot, double *row)
{
	int bots = w->t->bots;
	double *unit = memory_get((size_t)bots, sizeof *unit);
	unit[bot] = 1;
	fit_centre(bots, w->sets.group, unit);
	elimination_solve(&w->f.elimination, unit, row);
	fit_centre(bots, w->sets.group, row);
	rating_add_effects(w, row);
	free(unit);
}

/* A bot's own variance, mixed with that of all games as if it had a few more of those. */
static double rating_mixed(const struct rating_work *w, int bot, double own)
{
	double games = (double)w->t->rating[bot].games;
	return (games * own + RATING_MIXED * w->t->variance * w->inverse[bot]) /
	       (games + RATING_MIXED);
}

static void rating_joint_errors(struct rating_work *w)
{
	size_t bots = (size_t)w->t->bots;
	double *row = memory_get(bots + RATING_SEATS, sizeof *row);
	for (int i = 0; i < w->t->rated; i++) {
		int bot = w->t->order[i];
		rating_row(w, bot, row);
		w->inverse[bot] = row[bot];
		w->variance[bot] = rating_mixed(w, bot, w->f.model->noise(&w->f, row));
		w->varies[bot] = row[bot] > 0 ? w->variance[bot] / row[bot] : 0;
		for (size_t b = 0; b < bots; b++)
			w->rows[(size_t)bot * bots + b] = (float)row[b];
	}
	free(row);
}

/* The first terms of the inverse of D - A are 1/D + 1/D A 1/D A 1/D on the diagonal: the opponents
 * of a bot's opponents count as known. */
static void rating_near_inverse(struct rating_work *w, const double *degree)
{
	const struct game_graph *m = &w->f.graph;
	for (int b = 0; b < m->bots; b++)
		w->inverse[b] += degree[b] > 0 ? 1 / degree[b] : 0;
	for (int a = 0; a < m->bots; a++)
		for (size_t p = m->start[a]; p < m->start[a + 1]; p++) {
			int b = m->other[p];
			double weight = w->f.here.weight[p], both = degree[a] * degree[b];
			if (!(both > 0))
				continue;
			w->inverse[a] += weight * weight / both / degree[a];
			w->inverse[b] += weight * weight / both / degree[b];
		}
}

/* A bot's own games vary as they do, those of all others as all do. */
static void rating_single_errors(struct rating_work *w)
{
	size_t bots = (size_t)w->t->bots, effects = (size_t)w->f.effects;
	double *degree = memory_get(bots, sizeof *degree);
	game_graph_degrees(&w->f.graph, w->f.here.weight, degree);
	rating_near_inverse(w, degree);
	for (int i = 0; i < w->t->rated; i++) {
		size_t bot = (size_t)w->t->order[i];
		double own = degree[bot] > 0 ? 1 / degree[bot] : 0;
		double varies = w->expected[bot] > 0 ? w->found[bot] / w->expected[bot] : 0;
		for (size_t k = 0; k < effects * effects; k++)
			w->inverse[bot] += w->effects[k] * w->pull[k / effects * bots + bot] *
					   w->pull[k % effects * bots + bot];
		double all = varies * own + w->t->variance * (w->inverse[bot] - own);
		w->variance[bot] = rating_mixed(w, (int)bot, fmax(all, 0));
	}
	free(degree);
}

/* The variance of the difference of two ratings; single errors count as independent. */
static double rating_apart(const struct rating_work *w, int one, int other)
{
	if (w->rows == NULL)
		return w->variance[one] + w->variance[other];
	double between = w->rows[(size_t)one * (size_t)w->t->bots + (size_t)other];
	return (w->varies[one] + w->varies[other]) / 2 *
	       (w->inverse[one] + w->inverse[other] - 2 * between);
}

/* Ranks that are open to the bot at a place of its group, and whether it is above the next. */
static void rating_rank(struct rating_work *w, const int *group, int size, int place)
{
	struct rating *rating = w->t->rating, *own = &rating[group[place]];
	int above = 0, below = 0;
	for (int i = 0; i < size; i++) {
		double units = (own->elo - rating[group[i]].elo) / RATING_ELO / RATING_DECIDED;
		bool decided = units * units > rating_apart(w, group[place], group[i]);
		above += i < place && decided;
		below += i > place && decided;
	}
	own->best = 1 + above;
	own->worst = size - below;
	own->error = size < 2 ? NAN : RATING_ELO * sqrt(w->variance[group[place]]);
	own->above = NAN;
	if (place + 1 == size)
		return;
	double apart = (own->elo - rating[group[place + 1]].elo) / RATING_ELO;
	double square = rating_apart(w, group[place], group[place + 1]);
	own->above = square > 0 ? erfc(-apart / sqrt(2 * square)) / 2 : 0.5;
}

static void rating_ranks(struct rating_work *w)
{
	const struct rating_table *t = w->t;
	for (int first = 0, end; first < t->rated; first = end) {
		int group = t->rating[t->order[first]].group;
		for (end = first; end < t->rated && t->rating[t->order[end]].group == group;)
			end++;
		for (int i = first; i < end; i++)
			rating_rank(w, t->order + first, end - first, i - first);
	}
}

/* The error of a sum of effects, each times its part; Elo. */
static double rating_effect_error(const struct rating_work *w, const double *parts)
{
	size_t bots = (size_t)w->t->bots, effects = (size_t)w->f.effects;
	double *row = memory_get(bots + RATING_SEATS, sizeof *row), square = 0;
	for (size_t k = 0; k < effects; k++) {
		for (size_t i = 0; i < effects; i++)
			row[bots + k] += w->effects[k * effects + i] * parts[i];
		square += w->t->variance * row[bots + k] * parts[k];
		for (size_t b = 0; b < bots; b++)
			row[b] -= w->pull[k * bots + b] * row[bots + k];
	}
	if (w->rows != NULL) {
		double games = (double)w->f.games->count;
		square = (games * w->f.model->noise(&w->f, row) + RATING_MIXED * square) /
			 (games + RATING_MIXED);
	}
	free(row);
	return RATING_ELO * sqrt(square);
}

static void rating_effect_errors(struct rating_work *w)
{
	double parts[RATING_SEATS] = {1};
	for (int i = 0; i < w->t->effects; i++) {
		for (int k = 0; k < w->f.effects && w->t->effects > 1; k++)
			parts[k] = (i == k) - 1.0 / w->t->effects;
		w->t->effect_error[i] = rating_effect_error(w, parts);
	}
}

/* How much results vary, over all; half a coin more, so that it is never nothing. */
static void rating_variance(struct rating_work *w)
{
	double found = 0.5, expected = 0.5;
	w->f.model->residuals(&w->f, w->t->joint, w->found, w->expected);
	for (int b = 0; b < w->t->bots; b++) {
		found += w->found[b];
		expected += w->expected[b];
	}
	w->t->variance = found / expected;
}

/* Errors, probabilities and ranks; the table has its order already. */
static void rating_errors(struct rating_work *w)
{
	size_t bots = (size_t)w->t->bots;
	double core = w->f.elimination.core;
	double cost = (double)bots * (core * core + w->f.model->noise_cost(&w->f));
	w->t->joint = w->f.elimination.exact && bots <= RATING_JOINT && cost < RATING_COST;
	if (w->t->joint)
		w->rows = memory_resize(NULL, bots * bots + 1, sizeof *w->rows);
	rating_separate(w);
	rating_variance(w);
	if (w->t->joint)
		rating_joint_errors(w);
	else
		rating_single_errors(w);
	rating_ranks(w);
	rating_effect_errors(w);
}

static void rating_fill(struct rating_work *w)
{
	struct rating_table *t = w->t;
	t->model = w->f.model->name;
	t->converged = w->f.converged;
	t->iterations = w->f.iterations;
	t->gradient = w->f.gradient;
	fit_centre(t->bots, w->sets.group, w->f.at);
	for (int b = 0; b < t->bots; b++)
		t->rating[b].elo = RATING_ELO * w->f.at[b];
	rating_order(t, &w->sets);
	rating_effects(t, &w->f);
	rating_errors(w);
}

static void rating_work_init(struct rating_work *w, const struct rating_games *games, bool effects)
{
	size_t bots = (size_t)games->bots + 1;
	fit_init(&w->f, games, effects);
	components_init(&w->sets, &w->f.graph);
	w->f.group = w->sets.group;
	w->pull = memory_get(bots * (size_t)w->f.effects + 1, sizeof *w->pull);
	w->found = memory_get(5 * bots, sizeof *w->found);
	w->expected = w->found + bots;
	w->inverse = w->expected + bots;
	w->variance = w->inverse + bots;
	w->varies = w->variance + bots;
}

static void rating_work_clear(struct rating_work *w)
{
	components_clear(&w->sets);
	fit_clear(&w->f);
	free(w->pull);
	free(w->found);
	free(w->rows);
}

struct rating_table *rating_create(
	const struct rating_games *games, const struct rating_options *options)
{
	struct rating_table *t = memory_get(1, sizeof *t);
	struct rating_work w = {.t = t};
	assert(games->seats >= 2 && games->seats <= RATING_SEATS && options->prior >= 0);
	t->bots = games->bots;
	t->rating = memory_get((size_t)games->bots + 1, sizeof *t->rating);
	t->order = memory_get((size_t)games->bots + 1, sizeof *t->order);
	rating_count(t, games);
	rating_work_init(&w, games, options->advantage);
	rating_find(&w, options->prior);
	if (w.f.effects > 0 && !rating_has_effects(&w)) {
		t->effects_lost = true;
		w.f.effects = 0;
		rating_find(&w, options->prior);
	}
	rating_fill(&w);
	rating_work_clear(&w);
	return t;
}

void rating_free(struct rating_table *t)
{
	if (t == NULL)
		return;
	free(t->rating);
	free(t->order);
	free(t);
}

const char *rating_lacks(const struct rating_table *t)
{
	if (t == NULL || t->rated == 0)
		return "no game says anything of strengths yet";
	return t->groups > 1 ? "no games join all bots" : NULL;
}

const char *rating_sign(const struct rating *r)
{
	static const char *const signs[] = {[RATING_EXACT] = "",
		[RATING_AT_MIN] = ">=",
		[RATING_AT_MAX] = "<=",
		[RATING_LOOSE] = "?"};
	return signs[r->bound];
}

double rating_95(const struct rating *r)
{
	return 1.959963984540054 * r->error;
}

void rating_anchor(struct rating_table *t, const int *bots, const double *elo, int anchors)
{
	double shift = 0;
	for (int i = 0; i < anchors; i++)
		shift += (elo[i] - t->rating[bots[i]].elo) / anchors;
	for (int i = 0; i < t->rated && anchors > 0; i++)
		if (t->rating[t->order[i]].group == t->rating[bots[0]].group)
			t->rating[t->order[i]].elo += shift;
}
