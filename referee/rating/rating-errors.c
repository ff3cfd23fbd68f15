/*
 * rating-errors.c - how sure a fit is: errors, probabilities, ranks.
 */
#include "referee/rating/rating-errors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-diagonal.h"

#define ERRORS_COST    6e8    /* multiplications that exact errors may take */
#define ERRORS_ROOM    1.2e7  /* numbers that may be kept */
#define ERRORS_DECIDED 1.6449 /* so many standard errors leave 5% on one side */

struct errors {
	struct rating_table *t;
	const struct fit *f;
	const struct components *sets;
	const struct rating_effects *effects;
	struct fit plain;	  /* the strengths alone */
	double *found, *expected; /* by bot: as the model says */
	double *size;		  /* by group: bots */
	double *inverse;  /* by bot: the diagonal of the inverse, against the group's mean */
	double *variance; /* by bot */
	double most;	  /* the largest of them */
	double *varies;	  /* by bot: the variance over the inverse */
	float *rows;	  /* of the inverse, where there is room; NULL: they are solved for again */
	bool exact;
};

/* What the effects of seats add: row is L^-1 of something that sums up to 0 in each group. */
static void errors_add_effects(const struct errors *e, double *row)
{
	size_t bots = (size_t)e->f->games->bots, effects = (size_t)e->f->effects;
	double moved[RATING_SEATS] = {0};
	for (size_t k = 0; k < effects; k++)
		for (size_t b = 0; b < bots; b++)
			moved[k] += e->f->here.border[k * bots + b] * row[b];
	for (size_t k = 0; k < effects; k++) {
		row[bots + k] = 0;
		for (size_t i = 0; i < effects; i++)
			row[bots + k] -= e->effects->inverse[k * effects + i] * moved[i];
	}
	for (size_t k = 0; k < effects; k++)
		for (size_t b = 0; b < bots; b++)
			row[b] -= e->effects->pull[k * bots + b] * row[bots + k];
}

/* The row of the inverse that is a bot's, against the mean of its group; what is said of other
 * groups means nothing. room: one of a row. */
static void errors_row(const struct errors *e, int bot, double *room, double *row)
{
	int bots = e->f->games->bots, group = e->sets->group[bot];
	double size = e->size[group], mean = 0;
	for (int b = 0; b < bots; b++)
		room[b] = e->sets->group[b] == group ? -1 / size : 0;
	room[bot] += 1;
	elimination_solve(&e->f->elimination, room, row);
	for (int b = 0; b < bots; b++)
		mean += e->sets->group[b] == group ? row[b] : 0;
	for (int b = 0; b < bots; b++)
		row[b] -= mean / size;
	errors_add_effects(e, row);
}

/* Observed and expected, mixed with all games as if there were a few more of those. */
static double errors_mixed(const struct errors *e, int bot, double own)
{
	double games = (double)e->t->rating[bot].games;
	return (games * own + RATING_MIXED * e->t->variance * e->inverse[bot]) /
	       (games + RATING_MIXED);
}

static void errors_exact(struct errors *e)
{
	size_t bots = (size_t)e->f->games->bots;
	double *room = memory_get(bots, sizeof *room);
	double *row = memory_get(bots + RATING_SEATS, sizeof *row);
	for (int i = 0; i < e->t->rated; i++) {
		int bot = e->t->order[i];
		errors_row(e, bot, room, row);
		e->inverse[bot] = row[bot];
		e->variance[bot] = errors_mixed(e, bot, e->f->model->noise(e->f, row));
		e->varies[bot] = e->inverse[bot] > 0 ? e->variance[bot] / e->inverse[bot] : 0;
		for (size_t b = 0; b < bots && e->rows != NULL; b++)
			e->rows[(size_t)bot * bots + b] = (float)row[b];
	}
	free(room);
	free(row);
}

/* A bot's own games vary as they do, all the others' as all do. */
static void errors_estimated(struct errors *e)
{
	size_t bots = (size_t)e->f->games->bots, effects = (size_t)e->f->effects;
	double *degree = memory_get(bots, sizeof *degree);
	e->t->error_within = rating_diagonal(&e->plain, e->sets, e->inverse);
	game_graph_degrees(&e->f->meetings, e->f->here.weight, degree);
	for (int i = 0; i < e->t->rated; i++) {
		int bot = e->t->order[i];
		double own = degree[bot] > 0 ? 1 / degree[bot] : 0;
		double varies = e->expected[bot] > 0 ? e->found[bot] / e->expected[bot] : 0;
		for (size_t k = 0; k < effects * effects; k++)
			e->inverse[bot] += e->effects->inverse[k] *
					   e->effects->pull[k / effects * bots + (size_t)bot] *
					   e->effects->pull[k % effects * bots + (size_t)bot];
		double all = varies * own + e->t->variance * (e->inverse[bot] - own);
		e->variance[bot] = errors_mixed(e, bot, fmax(all, 0));
	}
	free(degree);
}

/* Of the difference of two: row is the one's, or NULL: they are independent. */
static double errors_apart(const struct errors *e, int one, int other, const double *row)
{
	if (row == NULL)
		return e->variance[one] + e->variance[other];
	return (e->varies[one] + e->varies[other]) / 2 *
	       (e->inverse[one] + e->inverse[other] - 2 * row[other]);
}

/* Is the bot at the one place surely apart from that at the other? */
static bool errors_decided(const struct errors *e, int one, int other, const double *row)
{
	const struct rating_table *t = e->t;
	double apart = t->rating[t->order[one]].elo - t->rating[t->order[other]].elo;
	double units = apart / RATING_ELO / ERRORS_DECIDED;
	return units * units > errors_apart(e, t->order[one], t->order[other], row);
}

/* Of the bots from one place on to another, how many are surely apart from that at a place. With
 * errors that are independent nobody matters who is behind one that even the largest error does not
 * reach. */
static int errors_apart_from(const struct errors *e, int place, int from, int to, const double *row)
{
	int step = from <= to ? 1 : -1, count = 0;
	const struct rating_table *t = e->t;
	for (int i = from; i != to; i += step) {
		double units = (t->rating[t->order[place]].elo - t->rating[t->order[i]].elo) /
			       RATING_ELO / ERRORS_DECIDED;
		double most = e->variance[t->order[place]] + e->most;
		if (row == NULL && units * units > most)
			return count + abs(to - i);
		count += errors_decided(e, place, i, row);
	}
	return count;
}

/* The places of the order where the group of the one at this place begins and ends. */
static void errors_group(const struct errors *e, int place, int *first, int *end)
{
	int group = e->sets->group[e->t->order[place]];
	for (*first = place; *first > 0; (*first)--)
		if (e->sets->group[e->t->order[*first - 1]] != group)
			break;
	*end = *first + (int)e->size[group];
}

/* Ranks that are open to the bot at a place of the order, and whether it is above the next. */
static void errors_rank(struct errors *e, int place, const double *row)
{
	struct rating_table *t = e->t;
	struct rating *own = &t->rating[t->order[place]];
	int first, end;
	errors_group(e, place, &first, &end);
	own->best = 1 + errors_apart_from(e, place, place - 1, first - 1, row);
	own->worst = end - first - errors_apart_from(e, place, place + 1, end, row);
	own->above = NAN;
	if (place + 1 == end)
		return;
	double apart = (own->elo - t->rating[t->order[place + 1]].elo) / RATING_ELO;
	double square = errors_apart(e, t->order[place], t->order[place + 1], row);
	own->above = square > 0 ? erfc(-apart / sqrt(2 * square)) / 2 : 0.5;
}

/* The row of a bot once more. */
static void errors_row_again(const struct errors *e, int bot, double *room, double *row)
{
	size_t bots = (size_t)e->f->games->bots;
	if (e->rows == NULL)
		errors_row(e, bot, room, row);
	for (size_t b = 0; b < bots && e->rows != NULL; b++)
		row[b] = e->rows[(size_t)bot * bots + b];
}

static void errors_ranks(struct errors *e)
{
	size_t bots = (size_t)e->f->games->bots;
	double *room = memory_get(bots, sizeof *room);
	double *row = memory_get(bots + RATING_SEATS, sizeof *row);
	for (size_t b = 0; b < bots; b++)
		e->most = fmax(e->most, e->variance[b]);
	for (int i = 0; i < e->t->rated; i++) {
		struct rating *r = &e->t->rating[e->t->order[i]];
		bool alone = e->size[e->sets->group[e->t->order[i]]] < 2;
		r->error = alone ? NAN : RATING_ELO * sqrt(e->variance[e->t->order[i]]);
		if (e->exact)
			errors_row_again(e, e->t->order[i], room, row);
		errors_rank(e, i, e->exact ? row : NULL);
	}
	free(room);
	free(row);
}

/* The error of a sum of effects, each times its part; Elo. */
static double errors_effect(const struct errors *e, const double *parts)
{
	size_t bots = (size_t)e->f->games->bots, effects = (size_t)e->f->effects;
	double *row = memory_get(bots + RATING_SEATS, sizeof *row), plain = 0;
	for (size_t k = 0; k < effects; k++) {
		for (size_t i = 0; i < effects; i++)
			row[bots + k] += e->effects->inverse[k * effects + i] * parts[i];
		plain += row[bots + k] * parts[k];
		for (size_t b = 0; b < bots; b++)
			row[b] -= e->effects->pull[k * bots + b] * row[bots + k];
	}
	plain *= e->t->variance;
	if (e->exact) {
		double games = (double)e->f->games->count;
		plain = (games * e->f->model->noise(e->f, row) + RATING_MIXED * plain) /
			(games + RATING_MIXED);
	}
	free(row);
	return RATING_ELO * sqrt(plain);
}

static void errors_effects(struct errors *e)
{
	double parts[RATING_SEATS] = {1};
	for (int i = 0; i < e->t->effects; i++) {
		for (int k = 0; k < e->f->effects && e->t->effects > 1; k++)
			parts[k] = (i == k) - 1.0 / e->t->effects;
		e->t->effect_error[i] = errors_effect(e, parts);
	}
}

/* How much results vary, over all; half a coin more, so that it is never nothing. */
static void errors_variance(struct errors *e)
{
	double found = 0.5, expected = 0.5;
	e->f->model->residuals(e->f, e->exact, e->found, e->expected);
	for (int b = 0; b < e->f->games->bots; b++) {
		found += e->found[b];
		expected += e->expected[b];
	}
	e->t->variance = found / expected;
}

void rating_errors(struct rating_table *t, const struct fit *f, const struct components *sets,
	const struct rating_effects *effects)
{
	size_t bots = (size_t)f->games->bots;
	const struct elimination *out = &f->elimination;
	struct errors e = {.t = t, .f = f, .sets = sets, .effects = effects, .plain = *f};
	double row = 4 * (double)out->start[out->count] + 20 * (double)bots +
		     2 * (double)f->meetings.count;
	e.plain.effects = 0;
	e.exact = out->exact && (double)bots * (2 * row + f->model->noise_cost(f)) < ERRORS_COST;
	e.found = memory_get(5 * bots + 1, sizeof *e.found);
	e.expected = e.found + bots;
	e.inverse = e.expected + bots;
	e.variance = e.inverse + bots;
	e.varies = e.variance + bots;
	if (e.exact && (double)bots * (double)bots < ERRORS_ROOM)
		e.rows = memory_resize(NULL, bots * bots + 1, sizeof *e.rows);
	e.size = memory_get((size_t)sets->groups + 1, sizeof *e.size);
	for (size_t b = 0; b < bots; b++)
		e.size[sets->group[b]]++;
	errors_variance(&e);
	if (e.exact)
		errors_exact(&e);
	else
		errors_estimated(&e);
	errors_ranks(&e);
	errors_effects(&e);
	free(e.rows);
	free(e.found);
	free(e.size);
}
