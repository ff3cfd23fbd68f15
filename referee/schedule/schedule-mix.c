/*
 * schedule-mix.c - two bots fill all seats of a game, in all ways in which both of them sit.
 *
 * With s seats there are 2^s - 2 such ways, and in each round every pair of bots plays all of them,
 * from the same opening and the same seed. So in a round every pair meets equally often, and a bot
 * sits in every seat in half of its games; with two seats it is a round-robin. This is how papers
 * on games for many players compare two searches (Sturtevant 2003; Schadd and Winands 2011). A way
 * and its opposite follow each other; the pairs vary fastest.
 *
 * `games = N` plays N games, in blocks of as many as there are bots: in block number b each bot i
 * plays the bot i + d, with d and the way the same for all. So each
 * bot sits in every seat once in a block. The differences d take turns, so that pairs meet equally
 * often within one after any number of games; so do the numbers of seats that the first of the two
 * gets, and among the ways of one number those. Within a block the games of a bot lie apart. After
 * any number of games seats and pairs are within one; games of a bot are within one when no block
 * is left unfinished, and within two otherwise.
 *
 * A tournament that gets more games later keeps those that it had.
 */
#include "referee/schedule/schedule.h"

#include <assert.h>

static int64_t mix_count(const struct tournament *t)
{
	int64_t pairs = (int64_t)t->bots_count * (t->bots_count - 1) / 2;
	int64_t ways = (INT64_C(1) << t->players) - 2;
	if (t->bots_count < 2)
		return 0;
	return t->games > 0 ? t->games : pairs * ways * t->rounds;
}

/* Bit s of way says that the first bot sits in seat s + 1. */
static void mix_fill(struct pairing *p, unsigned way, int first, int second)
{
	for (int seat = 0; seat < p->seats; seat++)
		p->bot[seat] = way >> seat & 1 ? first : second;
}

/* The ways from 1 on, each followed by its opposite. */
static void mix_full(const struct tournament *t, int64_t at, struct pairing *p)
{
	int64_t pairs = (int64_t)t->bots_count * (t->bots_count - 1) / 2;
	unsigned all = (1u << t->players) - 1;
	int64_t games = pairs * (all - 1);
	int pair[2];
	p->round = (int)(at / games) + 1;
	schedule_pair(t->bots_count, at % pairs, pair);
	unsigned number = (unsigned)(at % games / pairs), way = number / 2 + 1;
	mix_fill(p, number % 2 == 0 ? way : all - way, pair[0], pair[1]);
}

/* Way number at of those that give the first bot this number of seats. */
static unsigned mix_way(int seats, int first, int64_t at)
{
	unsigned all = (1u << seats) - 1, ways = 0;
	for (unsigned way = 1; way < all; way++)
		ways += __builtin_popcount(way) == first;
	int64_t left = at % ways;
	for (unsigned way = 1;; way++) {
		if (__builtin_popcount(way) == first && left-- == 0)
			return way;
	}
}

static int mix_divisor(int a, int b)
{
	return b == 0 ? a : mix_divisor(b, a % b);
}

/* Game number at of a block whose pairs differ by d: along the circles that steps of d make, every
 * second pair, then the others, so that a bot does not play twice before the others have. */
static int mix_apart(int bots, int d, int at)
{
	int circles = mix_divisor(bots, d), length = bots / circles;
	int half = (length + 1) / 2, step, circle;
	if (at < half * circles) {
		step = at / circles * 2;
		circle = at % circles;
	} else {
		step = (at - half * circles) / circles * 2 + 1;
		circle = (at - half * circles) % circles;
	}
	return (int)((circle + (int64_t)step * d) % bots);
}

/*
 * The differences 1 .. (n - 1) / 2 give each pair once. With an even number of bots n / 2 gives
 * each of its pairs twice in a block, so it has its turn only every second time.
 */
static void mix_sampled(const struct tournament *t, int64_t at, struct pairing *p)
{
	int bots = t->bots_count, seats = t->players, whole = (bots - 1) / 2;
	int64_t block = at / bots, turns = bots % 2 == 0 ? 2 * whole + 1 : whole;
	int64_t pass = block / turns, turn = block % turns;
	int d = (int)(turn <= whole ? turn + 1 : turn - whole);
	if (bots % 2 == 1)
		d = (int)turn + 1;
	int one = mix_apart(bots, d, (int)(at % bots));
	/* One on when they would be the same again, so that each difference sees all numbers. */
	int64_t number = block + pass / ((seats - 1) / mix_divisor((int)turns, seats - 1));
	int first = (int)(number % (seats - 1)) + 1;
	p->round = (int)block + 1;
	mix_fill(p, mix_way(seats, first, number / (seats - 1)), one, (one + d) % bots);
}

static bool mix_next(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	const struct tournament *t = it->t;
	if (at < 0 || at >= mix_count(t))
		return false;
	*p = (struct pairing){.seats = t->players};
	if (t->games > 0)
		mix_sampled(t, at, p);
	else
		mix_full(t, at, p);
	schedule_seal(t, p);
	return true;
}

const struct schedule schedule_mix = {
	.name = "mix",
	.help = "let every two bots fill all seats of a game, in all ways",
	.takes = "rounds games",
	.fills = true,
	.count = mix_count,
	.next = mix_next,
};
