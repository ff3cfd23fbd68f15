/*
 * combinations.h - choices of k bots out of n, the orders in which the chosen sit, and
 * permutations, all found by number without those before them.
 *
 * Choices are numbered in lexicographic order (Knuth, The Art of Computer Programming 4A, 7.2.1.3)
 * and visited in leaps near the golden section of their number, so that a bot's games lie apart.
 */
#ifndef REFEREE_SCHEDULE_COMBINATIONS_H
#define REFEREE_SCHEDULE_COMBINATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/tournament/tournament.h"

/* n choose k; -1: too large. */
int64_t combinations_choose(int n, int k);

/* Choice number at of seats out of bots, in leaps; there are combinations_choose(bots, seats). */
void combinations_group(int bots, int seats, int64_t at, int chosen[SEATS_MAX]);

/* How many orders of seats there are: all, those that turn the seats around, or one. */
int64_t combinations_turns(int seats, enum seat_orders orders);

/* Order number at of the chosen bots; changes chosen. */
void combinations_seat(
	int seats, enum seat_orders orders, int64_t at, int chosen[SEATS_MAX], int bot[SEATS_MAX]);

/* How many games: each choice of `seats` out of `bots`, in each order of t's seats, in each round,
 * `times` times. -1: too many. */
int64_t combinations_games(const struct tournament *t, int bots, int seats, int times);

/*
 * Number at, < count, of the numbers 0 to count - 1 in an order drawn by a key; each comes once. A
 * Feistel network (Luby and Rackoff 1988) permutes the numbers of an even number of bits, and is
 * repeated until it comes to one below count (Black and Rogaway 2002).
 */
uint64_t combinations_permute(uint64_t key, uint64_t count, uint64_t at);

#endif
