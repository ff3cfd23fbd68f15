/*
 * rating.c - from results to a table: groups, sets, the fit and its errors.
 */
#include "referee/rating/rating.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/rating/rating-fit.h"
#include "referee/rating/vector-clones.h"

/* Columns of the inverse that stay in the processor's cache together. */
enum { RATING_COLUMNS = 32 };

#define RATING_ACROSS	 1.0	/* virtual draws that say how far sets are apart */
#define RATING_DECIDED	 1.6449 /* standard errors that leave 5% on one side */
#define RATING_PRECISION 1e-9	/* of the effects' part of the inverse */
#define RATING_EFFECT	 1e-7	/* of an effect's information that strengths must leave */

struct rating_work {
	struct rating_table *t;
	bool no_errors;
	const struct rating_options *options;
	struct fit f;
	struct components sets;
	struct residuals residuals;
	double *pull; /* effects * bots: the strengths that can stand for an effect */
	double effects[RATING_SEATS * RATING_SEATS]; /* of the inverse Hessian: the effects' part */
	struct elimination_inverse *inverse; /* of the Hessian, against the means of the groups.
					      * Values for bots of different groups mean nothing */
	double *own;			     /* by bot: the inverse at the bot itself ... */
	double *varies; /* ... and the rating's variance, as a multiple of it */
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

/* Takes from the inverse the means of the groups, by row and by column. */
static void rating_centre(struct rating_work *w)
{
	int bots = w->t->bots;
	const int *group = w->sets.group;
	double *mean = memory_get(3 * (size_t)bots + 3, sizeof *mean);
	double *centred = mean + bots + 1, *size = centred + bots + 1;
	for (int b = 0; b < bots; b++)
		size[group[b]]++;
	for (int i = 0; i < bots; i++)
		for (int k = 0; k < bots; k++)
			mean[i] += *elimination_at(w->inverse, i, k) / size[group[i]];
	memcpy(centred, mean, (size_t)bots * sizeof *mean);
	fit_centre(bots, group, centred);
	/* The mean of the whole group is in those of the row and of the column: it stays in one
	 * half each. */
	for (int i = 0; i < bots; i++)
		for (int k = 0; k <= i; k++)
			if (group[i] == group[k])
				*elimination_at(w->inverse, i, k) -=
					(mean[i] + centred[i] + mean[k] + centred[k]) / 2;
	free(mean);
}

/* The inverse between effect k and a bot. */
static double rating_effect_inverse(const struct rating_work *w, int k, int bot)
{
	double sum = 0;
	for (int i = 0; i < w->f.effects; i++)
		sum -= w->effects[k * w->f.effects + i] *
		       w->pull[(size_t)i * (size_t)w->t->bots + (size_t)bot];
	return sum;
}

static void rating_invert_hessian(struct rating_work *w)
{
	int bots = w->t->bots;
	w->inverse = elimination_invert(&w->f.elimination, w->f.here.weight);
	rating_centre(w);
	for (int i = 0; i < bots; i++)
		for (int e = 0; e < w->f.effects; e++) {
			double part = rating_effect_inverse(w, e, i);
			const double *pull = w->pull + (size_t)e * (size_t)bots;
			for (int k = 0; k <= i; k++)
				*elimination_at(w->inverse, i, k) -= part * pull[k];
		}
}

/* sum[i] += (one[i] - other[i])^2 weight, of four others. */
VECTOR_CLONES static void rating_add_squares(double *restrict sum, const double *restrict one,
	const double *const other[4], const double weight[4])
{
	const double *a = other[0], *b = other[1], *c = other[2], *d = other[3];
	for (int i = 0; i < RATING_COLUMNS; i++)
		sum[i] += weight[0] * (one[i] - a[i]) * (one[i] - a[i]) +
			  weight[1] * (one[i] - b[i]) * (one[i] - b[i]) +
			  weight[2] * (one[i] - c[i]) * (one[i] - c[i]) +
			  weight[3] * (one[i] - d[i]) * (one[i] - d[i]);
}

/* How much results move the ratings of some bots: for each of them, its column of the inverse times
 * the noise times that column. from: the first of them; column: by bot, the columns of these. */
static void rating_noise(const struct rating_work *w, int from,
	const double (*column)[RATING_COLUMNS], double noise[RATING_COLUMNS])
{
	const struct game_graph *g = &w->f.graph;
	const struct moments *m = &w->residuals.noise;
	for (int a = 0; a < g->bots; a++)
		for (size_t p = g->start[a], end = g->start[a + 1]; p < end; p += 4) {
			const double *other[4];
			double weight[4];
			for (size_t k = 0; k < 4; k++) {
				other[k] = column[p + k < end ? g->other[p + k] : a];
				weight[k] = p + k < end ? m->weight[p + k] : 0;
			}
			rating_add_squares(noise, column[a], other, weight);
		}
	for (int e = 0; e < w->f.effects; e++)
		for (int i = 0; i < RATING_COLUMNS && from + i < g->bots; i++) {
			double own = rating_effect_inverse(w, e, from + i), sum = 0;
			for (int b = 0; b < g->bots; b++)
				sum += 2 * m->border[e * g->bots + b] * column[b][i];
			for (int k = 0; k < w->f.effects; k++)
				sum += m->corner[e * w->f.effects + k] *
				       rating_effect_inverse(w, k, from + i);
			noise[i] += own * sum;
		}
}

/* A bot's own variance, mixed with that of all games as if it had a few more of those. */
static void rating_variances(struct rating_work *w)
{
	int bots = w->t->bots;
	double(*column)[RATING_COLUMNS] = memory_get((size_t)bots + 1, sizeof *column);
	for (int from = 0; from < bots; from += RATING_COLUMNS) {
		double noise[RATING_COLUMNS] = {0};
		for (int b = 0; b < bots; b++)
			for (int i = 0; i < RATING_COLUMNS && from + i < bots; i++)
				column[b][i] = *elimination_at(w->inverse, b, from + i);
		rating_noise(w, from, column, noise);
		for (int i = 0; i < RATING_COLUMNS && from + i < bots; i++) {
			double games = (double)w->t->rating[from + i].games;
			double own = w->own[from + i] = column[from + i][i];
			double varies = own > 0 ? fmax(noise[i], 0) / own : 0;
			w->varies[from + i] = (games * varies + RATING_MIXED * w->t->variance) /
					      (games + RATING_MIXED);
		}
	}
	free(column);
}

/* The variance of the difference of two ratings. */
static double rating_apart(const struct rating_work *w, int one, int other)
{
	double both = w->own[one] + w->own[other] - 2 * *elimination_at(w->inverse, one, other);
	return (w->varies[one] + w->varies[other]) / 2 * both;
}

/* The only anchor of a group; -1: it has none, or several. */
static int rating_only_anchor(const struct rating_work *w, int group)
{
	int anchor = -1, found = 0;
	for (int i = 0; i < w->options->anchors_count; i++)
		if (w->t->rating[w->options->anchors[i]].group == group) {
			anchor = w->options->anchors[i];
			found++;
		}
	return found == 1 ? anchor : -1;
}

/* The variance of a rating against the anchor, or if that is -1 against the mean of its group. */
static double rating_variance(const struct rating_work *w, int bot, int anchor)
{
	if (anchor < 0)
		return w->varies[bot] * w->own[bot];
	return bot != anchor ? rating_apart(w, bot, anchor) : 0;
}

/* Compares the bot at a place of its group with those below it: which ranks that leaves open to
 * them all, and whether it is above the next. */
static void rating_rank(struct rating_work *w, const int *group, int size, int place, int anchor)
{
	struct rating *rating = w->t->rating, *own = &rating[group[place]];
	own->best++;
	own->worst += size;
	own->error = size < 2 ? NAN : RATING_ELO * sqrt(rating_variance(w, group[place], anchor));
	own->above = NAN;
	for (int i = place + 1; i < size; i++) {
		struct rating *other = &rating[group[i]];
		double apart = (own->elo - other->elo) / RATING_ELO;
		double square = rating_apart(w, group[place], group[i]);
		bool decided = apart * apart > RATING_DECIDED * RATING_DECIDED * square;
		own->worst -= decided;
		other->best += decided;
		if (i == place + 1)
			own->above = square > 0 ? erfc(-apart / sqrt(2 * square)) / 2 : 0.5;
	}
}

static void rating_ranks(struct rating_work *w)
{
	const struct rating_table *t = w->t;
	for (int first = 0, end; first < t->rated; first = end) {
		int group = t->rating[t->order[first]].group;
		for (end = first; end < t->rated && t->rating[t->order[end]].group == group;)
			end++;
		int anchor = rating_only_anchor(w, group);
		for (int i = first; i < end; i++)
			rating_rank(w, t->order + first, end - first, i - first, anchor);
	}
}

/* The error of a sum of effects, each times its part; Elo. */
static double rating_effect_error(const struct rating_work *w, const double *parts)
{
	size_t bots = (size_t)w->t->bots, effects = (size_t)w->f.effects;
	double *row = memory_get(2 * (bots + RATING_SEATS), sizeof *row), square = 0;
	double *noise = row + bots + RATING_SEATS;
	for (size_t k = 0; k < effects; k++) {
		for (size_t i = 0; i < effects; i++)
			row[bots + k] += w->effects[k * effects + i] * parts[i];
		square += w->t->variance * row[bots + k] * parts[k];
		for (size_t b = 0; b < bots; b++)
			row[b] -= w->pull[k * bots + b] * row[bots + k];
	}
	double games = (double)w->f.games->count;
	fit_times(&w->f, &w->residuals.noise, row, noise);
	square = (games * fmax(fit_dot(&w->f, row, noise), 0) + RATING_MIXED * square) /
		 (games + RATING_MIXED);
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

/* Errors, probabilities and ranks; the table has its order already. */
static void rating_errors(struct rating_work *w)
{
	/* Half a coin more, so that the variance is never nothing. */
	w->residuals = (struct residuals){.found = 0.5, .expected = 0.5};
	fit_moments_init(&w->residuals.noise, &w->f);
	w->f.model->residuals(&w->f, &w->residuals);
	w->t->variance = w->residuals.found / w->residuals.expected;
	rating_separate(w);
	rating_invert_hessian(w);
	rating_variances(w);
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
	if (!w->no_errors)
		rating_errors(w);
}

static void rating_work_init(struct rating_work *w, const struct rating_games *games, bool effects)
{
	size_t bots = (size_t)games->bots + 1;
	fit_init(&w->f, games, effects);
	components_init(&w->sets, &w->f.graph);
	w->f.group = w->sets.group;
	w->pull = memory_get(bots * (size_t)w->f.effects + 1, sizeof *w->pull);
	w->own = memory_get(bots, sizeof *w->own);
	w->varies = memory_get(bots, sizeof *w->varies);
}

static void rating_work_clear(struct rating_work *w)
{
	components_clear(&w->sets);
	fit_clear(&w->f);
	free(w->pull);
	fit_moments_clear(&w->residuals.noise);
	elimination_inverse_free(w->inverse);
	free(w->own);
	free(w->varies);
}

struct rating_table *rating_create(
	const struct rating_games *games, const struct rating_options *options)
{
	struct rating_table *t = memory_get(1, sizeof *t);
	struct rating_work w = {.t = t, .no_errors = options->no_errors, .options = options};
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
		return "no game tells the strengths apart yet";
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
