/*
 * machine-chance.c - compares the games of a machine with those of all others.
 */
#include "referee/machines/machine-chance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/rules.h"

enum { CHANCE_QUICK = 4, CHANCE_SHORT = 2, CHANCE_STEPS = 200 };

/* A game as a sign needs it: how large it is, compared with those of its group. */
struct chance_value {
	uint64_t bots;
	bool own;
	double size;
};

void machine_chance_clear(struct machine_chance *c)
{
	free(c->games);
	free(c->names);
	free(c->played);
	*c = (struct machine_chance){.games = NULL};
}

/* --- the bound -------------------------------------------------------------------------------- */

/* The logarithm of the bound with this factor: the product over the groups of
 * (1 + p (e^f - 1))^n e^(-f k), of n games of which k have the sign, if p is the share of all. */
static double chance_exponent(
	const struct machine_chance_group *groups, int count, bool others, double factor)
{
	double sum = 0;
	for (int i = 0; i < count; i++) {
		const struct machine_chance_group *g = &groups[i];
		double share = (double)g->signs / g->games;
		/* Many signs of the machine are few of the others: the smaller sample tells more.
		 */
		double n = others ? g->games - g->own : g->own;
		double k = others ? n - (g->signs - g->own_signs) : g->own_signs;
		double p = others ? 1 - share : share;
		sum += n * log1p(p * expm1(factor)) - factor * k;
	}
	return sum;
}

/* The least exponent over all factors above 0, which is convex in the factor: a search by thirds.
 */
static double chance_least(const struct machine_chance_group *groups, int count, bool others)
{
	double low = 0, high = 60;
	for (int i = 0; i < CHANCE_STEPS; i++) {
		double a = low + (high - low) / 3, b = high - (high - low) / 3;
		if (chance_exponent(groups, count, others, a) <
			chance_exponent(groups, count, others, b))
			high = b;
		else
			low = a;
	}
	return chance_exponent(groups, count, others, low);
}

double machine_chance_bound(const struct machine_chance_group *groups, int count)
{
	double own = chance_least(groups, count, false), others = chance_least(groups, count, true);
	double least = own < others ? own : others;
	return least < 0 ? exp(least) : 1;
}

/* --- signs ------------------------------------------------------------------------------------ */

static double chance_failed(const struct machine_chance_game *g, bool own)
{
	(void)own;
	return g->failed ? 0 : 1;
}

/* The machine's games count as if they took four times as long, and so on. */
static double chance_took(const struct machine_chance_game *g, bool own)
{
	return (double)g->took * (own ? CHANCE_QUICK : 1);
}

static double chance_plies(const struct machine_chance_game *g, bool own)
{
	return (double)g->plies * (own ? CHANCE_SHORT : 1);
}

static const struct chance_sign {
	double (*size)(const struct machine_chance_game *g, bool own);
	bool median; /* below the median is the sign; else 0 is */
	enum machine_chance_blame blame;
	const char *text;
} chance_signs[] = {
	/* the graver ones first */
	{chance_failed, false, MACHINE_CHANCE_WRONG,
		"bots failed in far more games there than elsewhere"},
	{chance_plies, true, MACHINE_CHANCE_WRONG,
		"its games have less than half of the moves that they have elsewhere"},
	{chance_took, true, MACHINE_CHANCE_QUICK,
		"its games take less than a quarter of their time elsewhere"},
};

static int chance_compare(const void *a, const void *b)
{
	const struct chance_value *x = a, *y = b;
	if (x->bots != y->bots)
		return x->bots < y->bots ? -1 : 1;
	return (x->size > y->size) - (x->size < y->size);
}

/* Counts a group, whose values are sorted. */
static struct machine_chance_group chance_count(
	const struct chance_value *values, int count, bool median)
{
	struct machine_chance_group g = {.games = count};
	double limit = median ? values[count / 2].size : 1;
	for (int i = 0; i < count; i++) {
		bool sign = values[i].size < limit;
		g.signs += sign;
		g.own += values[i].own;
		g.own_signs += sign && values[i].own;
	}
	return g;
}

/* A bound of the probability of a machine's games by this sign. */
static double chance_judge(
	const struct machine_chance *c, int machine, const struct chance_sign *sign)
{
	struct chance_value *values = memory_get(c->count, sizeof *values);
	struct machine_chance_group *groups = memory_get(c->count, sizeof *groups);
	int count = 0;
	for (size_t i = 0; i < c->count; i++) {
		bool own = c->games[i].machine == machine;
		values[i] =
			(struct chance_value){c->games[i].bots, own, sign->size(&c->games[i], own)};
	}
	qsort(values, c->count, sizeof *values, chance_compare);
	for (size_t at = 0, next; at < c->count; at = next) {
		for (next = at; next < c->count && values[next].bots == values[at].bots;)
			next++;
		struct machine_chance_group g =
			chance_count(&values[at], (int)(next - at), sign->median);
		if (g.own > 0 && g.own < g.games)
			groups[count++] = g;
	}
	double bound = machine_chance_bound(groups, count);
	free(groups);
	free(values);
	return bound;
}

/* --- games ------------------------------------------------------------------------------------ */

/* -1: there are too many. */
static int chance_machine(struct machine_chance *c, const char *name)
{
	int i = 0;
	while (i < c->machines && strcmp(c->names[i], name) != 0)
		i++;
	if (i < c->machines || i == MACHINE_CHANCE_MACHINES)
		return i < c->machines ? i : -1;
	c->names = memory_resize(c->names, (size_t)i + 1, sizeof *c->names);
	c->played = memory_resize(c->played, (size_t)i + 1, sizeof *c->played);
	snprintf(c->names[i], sizeof c->names[i], "%s", name);
	c->played[i] = 0;
	return c->machines++;
}

enum machine_chance_blame machine_chance_add(struct machine_chance *c,
	const struct machine_chance_played *game, char why[MACHINE_CHANCE_TEXT])
{
	int machine = chance_machine(c, game->machine);
	if (machine < 0)
		return MACHINE_CHANCE_NONE;
	uint64_t bots = 0; /* in whatever seats */
	for (int i = 0; i < game->seats; i++)
		bots += random_mix(1, (uint64_t)game->bots[i]);
	if (c->games == NULL)
		c->games = memory_get(MACHINE_CHANCE_GAMES, sizeof *c->games);
	c->games[c->next] =
		(struct machine_chance_game){bots, machine, game->plies, game->took, game->failed};
	c->next = (c->next + 1) % MACHINE_CHANCE_GAMES;
	c->count += c->count < MACHINE_CHANCE_GAMES;
	const long played = ++c->played[machine];
	if (played < MACHINE_CHANCE_LEAST || (played & (played - 1)) != 0)
		return MACHINE_CHANCE_NONE;
	for (size_t i = 0; i < sizeof chance_signs / sizeof *chance_signs; i++) {
		double bound = chance_judge(c, machine, &chance_signs[i]);
		if (bound >= MACHINE_CHANCE_P)
			continue;
		snprintf(why, MACHINE_CHANCE_TEXT, "%s (probability below %.0e)",
			chance_signs[i].text, bound);
		return chance_signs[i].blame;
	}
	return MACHINE_CHANCE_NONE;
}
