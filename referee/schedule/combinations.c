/*
 * combinations.c - choices, orders and permutations by number.
 */
#include "referee/schedule/combinations.h"

#include <assert.h>

enum { COMBINATIONS_FEISTEL = 8 };

int64_t combinations_choose(int n, int k)
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

static int64_t combinations_orders(int seats)
{
	return seats <= 1 ? 1 : seats * combinations_orders(seats - 1);
}

static int64_t combinations_common(int64_t a, int64_t b)
{
	return b == 0 ? a : combinations_common(b, a % b);
}

void combinations_group(int bots, int seats, int64_t at, int chosen[SEATS_MAX])
{
	int64_t choices = combinations_choose(bots, seats);
	int64_t leap = choices - (int64_t)((double)choices * 0.3819660112501051);
	while (combinations_common(leap, choices) != 1)
		leap++;
	int64_t rank = (int64_t)((__int128)at * leap % choices);
	int bot = 0;
	for (int seat = 0; seat < seats; seat++, bot++) {
		for (;; bot++) {
			int64_t with = combinations_choose(bots - bot - 1, seats - seat - 1);
			if (rank < with)
				break;
			rank -= with;
		}
		chosen[seat] = bot;
	}
}

/* Order number at of the chosen bots: its digits in the factorial base name the next bot. */
static void combinations_order(int seats, int64_t at, int chosen[SEATS_MAX], int bot[SEATS_MAX])
{
	for (int seat = 0; seat < seats; seat++) {
		int64_t orders = combinations_orders(seats - seat - 1);
		int pick = (int)(at / orders);
		at %= orders;
		bot[seat] = chosen[pick];
		for (; pick + 1 < seats - seat; pick++)
			chosen[pick] = chosen[pick + 1];
	}
}

/* Turn number at of the chosen bots: each moves on by that number of seats. */
static void combinations_turn(
	int seats, int64_t at, const int chosen[SEATS_MAX], int bot[SEATS_MAX])
{
	for (int seat = 0; seat < seats; seat++)
		bot[seat] = chosen[(seat + at) % seats];
}

int64_t combinations_turns(int seats, enum seat_orders orders)
{
	return orders == ORDERS_ONE	   ? 1
	       : orders == ORDERS_ROTATION ? seats
					   : combinations_orders(seats);
}

void combinations_seat(
	int seats, enum seat_orders orders, int64_t at, int chosen[SEATS_MAX], int bot[SEATS_MAX])
{
	if (orders == ORDERS_ROTATION)
		combinations_turn(seats, at, chosen, bot);
	else
		combinations_order(seats, at, chosen, bot);
}

int64_t combinations_games(const struct tournament *t, int bots, int seats, int times)
{
	int64_t count = combinations_choose(bots, seats);
	if (count < 0 || __builtin_mul_overflow(count, (int64_t)times, &count) ||
		__builtin_mul_overflow(
			count, combinations_turns(t->players, t->seat_orders), &count) ||
		__builtin_mul_overflow(count, (int64_t)t->rounds, &count))
		return -1;
	return count;
}

/* One step in the order of the numbers of 2 * bits bits. */
static uint64_t combinations_step(uint64_t key, int bits, uint64_t number)
{
	uint64_t mask = (UINT64_C(1) << bits) - 1, left = number >> bits, right = number & mask;
	for (uint64_t round = 0; round < COMBINATIONS_FEISTEL; round++) {
		uint64_t mixed = left ^ (random_mix(random_mix(key, round), right) & mask);
		left = right;
		right = mixed;
	}
	return left << bits | right;
}

uint64_t combinations_permute(uint64_t key, uint64_t count, uint64_t at)
{
	int bits = 1;
	assert(at < count && count <= UINT64_C(1) << 62);
	while (UINT64_C(1) << 2 * bits < count)
		bits++;
	do
		at = combinations_step(key, bits, at);
	while (at >= count);
	return at;
}
