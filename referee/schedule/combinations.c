/*
 * combinations.c - choices of bots, and the orders in which they sit.
 */
#include "referee/schedule/combinations.h"

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
