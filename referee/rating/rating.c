/*
 * rating.c - from results to a table: groups, sets, the fit, its errors.
 */
#include "referee/rating/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-errors.h"
#include "referee/rating/rating-model.h"
#include "referee/rating/components.h"

#define RATING_ACROSS                                                                              \
	1.0 /* virtual draws that say how far sets are apart, where nothing else does */

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

/* Takes the mean of each set from x. */
static void rating_centre_sets(const struct components *sets, int bots, double *x)
{
	const struct components alike = {.group = sets->set, .groups = sets->sets};
	rating_centre(&alike, bots, x);
}

/* Without a prior, where sets are held together by nothing: each by itself, then their distances
 * from a fit with a prior. */
static void rating_find_sets(struct fit *f, const struct components *sets)
{
	size_t bots = (size_t)f->games->bots, count = bots + (size_t)f->effects;
	double *inside = memory_get(2 * count, sizeof *inside), *means = inside + count;
	f->set = sets->set;
	f->apart = true;
	fit_find(f);
	bool converged = f->converged;
	double gradient = f->gradient;
	memcpy(inside, f->at, count * sizeof *inside);
	rating_centre_sets(sets, (int)bots, inside);
	f->apart = false;
	f->prior = f->across = RATING_ACROSS;
	memset(f->at, 0, count * sizeof *f->at);
	fit_find(f);
	memcpy(means, f->at, bots * sizeof *means);
	rating_centre_sets(sets, (int)bots, means);
	for (size_t b = 0; b < bots; b++)
		f->at[b] += inside[b] - means[b];
	memcpy(f->at + bots, inside + bots, (size_t)f->effects * sizeof *f->at);
	f->prior = 0;
	f->converged = f->converged && converged;
	f->gradient = fmax(f->gradient, gradient);
	f->model->moments(f, f->at, &f->here);
	free(inside);
}

/* Can effects be told from strengths, inside sets alone where those are apart? */
static void rating_find(struct fit *f, const struct components *sets, double prior)
{
	memset(f->at, 0, (size_t)(f->games->bots + f->effects) * sizeof *f->at);
	f->iterations = 0;
	f->prior = prior;
	f->set = NULL;
	if (prior > 0 || !sets->bounds)
		fit_find(f);
	else
		rating_find_sets(f, sets);
	elimination_weigh(&f->elimination, f->here.weight);
}

/* Strengths that are known to be sums of what seats are worth and of nothing are not known. */
static bool rating_has_effects(struct fit *f, const struct components *sets, double prior)
{
	struct rating_effects e;
	bool inside = prior == 0 && sets->bounds;
	if (inside) {
		f->apart = true;
		f->model->moments(f, f->at, &f->here);
		elimination_weigh(&f->elimination, f->here.weight);
	}
	bool has = rating_effects_init(&e, f, sets);
	rating_effects_clear(&e);
	if (inside) {
		f->apart = false;
		f->model->moments(f, f->at, &f->here);
		elimination_weigh(&f->elimination, f->here.weight);
	}
	return has;
}

static const struct rating_table *rating_compared; /* by qsort(), which hands nothing on */

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

/* Groups are numbered without those that have no game. */
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

/* Effects as they are told: of the first seat alone, or of all with a sum of 0. */
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

static void rating_fill(struct rating_table *t, struct fit *f, const struct components *sets)
{
	struct rating_effects effects;
	t->model = f->model->name;
	t->converged = f->converged;
	t->iterations = f->iterations;
	t->gradient = f->gradient;
	rating_centre(sets, t->bots, f->at);
	for (int b = 0; b < t->bots; b++)
		t->rating[b].elo = RATING_ELO * f->at[b];
	rating_order(t, sets);
	rating_effects(t, f);
	rating_effects_init(&effects, f, sets);
	rating_errors(t, f, sets, &effects);
	rating_effects_clear(&effects);
}

struct rating_table *rating_create(
	const struct rating_games *games, const struct rating_options *options)
{
	struct rating_table *t = memory_get(1, sizeof *t);
	struct components sets;
	struct fit fit;
	assert(games->seats >= 2 && games->seats <= RATING_SEATS && options->prior >= 0);
	t->bots = games->bots;
	t->rating = memory_get((size_t)games->bots + 1, sizeof *t->rating);
	t->order = memory_get((size_t)games->bots + 1, sizeof *t->order);
	rating_count(t, games);
	fit_init(&fit, games, options->advantage);
	components_init(&sets, &fit.meetings, &fit.near);
	fit.group = sets.group;
	rating_find(&fit, &sets, options->prior);
	if (fit.effects > 0 && !rating_has_effects(&fit, &sets, options->prior)) {
		t->effects_lost = true;
		fit.effects = 0;
		rating_find(&fit, &sets, options->prior);
	}
	rating_fill(t, &fit, &sets);
	components_clear(&sets);
	fit_clear(&fit);
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
