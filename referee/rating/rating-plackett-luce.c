/*
 * rating-plackett-luce.c - games of more seats: Plackett-Luce with effects of seats.
 *
 * A game is a row of choices: the first place from all seats, the second from the rest, and so
 * on. Where m seats tie, the mean over all their orders is the mean over all sets that are left on
 * the way: each set of q of them has weight 1 / (m over q), so six seats have 63 choices at most
 * rather than 720 orders. Each choice among p is diag(p) - p p' in the Hessian: a Laplacian.
 *
 * The last seat's effect is held at 0 here; the table moves all to a sum of 0.
 */
#include <math.h>
#include <string.h>

#include "referee/rating/rating-fit.h"

/* One game at one point. */
struct pl_game {
	int seats;
	const int32_t *bot;
	const uint8_t *rank;
	double strength[RATING_SEATS]; /* with the effect of the seat */
	double gradient[RATING_SEATS];
	double information[RATING_SEATS][RATING_SEATS];
};

static int pl_effects(int seats)
{
	return seats - 1;
}

static double pl_effect(const struct fit *f, const double *x, int seat)
{
	return seat < f->effects ? x[f->games->bots + seat] : 0;
}

/* One choice among the seats of a set of bits; weight: the share of orders that have it. */
static void pl_choice(struct pl_game *g, unsigned set, double weight)
{
	double chance[RATING_SEATS] = {0}, sum = 0, best = -INFINITY;
	for (int i = 0; i < g->seats; i++)
		if (set >> i & 1)
			best = fmax(best, g->strength[i]);
	for (int i = 0; i < g->seats; i++)
		if (set >> i & 1)
			sum += chance[i] = exp(g->strength[i] - best);
	for (int i = 0; i < g->seats; i++) {
		chance[i] /= sum;
		g->gradient[i] -= weight * chance[i];
	}
	for (int i = 0; i < g->seats; i++) {
		for (int k = 0; k < g->seats; k++)
			g->information[i][k] -= weight * chance[i] * chance[k];
		g->information[i][i] += weight * chance[i];
	}
}

/* 1 / (count over part). */
static double pl_share(int count, int part)
{
	double share = 1;
	for (int i = 1; i <= part; i++)
		share *= (double)i / (count - part + i);
	return share;
}

/* The choices of the seats that tie, the rest being ranked below them. */
static void pl_tie(struct pl_game *g, unsigned tied, unsigned rest)
{
	int count = __builtin_popcount(tied);
	for (unsigned set = tied; set > 0; set = (set - 1) & tied)
		pl_choice(g, set | rest, pl_share(count, __builtin_popcount(set)));
	for (int i = 0; i < g->seats; i++)
		g->gradient[i] += tied >> i & 1;
}

/* The derivatives of one game at point x. */
static void pl_game(struct pl_game *g, const struct fit *f, const double *x, size_t game)
{
	int seats = f->games->seats;
	*g = (struct pl_game){.bot = f->games->bot + game * (size_t)seats,
		.rank = f->games->rank + game * (size_t)seats};
	while (g->seats < seats && g->bot[g->seats] >= 0)
		g->seats++;
	seats = g->seats;
	for (int i = 0; i < seats; i++)
		g->strength[i] = x[g->bot[i]] + pl_effect(f, x, i);
	for (int i = 0; i < seats; i++) {
		unsigned tied = 0, rest = 0;
		bool first = true;
		for (int k = 0; k < seats; k++) {
			bool counts = fit_counts(f, g->bot[i], g->bot[k]);
			first = first && !(k < i && counts && g->rank[k] == g->rank[i]);
			tied |= (unsigned)(counts && g->rank[k] == g->rank[i]) << k;
			rest |= (unsigned)(counts && g->rank[k] > g->rank[i]) << k;
		}
		if (first)
			pl_tie(g, tied, rest);
	}
}

static void pl_game_moments(
	const struct fit *f, const struct pl_game *g, size_t game, struct moments *m)
{
	size_t bots = (size_t)f->games->bots;
	const uint32_t *pair = f->graph.pair + game * (size_t)f->graph.ways;
	for (int i = 0; i < g->seats; i++) {
		m->gradient[g->bot[i]] += g->gradient[i];
		for (int k = i + 1; k < g->seats; k++)
			if (pair[k - i - 1] != GAME_GRAPH_NONE)
				m->weight[pair[k - i - 1]] -= g->information[i][k];
		pair += f->games->seats - i - 1; /* free seats are the last */
		for (int e = 0; e < f->effects; e++)
			m->border[(size_t)e * bots + (size_t)g->bot[i]] += g->information[i][e];
	}
	for (int e = 0; e < f->effects; e++) {
		m->gradient[bots + (size_t)e] += g->gradient[e];
		for (int k = 0; k < f->effects; k++)
			m->corner[e * f->effects + k] += g->information[e][k];
	}
}

/* Virtual results of one half between the bots of a pair in these two seats. */
struct pl_virtual {
	int a, b, seat_a, seat_b;
	double weight, expected; /* of a */
};

static void pl_virtual_moments(
	const struct fit *f, const struct pl_virtual *v, size_t pair, struct moments *m)
{
	size_t bots = (size_t)f->games->bots;
	double gradient = v->weight * (0.5 - v->expected);
	double information = v->weight * v->expected * (1 - v->expected);
	int seats[2] = {v->seat_a, v->seat_b};
	m->gradient[v->a] += gradient;
	m->gradient[v->b] -= gradient;
	m->weight[pair] += information;
	for (int i = 0; i < 2; i++) {
		int e = seats[i], other = seats[1 - i], sign = i == 0 ? 1 : -1;
		if (e >= f->effects)
			continue;
		double *border = m->border + (size_t)e * bots;
		m->gradient[bots + (size_t)e] += sign * gradient;
		border[v->a] += sign * information;
		border[v->b] -= sign * information;
		m->corner[e * f->effects + e] += information;
		if (other < f->effects)
			m->corner[e * f->effects + other] -= information;
	}
}

/* All virtual results of a pair; where seats are worth nothing they are all alike. */
static void pl_pair(const struct fit *f, const double *x, int a, size_t pair, struct moments *m)
{
	int seats = f->games->seats, b = f->graph.other[pair];
	double all = fit_virtual(f, a, b, pair), apart = x[a] - x[b];
	struct pl_virtual v = {a, b, seats, seats, all, 1 / (1 + exp(-apart))};
	if (!fit_counts(f, a, b) || all == 0)
		return;
	if (f->effects == 0)
		pl_virtual_moments(f, &v, pair, m);
	for (int i = 0; i < seats && f->effects > 0; i++)
		for (int k = 0; k < seats; k++) {
			double effect = pl_effect(f, x, i) - pl_effect(f, x, k);
			v = (struct pl_virtual){a, b, i, k, all / (seats * (seats - 1)),
				1 / (1 + exp(-apart - effect))};
			if (i != k)
				pl_virtual_moments(f, &v, pair, m);
		}
}

static void pl_moments(const struct fit *f, const double *x, struct moments *m)
{
	size_t bots = (size_t)f->games->bots, effects = (size_t)f->effects;
	struct pl_game g;
	memset(m->gradient, 0, (bots + effects) * sizeof *m->gradient);
	memset(m->border, 0, bots * effects * sizeof *m->border);
	memset(m->weight, 0, f->graph.count * sizeof *m->weight);
	memset(m->corner, 0, sizeof m->corner);
	for (size_t i = 0; i < f->games->count; i++) {
		pl_game(&g, f, x, i);
		pl_game_moments(f, &g, i, m);
	}
	for (int a = 0; a < f->games->bots; a++)
		for (size_t p = f->graph.start[a]; p < f->graph.start[a + 1]; p++)
			pl_pair(f, x, a, p, m);
}

/* The virtual results of a pair vary as coins do, as if in seats that are worth the same. */
static double pl_coins(const struct fit *f, int a, size_t pair)
{
	double chance = 1 / (1 + exp(f->at[f->graph.other[pair]] - f->at[a]));
	return fit_virtual(f, a, f->graph.other[pair], pair) * chance * (1 - chance);
}

/* A game's residuals sum up to 0, so their products are a Laplacian as the information is. */
static void pl_residuals(const struct fit *f, struct residuals *r)
{
	struct pl_game g;
	for (size_t i = 0; i < f->games->count; i++) {
		pl_game(&g, f, f->at, i);
		for (int k = 0; k < g.seats; k++) {
			r->found += g.gradient[k] * g.gradient[k];
			r->expected += g.information[k][k];
			for (int l = 0; l < g.seats; l++)
				g.information[k][l] = g.gradient[k] * g.gradient[l];
		}
		pl_game_moments(f, &g, i, &r->noise);
	}
	for (int a = 0; a < f->games->bots; a++)
		for (size_t p = f->graph.start[a]; p < f->graph.start[a + 1]; p++) {
			double coins = pl_coins(f, a, p);
			r->found += 2 * coins;
			r->expected += 2 * coins;
			r->noise.weight[p] += coins;
		}
}

const struct rating_model rating_plackett_luce = {
	.name = "Plackett-Luce",
	.least = 2,
	.most = RATING_SEATS,
	.effects = pl_effects,
	.moments = pl_moments,
	.residuals = pl_residuals,
};
