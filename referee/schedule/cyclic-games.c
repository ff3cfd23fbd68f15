/*
 * cyclic-games.c - difference families by simulated annealing (Kirkpatrick, Gelatt and Vecchi
 * 1983).
 *
 * What is to become least is the sum of the squares of how often each difference occurs, which is
 * least when all occur equally often, and the same for the classes of differences. Chance is taken
 * in whole numbers, so that every machine finds the same family.
 */
#include "referee/schedule/cyclic-games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

enum {
	CYCLIC_GAMES_MULTIPLES = 6,  /* of the fewest sets, that are tried */
	CYCLIC_GAMES_STEPS = 400000, /* of the search, at most, for each */
	CYCLIC_GAMES_WARM = 12,	     /* temperatures, from this down to 0 */
	CYCLIC_GAMES_CLASS = 8	     /* what a class weighs against a difference */
};

struct cyclic_games_search {
	struct cyclic_games *f;
	uint64_t random;
	int *class;	/* by difference: its common divisor with the number of bots */
	int64_t *count; /* by difference */
	int64_t *sum;	/* by class: how much more than its share */
	int64_t cost;
	int64_t uneven; /* the part of it that classes have */
};

static int cyclic_games_divisor(int a, int b)
{
	return b == 0 ? a : cyclic_games_divisor(b, a % b);
}

/* The difference occurs once more, or less. */
static void cyclic_games_note(struct cyclic_games_search *s, int difference, int by)
{
	int d = difference < 0 ? difference + s->f->bots : difference;
	int64_t change = CYCLIC_GAMES_CLASS * (2 * by * s->sum[s->class[d]] + 1);
	s->cost += 2 * by * s->count[d] + 1 + change;
	s->uneven += change;
	s->count[d] += by;
	s->sum[s->class[d]] += by;
}

/* The number in a seat of a set counts with all others, or no more. */
static void cyclic_games_weigh(struct cyclic_games_search *s, int set, int seat, int by)
{
	const int *base = s->f->base[set];
	for (int other = 0; other < s->f->seats; other++) {
		if (other == seat)
			continue;
		cyclic_games_note(s, base[seat] - base[other], by);
		cyclic_games_note(s, base[other] - base[seat], by);
	}
}

static bool cyclic_games_has(const struct cyclic_games *f, int set, int seats, int number)
{
	for (int seat = 0; seat < seats; seat++) {
		if (f->base[set][seat] == number)
			return true;
	}
	return false;
}

static int cyclic_games_draw(struct cyclic_games_search *s, int below)
{
	return (int)random_below(&s->random, (uint64_t)below);
}

/* Sets drawn by lot, and their differences counted; each is to occur share times. */
static void cyclic_games_begin(struct cyclic_games_search *s, int64_t share)
{
	struct cyclic_games *f = s->f;
	memset(s->count, 0, (size_t)f->bots * sizeof *s->count);
	memset(s->sum, 0, ((size_t)f->bots + 1) * sizeof *s->sum);
	s->cost = s->uneven = 0;
	for (int d = 1; d < f->bots; d++) {
		s->count[d] = -share;
		s->sum[s->class[d]] -= share;
	}
	for (int d = 1; d < f->bots; d++) {
		int64_t sum = s->sum[d] * s->sum[d] * CYCLIC_GAMES_CLASS;
		s->cost += share * share + sum;
		s->uneven += sum;
	}
	for (int set = 0; set < f->sets; set++) {
		for (int seat = 0; seat < f->seats; seat++) {
			int number = cyclic_games_draw(s, f->bots);
			while (cyclic_games_has(f, set, seat, number))
				number = (number + 1) % f->bots;
			f->base[set][seat] = number;
			for (int other = 0; other < seat; other++) {
				cyclic_games_note(s, number - f->base[set][other], 1);
				cyclic_games_note(s, f->base[set][other] - number, 1);
			}
		}
	}
}

/* Changes one number, unless that makes it worse than the warmth allows. */
static void cyclic_games_step(struct cyclic_games_search *s, int warmth)
{
	struct cyclic_games *f = s->f;
	int set = cyclic_games_draw(s, f->sets), seat = cyclic_games_draw(s, f->seats);
	int number = cyclic_games_draw(s, f->bots), before = f->base[set][seat];
	int64_t cost = s->cost;
	if (cyclic_games_has(f, set, f->seats, number))
		return;
	/* Twice as bad is half as likely: the number of zeros at the end of a random number. */
	int64_t allowed = __builtin_ctzll(random_next(&s->random) | 1ull << 62) * warmth;
	cyclic_games_weigh(s, set, seat, -1);
	f->base[set][seat] = number;
	cyclic_games_weigh(s, set, seat, 1);
	if (s->cost <= cost + allowed)
		return;
	cyclic_games_weigh(s, set, seat, -1);
	f->base[set][seat] = before;
	cyclic_games_weigh(s, set, seat, 1);
}

static void cyclic_games_search(struct cyclic_games_search *s, int64_t share)
{
	struct cyclic_games *f = s->f;
	int64_t steps = 2000 + 600 * (int64_t)f->sets * f->seats;
	if (steps > CYCLIC_GAMES_STEPS)
		steps = CYCLIC_GAMES_STEPS;
	cyclic_games_begin(s, share);
	for (int64_t i = 0; i < steps && s->cost > 0; i++)
		cyclic_games_step(s, (int)(CYCLIC_GAMES_WARM - 1 - i * CYCLIC_GAMES_WARM / steps));
	f->exact = s->cost == 0;
	f->even = s->uneven == 0;
}

/* How many sets are needed at least for each difference to occur equally often. */
static int cyclic_games_least(int bots, int seats)
{
	for (int sets = 1;; sets++) {
		int64_t ordered = (int64_t)sets * seats * (seats - 1);
		int64_t share = ordered / (bots - 1);
		/* The difference n / 2 is its own opposite: it always comes twice. */
		if (ordered % (bots - 1) == 0 && (bots % 2 == 1 || share % 2 == 0))
			return sets;
	}
}

static void cyclic_games_find_units(struct cyclic_games *f)
{
	f->unit = memory_get((size_t)f->bots, sizeof *f->unit);
	for (int i = 1; i < f->bots; i++) {
		if (cyclic_games_divisor(i, f->bots) == 1)
			f->unit[f->units++] = i;
	}
}

void cyclic_games_init(struct cyclic_games *f, int bots, int seats, uint64_t seed)
{
	assert(seats >= 2 && seats <= bots);
	*f = (struct cyclic_games){.bots = bots, .seats = seats};
	struct cyclic_games_search s = {.f = f, .random = random_mix(seed, 0xfa)};
	int least = cyclic_games_least(bots, seats);
	s.class = memory_get((size_t)bots, sizeof *s.class);
	s.count = memory_get((size_t)bots, sizeof *s.count);
	s.sum = memory_get((size_t)bots + 1, sizeof *s.sum);
	for (int d = 1; d < bots; d++)
		s.class[d] = cyclic_games_divisor(d, bots);
	cyclic_games_find_units(f);
	for (int times = 1; times <= CYCLIC_GAMES_MULTIPLES && !f->exact; times++) {
		if (f->even && least > bots / 4 && bots > 64)
			break; /* nor would more sets be exact */
		f->sets = times * least;
		f->base = memory_resize(f->base, (size_t)f->sets, sizeof *f->base);
		cyclic_games_search(&s, (int64_t)f->sets * seats * (seats - 1) / (bots - 1));
	}
	free(s.class);
	free(s.count);
	free(s.sum);
}

void cyclic_games_clear(struct cyclic_games *f)
{
	free(f->base);
	free(f->unit);
	*f = (struct cyclic_games){.bots = 0};
}

void cyclic_games_game(const struct cyclic_games *f, int64_t block, int at, int bot[SEATS_MAX])
{
	const int *base = f->base[block % f->sets];
	int unit = f->unit[block / f->sets % f->units];
	for (int seat = 0; seat < f->seats; seat++)
		bot[seat] = (base[seat] * unit + at) % f->bots;
}

void cyclic_games_meetings(const struct cyclic_games *f, int64_t blocks, int64_t *met)
{
	/* What is equal for all pairs is left out. */
	if (f->exact)
		blocks %= f->sets;
	else if (f->even)
		blocks %= (int64_t)f->sets * f->units;
	memset(met, 0, (size_t)f->bots * sizeof *met);
	for (int64_t block = blocks - 1; block >= 0; block--) {
		int bot[SEATS_MAX];
		cyclic_games_game(f, block, 0, bot);
		for (int a = 0; a < f->seats; a++) {
			for (int b = 0; b < f->seats; b++) {
				if (a != b)
					met[(bot[a] - bot[b] + f->bots) % f->bots]++;
			}
		}
	}
}
