/*
 * combinations.h - choices of k bots out of n, and the orders in which the chosen sit, by number.
 *
 * Choices are numbered in lexicographic order (Knuth, The Art of Computer Programming 4A, 7.2.1.3)
 * and visited in leaps near the golden section of their number, so that a bot's games lie apart.
 */
#ifndef REFEREE_SCHEDULE_COMBINATIONS_H
#define REFEREE_SCHEDULE_COMBINATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/definition/tournament.h"

/* n choose k; -1: too large. */
int64_t combinations_choose(int n, int k);

/* Choice number at of seats out of bots, in leaps; there are combinations_choose(bots, seats). */
void combinations_group(int bots, int seats, int64_t at, int chosen[SEATS_MAX]);

/* How many orders of seats there are: all, those that turn the seats around, or one. */
int64_t combinations_turns(int seats, enum seat_orders orders);

/* Order number at of the chosen bots; changes chosen. */
void combinations_seat(
	int seats, enum seat_orders orders, int64_t at, int chosen[SEATS_MAX], int bot[SEATS_MAX]);

#endif
