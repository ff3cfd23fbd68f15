/*
 * rating-bradley-terry.c - games of two seats: Bradley-Terry with an advantage of the first seat, a
 * draw being half a win each way.
 *
 * Games are summed up by pair and by the bot that sat first. For most graphs one exponential a bot
 * is enough, and a pair costs two divisions.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/rating/rating-fit.h"

enum { BT_RANGE = 600 }; /* an exponential of this is still a number, and so is its inverse */

/* By the bot that sat first: the lower number, the higher one. */
struct bt_pair {
	uint32_t games[2], draws[2];
	uint32_t score[2]; /* of the lower number: 2 for a win, 1 for a draw */
};

struct bt {
	struct bt_pair *pair, self; /* self: a bot against itself; the first seat's score */
};

/* The same of two seats, the virtual results among them, at one point. */
struct bt_side {
	double games, score, expected; /* expected: the chance of the lower number */
	double variance;	       /* of all results, as of coins */
};

/* Where the strengths are: e to the power of them, or the exponentials are taken pair by pair. */
struct bt_point {
	const double *x;
	double *power, *inverse; /* NULL: too far apart */
	double first;		 /* e to the power of the advantage */
};

static int bt_effects(int seats)
{
	(void)seats;
	return 1;
}

static void bt_count(struct bt_pair *p, int side, bool turned, int first, int second)
{
	int score = first < second ? 2 : first == second ? 1 : 0;
	p->games[side]++;
	p->draws[side] += score == 1;
	p->score[side] += (uint32_t)(turned ? 2 - score : score);
}

static void *bt_create(const struct fit *f)
{
	struct bt *bt = memory_get(1, sizeof *bt);
	const struct rating_games *g = f->games;
	bt->pair = memory_get(f->graph.count + 1, sizeof *bt->pair);
	for (size_t i = 0; i < g->count; i++) {
		uint32_t pair = f->graph.pair[i];
		bool turned = g->bot[2 * i] > g->bot[2 * i + 1];
		struct bt_pair *p = pair == GAME_GRAPH_NONE ? &bt->self : &bt->pair[pair];
		bt_count(p, turned, turned, g->rank[2 * i], g->rank[2 * i + 1]);
	}
	return bt;
}

static void bt_free(void *data)
{
	struct bt *bt = data;
	free(bt->pair);
	free(bt);
}

static void bt_point_init(struct bt_point *p, const struct fit *f, const double *x)
{
	size_t bots = (size_t)f->games->bots;
	double low = INFINITY, high = -INFINITY, first = f->effects > 0 ? x[bots] : 0;
	*p = (struct bt_point){.x = x, .first = exp(first)};
	for (size_t b = 0; b < bots; b++) {
		low = fmin(low, x[b]);
		high = fmax(high, x[b]);
	}
	if (!(high - low + 2 * fabs(first) < BT_RANGE))
		return;
	p->power = memory_get(bots, sizeof *p->power);
	p->inverse = memory_get(bots, sizeof *p->inverse);
	for (size_t b = 0; b < bots; b++) {
		p->power[b] = exp(x[b] - (low + high) / 2);
		p->inverse[b] = 1 / p->power[b];
	}
}

static void bt_point_clear(struct bt_point *p)
{
	free(p->power);
	free(p->inverse);
}

/* e to the power of how much stronger b is than a. */
static inline double bt_odds(const struct bt_point *p, int a, int b)
{
	if (p->power != NULL)
		return p->power[b] * p->inverse[a];
	return exp(fmax(-BT_RANGE, fmin(BT_RANGE, p->x[b] - p->x[a])));
}

/* odds: of the higher number over the lower one. */
static inline struct bt_side bt_side(const struct bt_pair *p, int side, double virtual, double odds)
{
	struct bt_side s = {p->games[side] + virtual / 2, p->score[side] / 2.0 + virtual / 4,
		1 / (1 + odds), 0};
	s.variance = s.games * odds * s.expected * s.expected;
	return s;
}

struct bt_sums {
	double gradient, weight, border; /* of one pair */
};

static inline struct bt_sums bt_sums(struct bt_side lower, struct bt_side higher, double *first)
{
	double one = lower.score - lower.games * lower.expected;
	double two = higher.score - higher.games * higher.expected;
	*first += one - two;
	return (struct bt_sums){
		one + two, lower.variance + higher.variance, lower.variance - higher.variance};
}

/* One pair: the lower number's part of the gradient and the border. */
static inline struct bt_sums bt_pair(
	const struct fit *f, const struct bt_point *at, int a, size_t pair, double *first)
{
	const struct bt *bt = f->data;
	int b = f->graph.other[pair];
	double odds = bt_odds(at, a, b), virtual = fit_virtual(f, a, b, pair);
	return bt_sums(bt_side(&bt->pair[pair], 0, virtual, odds / at->first),
		bt_side(&bt->pair[pair], 1, virtual, odds * at->first), first);
}

static void bt_moments(const struct fit *f, const double *x, struct moments *m)
{
	const struct bt *bt = f->data;
	int bots = f->games->bots;
	struct bt_point at;
	struct bt_side self;
	double first = 0, corner = 0;
	bt_point_init(&at, f, x);
	memset(m->gradient, 0, (size_t)(bots + f->effects) * sizeof *m->gradient);
	memset(m->border, 0, (size_t)(bots * f->effects) * sizeof *m->border);
	for (int a = 0; a < bots; a++)
		for (size_t p = f->graph.start[a]; p < f->graph.start[a + 1]; p++) {
			int b = f->graph.other[p];
			struct bt_sums s = {0, 0, 0};
			if (fit_counts(f, a, b))
				s = bt_pair(f, &at, a, p, &first);
			m->weight[p] = s.weight;
			m->gradient[a] += s.gradient;
			m->gradient[b] -= s.gradient;
			corner += s.weight;
			if (f->effects > 0) {
				m->border[a] += s.border;
				m->border[b] -= s.border;
			}
		}
	self = bt_side(&bt->self, 0, 0, 1 / at.first);
	if (f->effects > 0) {
		m->gradient[bots] = first + self.score - self.games * self.expected;
		m->corner[0] = corner + self.variance;
	}
	bt_point_clear(&at);
}

/* The square sum of the differences; virtual results are halves of wins. */
static double bt_found(const struct bt_pair *p, int side, double virtual, double expected)
{
	double score = p->score[side] / 2.0, missed = 1 - expected;
	double found = score - p->draws[side] / 4.0 - 2 * expected * score +
		       p->games[side] * expected * expected;
	return fmax(found, 0) + virtual / 4 * (missed * missed + expected * expected);
}

static void bt_residual(
	const struct fit *f, const struct bt_point *at, int a, size_t pair, struct residuals *r)
{
	const struct bt *bt = f->data;
	const struct bt_pair *p = &bt->pair[pair];
	int b = f->graph.other[pair];
	double odds = bt_odds(at, a, b), virtual = fit_virtual(f, a, b, pair);
	struct bt_side lower = bt_side(p, 0, virtual, odds / at->first);
	struct bt_side higher = bt_side(p, 1, virtual, odds * at->first);
	double one = bt_found(p, 0, virtual, lower.expected);
	double two = bt_found(p, 1, virtual, higher.expected);
	r->found += 2 * (one + two);
	r->expected += 2 * (lower.variance + higher.variance);
	r->noise.weight[pair] = one + two;
	if (f->effects > 0) {
		r->noise.border[a] += one - two;
		r->noise.border[b] -= one - two;
		r->noise.corner[0] += one + two;
	}
}

static void bt_residuals(const struct fit *f, struct residuals *r)
{
	const struct bt *bt = f->data;
	struct bt_point at;
	bt_point_init(&at, f, f->at);
	for (int a = 0; a < f->games->bots; a++)
		for (size_t p = f->graph.start[a]; p < f->graph.start[a + 1]; p++)
			bt_residual(f, &at, a, p, r);
	if (f->effects > 0)
		r->noise.corner[0] += bt_found(&bt->self, 0, 0, 1 / (1 + 1 / at.first));
	bt_point_clear(&at);
}

const struct rating_model rating_bradley_terry = {
	.name = "Bradley-Terry",
	.least = 2,
	.most = 2,
	.effects = bt_effects,
	.create = bt_create,
	.free = bt_free,
	.moments = bt_moments,
	.residuals = bt_residuals,
};
