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
	EVENING_PLAYED = 24,	/* what a bot's games weigh against a pair's */
	EVENING_UNFAIR = 1000,	/* more than pairs can differ by */
	EVENING_CLASH = 64,	/* and a game with the same bot twice */
	EVENING_WARM = 24,	/* temperatures, from this down to 0, over and over */
	EVENING_NEAR = 16,	/* what may be a better choice though it costs more */
	EVENING_CYCLES = 60,	/* at most */
	EVENING_STEPS = 5000000 /* at most, in all */
};

void evening_init(struct evening *e, int bots, int seats, int rows, uint64_t seed)
{
	*e = (struct evening){.bots = bots, .seats = seats, .rows = rows, .active = rows};
	e->random = random_mix(seed, 0xe0);
	e->row = memory_get((size_t)rows, sizeof *e->row);
	e->met = memory_get((size_t)bots * (size_t)bots, sizeof *e->met);
	e->played = memory_get((size_t)bots, sizeof *e->played);
}

void evening_clear(struct evening *e)
{
	free(e->row);
	free(e->met);
	free(e->played);
	*e = (struct evening){.rows = 0};
}

static void evening_meet(struct evening *e, int a, int b, int by)
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

static void evening_play(struct evening *e, int bot, int by)
{
	e->cost += EVENING_PLAYED * (2 * by * (int64_t)e->played[bot] + 1);
	e->played[bot] += by;
}

/* Counts all that is played in, or out again. */
static void evening_count(struct evening *e, int by)
{
	for (int i = 0; i < e->active; i++) {
		for (int a = 0; a < e->seats; a++) {
			evening_play(e, e->row[i][a], by);
			for (int b = 0; b < a; b++)
				evening_meet(e, e->row[i][a], e->row[i][b], by);
		}
	}
}

/* The sum of squares when so much is shared out as evenly as can be. */
static int64_t evening_least(int64_t sum, int64_t among)
{
	int64_t each = sum / among, more = sum % among;
	return (among - more) * each * each + more * (each + 1) * (each + 1);
}

/* The cost counted anew, and the least that it can be. */
static int64_t evening_aim(struct evening *e)
{
	int64_t meetings = 0, games = 0, pairs = (int64_t)e->bots * (e->bots - 1) / 2;
	e->cost = 0;
	for (int a = 0; a < e->bots; a++) {
		int64_t played = e->played[a];
		games += played;
		e->cost += EVENING_PLAYED * played * played;
		for (int b = a + 1; b < e->bots; b++) {
			int64_t met = e->met[a * e->bots + b];
			meetings += met;
			e->cost += met * met;
		}
	}
	meetings += e->clashes;
	/* A pair that does not meet is what a clash saves. */
	e->clash = EVENING_CLASH + 2 * (meetings / pairs);
	e->cost += e->clashes * e->clash;
	return evening_least(meetings, pairs) + EVENING_PLAYED * evening_least(games, e->bots);
}

/* Puts another bot into a seat. */
static void evening_put(struct evening *e, int game, int seat, int bot)
{
	int16_t *row = e->row[game];
	if (game < e->active) {
		evening_play(e, row[seat], -1);
		evening_play(e, bot, 1);
		for (int other = 0; other < e->seats; other++) {
			if (other == seat)
				continue;
			evening_meet(e, row[seat], row[other], -1);
			evening_meet(e, bot, row[other], 1);
		}
	}
	row[seat] = (int16_t)bot;
}

/* Swaps two bots of a seat, unless that makes it worse than the warmth allows. */
static void evening_step(struct evening *e, int warmth)
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
	evening_put(e, one, seat, b);
	evening_put(e, other, seat, a);
	if (e->cost <= cost + zeros * warmth / 32)
		return;
	evening_put(e, one, seat, a);
	evening_put(e, other, seat, b);
}

/* The best that was there: where pairs within one cannot be, those that differ least. */
struct evening_best {
	int64_t cost;
	int clashes, spread;
	int16_t (*row)[SEATS_MAX]; /* owned */
};

/* How much pairs differ; whatever they do, bots must not differ by more than one. */
static int evening_spread(const struct evening *e)
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
	return (often - rare > 1 ? often - rare : 0) * EVENING_UNFAIR + (most - least);
}

static void evening_keep(const struct evening *e, struct evening_best *best)
{
	int spread = evening_spread(e);
	bool same = e->clashes == best->clashes;
	if (e->clashes > best->clashes || (same && spread > best->spread) ||
		(same && spread == best->spread && e->cost >= best->cost))
		return;
	best->cost = e->cost;
	best->clashes = e->clashes;
	best->spread = spread;
	memcpy(best->row, e->row, (size_t)e->rows * sizeof *e->row);
}

bool evening_run(struct evening *e)
{
	assert(e->rows % e->bots == 0 && e->from < e->active && e->active <= e->rows);
	evening_count(e, 1);
	int64_t aim = evening_aim(e), cycle = 4000 + 40 * (int64_t)(e->active - e->from) * e->bots;
	if (cycle > EVENING_STEPS)
		cycle = EVENING_STEPS;
	struct evening_best best = {.cost = INT64_MAX, .clashes = INT32_MAX, .spread = INT32_MAX};
	best.row = memory_get((size_t)e->rows, sizeof *best.row);
	evening_keep(e, &best);
	int64_t steps = 0, look = 1 + (int64_t)e->bots * e->bots / 8;
	for (int i = 0; i < EVENING_CYCLES && steps < EVENING_STEPS && best.cost > aim; i++) {
		for (int64_t step = 0; step < cycle && e->cost > aim; step++, steps++) {
			evening_step(e, (int)(EVENING_WARM - 1 - step * EVENING_WARM / cycle));
			/* So seldom that looking costs less than the steps. */
			if (step % look == 0 && e->cost < best.cost + EVENING_NEAR)
				evening_keep(e, &best);
		}
		evening_keep(e, &best);
	}
	evening_count(e, -1);
	memcpy(e->row, best.row, (size_t)e->rows * sizeof *e->row);
	free(best.row);
	return best.clashes == 0;
}
