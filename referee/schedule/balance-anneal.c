/*
 * balance-anneal.c - simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) on the sum of the
 * squares of how often pairs meet, which is least when all meet equally often within one, and of
 * how often bots play. Chance is taken in whole numbers, so that every machine finds the same
 * games.
 */
#include "referee/schedule/balance-anneal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

enum {
	BALANCE_ANNEAL_PLAYED = 24,    /* what a bot's games weigh against a pair's */
	BALANCE_ANNEAL_UNFAIR = 1000,  /* more than pairs can differ by */
	BALANCE_ANNEAL_CLASH = 64,     /* and a game with the same bot twice */
	BALANCE_ANNEAL_WARM = 24,      /* temperatures, from this down to 0, over and over */
	BALANCE_ANNEAL_NEAR = 16,      /* what may be a better choice though it costs more */
	BALANCE_ANNEAL_CYCLES = 60,    /* at most */
	BALANCE_ANNEAL_STEPS = 5000000 /* at most, in all */
};

void balance_anneal_init(struct balance_anneal *e, int bots, int seats, int rows, uint64_t seed)
{
	*e = (struct balance_anneal){.bots = bots, .seats = seats, .rows = rows, .active = rows};
	e->random = random_mix(seed, 0xe0);
	e->row = memory_get((size_t)rows, sizeof *e->row);
	e->met = memory_get((size_t)bots * (size_t)bots, sizeof *e->met);
	e->played = memory_get((size_t)bots, sizeof *e->played);
}

void balance_anneal_clear(struct balance_anneal *e)
{
	free(e->row);
	free(e->met);
	free(e->played);
	*e = (struct balance_anneal){.rows = 0};
}

static void balance_anneal_meet(struct balance_anneal *e, int a, int b, int by)
{
	if (a == b) {
		e->clashes += by;
		e->cost += by * e->clash;
		return;
	}
	int32_t *met = &e->met[a < b ? a * e->bots + b : b * e->bots + a];
	e->cost += 2 * by * (int64_t)*met + 1;
	*met += by;
}

static void balance_anneal_play(struct balance_anneal *e, int bot, int by)
{
	e->cost += BALANCE_ANNEAL_PLAYED * (2 * by * (int64_t)e->played[bot] + 1);
	e->played[bot] += by;
}

/* Counts all that is played in, or out again. */
static void balance_anneal_count(struct balance_anneal *e, int by)
{
	for (int i = 0; i < e->active; i++) {
		for (int a = 0; a < e->seats; a++) {
			balance_anneal_play(e, e->row[i][a], by);
			for (int b = 0; b < a; b++)
				balance_anneal_meet(e, e->row[i][a], e->row[i][b], by);
		}
	}
}

/* The sum of squares when so much is shared out as evenly as can be. */
static int64_t balance_anneal_least(int64_t sum, int64_t among)
{
	int64_t each = sum / among, more = sum % among;
	return (among - more) * each * each + more * (each + 1) * (each + 1);
}

/* The cost counted anew, and the least that it can be. */
static int64_t balance_anneal_aim(struct balance_anneal *e)
{
	int64_t meetings = 0, games = 0, pairs = (int64_t)e->bots * (e->bots - 1) / 2;
	e->cost = 0;
	for (int a = 0; a < e->bots; a++) {
		int64_t played = e->played[a];
		games += played;
		e->cost += BALANCE_ANNEAL_PLAYED * played * played;
		for (int b = a + 1; b < e->bots; b++) {
			int64_t met = e->met[a * e->bots + b];
			meetings += met;
			e->cost += met * met;
		}
	}
	meetings += e->clashes;
	/* A pair that does not meet is what a clash saves. */
	e->clash = BALANCE_ANNEAL_CLASH + 2 * (meetings / pairs);
	e->cost += e->clashes * e->clash;
	return balance_anneal_least(meetings, pairs) +
	       BALANCE_ANNEAL_PLAYED * balance_anneal_least(games, e->bots);
}

/* Puts another bot into a seat. */
static void balance_anneal_put(struct balance_anneal *e, int game, int seat, int bot)
{
	int16_t *row = e->row[game];
	if (game < e->active) {
		balance_anneal_play(e, row[seat], -1);
		balance_anneal_play(e, bot, 1);
		for (int other = 0; other < e->seats; other++) {
			if (other == seat)
				continue;
			balance_anneal_meet(e, row[seat], row[other], -1);
			balance_anneal_meet(e, bot, row[other], 1);
		}
	}
	row[seat] = (int16_t)bot;
}

/* Swaps two bots of a seat, unless that makes it worse than the warmth allows. */
static void balance_anneal_step(struct balance_anneal *e, int warmth)
{
	int choice = e->active - e->from, seat = (int)random_below(&e->random, (uint64_t)e->seats);
	int one = e->from + (int)random_below(&e->random, (uint64_t)choice);
	int block = one / e->bots * e->bots;
	int first = block < e->from ? e->from : block;
	int other = first + (int)random_below(&e->random, (uint64_t)(block + e->bots - first));
	int a = e->row[one][seat], b = e->row[other][seat];
	if (a == b)
		return;
	int64_t cost = e->cost;
	/* Twice as bad is half as likely: the number of zeros at the end of a random number. */
	int zeros = __builtin_ctzll(random_next(&e->random) | 1ull << 62);
	balance_anneal_put(e, one, seat, b);
	balance_anneal_put(e, other, seat, a);
	if (e->cost <= cost + zeros * warmth / 32)
		return;
	balance_anneal_put(e, one, seat, a);
	balance_anneal_put(e, other, seat, b);
}

/* The best that was there: where pairs within one cannot be, those that differ least. */
struct balance_anneal_best {
	int64_t cost;
	int clashes, spread;
	int16_t (*row)[SEATS_MAX]; /* owned */
};

/* How much pairs differ; whatever they do, bots must not differ by more than one. */
static int balance_anneal_spread(const struct balance_anneal *e)
{
	int32_t least = INT32_MAX, most = INT32_MIN, rare = INT32_MAX, often = INT32_MIN;
	for (int a = 0; a < e->bots; a++) {
		rare = e->played[a] < rare ? e->played[a] : rare;
		often = e->played[a] > often ? e->played[a] : often;
		for (int b = a + 1; b < e->bots; b++) {
			int32_t met = e->met[a * e->bots + b];
			least = met < least ? met : least;
			most = met > most ? met : most;
		}
	}
	return (often - rare > 1 ? often - rare : 0) * BALANCE_ANNEAL_UNFAIR + (most - least);
}

static void balance_anneal_keep(const struct balance_anneal *e, struct balance_anneal_best *best)
{
	int spread = balance_anneal_spread(e);
	bool same = e->clashes == best->clashes;
	if (e->clashes > best->clashes || (same && spread > best->spread) ||
		(same && spread == best->spread && e->cost >= best->cost))
		return;
	best->cost = e->cost;
	best->clashes = e->clashes;
	best->spread = spread;
	memcpy(best->row, e->row, (size_t)e->rows * sizeof *e->row);
}

bool balance_anneal_run(struct balance_anneal *e)
{
	assert(e->rows % e->bots == 0 && e->from < e->active && e->active <= e->rows);
	balance_anneal_count(e, 1);
	int64_t aim = balance_anneal_aim(e),
		cycle = 4000 + 40 * (int64_t)(e->active - e->from) * e->bots;
	if (cycle > BALANCE_ANNEAL_STEPS)
		cycle = BALANCE_ANNEAL_STEPS;
	struct balance_anneal_best best = {
		.cost = INT64_MAX, .clashes = INT32_MAX, .spread = INT32_MAX};
	best.row = memory_get((size_t)e->rows, sizeof *best.row);
	balance_anneal_keep(e, &best);
	int64_t steps = 0, look = 1 + (int64_t)e->bots * e->bots / 8;
	for (int i = 0;
		i < BALANCE_ANNEAL_CYCLES && steps < BALANCE_ANNEAL_STEPS && best.cost > aim; i++) {
		for (int64_t step = 0; step < cycle && e->cost > aim; step++, steps++) {
			balance_anneal_step(e, (int)(BALANCE_ANNEAL_WARM - 1 -
						       step * BALANCE_ANNEAL_WARM / cycle));
			/* So seldom that looking costs less than the steps. */
			if (step % look == 0 && e->cost < best.cost + BALANCE_ANNEAL_NEAR)
				balance_anneal_keep(e, &best);
		}
		balance_anneal_keep(e, &best);
	}
	balance_anneal_count(e, -1);
	memcpy(e->row, best.row, (size_t)e->rows * sizeof *e->row);
	free(best.row);
	return best.clashes == 0;
}
