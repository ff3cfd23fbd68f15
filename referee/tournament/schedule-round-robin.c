/*
 * schedule-round-robin.c - everybody against everybody: in each round every choice of as many bots
 * as the game has seats, each in every order of seats, or in those that turn the seats around, in
 * which each of the bots sits in each seat once. So with s seats every two of n bots meet equally
 * often in a round, each in every seat equally often.
 *
 * A game's number is taken apart into round, order of seats, and choice of bots, so that any of
 * them is found without those before it. The choice varies fastest: all bots have met once before
 * the first two meet again with other seats.
 *
 * Pairs come in the order of the circle method. Larger choices are numbered in lexicographic order
 * (Knuth, The Art of Computer Programming 4A, 7.2.1.3) and visited in leaps near the golden section
 * of their number, so that a bot's games lie apart.
 *
 * When only so many games are asked for, they are a sample (sample.h).
 */
#include "referee/tournament/sample.h"

#include <assert.h>

/* n choose k; -1: too large. */
static int64_t round_robin_choose(int n, int k)
{
	int64_t ways = 1;
	for (int i = 1; i <= k; i++) {
		int64_t product;
		if (__builtin_mul_overflow(ways, (int64_t)(n - k + i), &product))
			return -1;
		ways = product / i;
	}
	return ways;
}

static int64_t round_robin_orders(int seats)
{
	return seats <= 1 ? 1 : seats * round_robin_orders(seats - 1);
}

/* How many orders of seats each choice plays in. */
static int64_t round_robin_turns(const struct tournament *t)
{
	return t->rotation ? t->players : round_robin_orders(t->players);
}

static int64_t round_robin_count(const struct tournament *t)
{
	if (t->bots_count < t->players)
		return 0;
	if (t->games > 0)
		return t->games;
	int64_t choices = round_robin_choose(t->bots_count, t->players);
	int64_t count;
	if (choices < 0 || __builtin_mul_overflow(choices, round_robin_turns(t), &count) ||
		__builtin_mul_overflow(count, (int64_t)t->rounds, &count))
		return -1;
	return count;
}

static int64_t round_robin_common(int64_t a, int64_t b)
{
	return b == 0 ? a : round_robin_common(b, a % b);
}

/* Choice number at of seats out of bots, in leaps. */
static void round_robin_group(int bots, int seats, int64_t at, int chosen[SEATS_MAX])
{
	int64_t choices = round_robin_choose(bots, seats);
	int64_t leap = choices - (int64_t)((double)choices * 0.3819660112501051);
	while (round_robin_common(leap, choices) != 1)
		leap++;
	int64_t rank = (int64_t)((__int128)at * leap % choices);
	int bot = 0;
	for (int seat = 0; seat < seats; seat++, bot++) {
		for (;; bot++) {
			int64_t with = round_robin_choose(bots - bot - 1, seats - seat - 1);
			if (rank < with)
				break;
			rank -= with;
		}
		chosen[seat] = bot;
	}
}

/* Order number at of the chosen bots: its digits in the factorial base say who comes next. */
static void round_robin_order(int seats, int64_t at, int chosen[SEATS_MAX], int bot[SEATS_MAX])
{
	for (int seat = 0; seat < seats; seat++) {
		int64_t orders = round_robin_orders(seats - seat - 1);
		int pick = (int)(at / orders);
		at %= orders;
		bot[seat] = chosen[pick];
		for (; pick + 1 < seats - seat; pick++)
			chosen[pick] = chosen[pick + 1];
	}
}

/* Turn number at of the chosen bots: everybody moves on by so many seats. */
static void round_robin_turn(int seats, int64_t at, const int chosen[SEATS_MAX], int bot[SEATS_MAX])
{
	for (int seat = 0; seat < seats; seat++)
		bot[seat] = chosen[(seat + at) % seats];
}

static bool round_robin_next(const struct tournament *t, int64_t at, struct pairing *p)
{
	int64_t count = round_robin_count(t);
	if (at < 0 || at >= count)
		return false;
	if (t->games > 0) {
		sample_game(t, at, p);
		return true;
	}
	int64_t choices = round_robin_choose(t->bots_count, t->players);
	int64_t games = count / t->rounds;
	int chosen[SEATS_MAX];
	*p = (struct pairing){.round = (int)(at / games) + 1, .seats = t->players};
	at %= games;
	if (t->players == 2)
		schedule_pair(t->bots_count, at % choices, chosen);
	else
		round_robin_group(t->bots_count, t->players, at % choices, chosen);
	if (t->rotation)
		round_robin_turn(t->players, at / choices, chosen, p->bot);
	else
		round_robin_order(t->players, at / choices, chosen, p->bot);
	schedule_seal(t, p);
	return true;
}

const struct schedule schedule_round_robin = {
	.name = "round-robin",
	.help = "everybody against everybody",
	.takes = "rounds games orders",
	.count = round_robin_count,
	.next = round_robin_next,
};
