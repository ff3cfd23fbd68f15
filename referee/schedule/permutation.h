/*
 * permutation.h - the numbers 0 to count - 1 in an order drawn by a key, any of them found at once.
 *
 * A Feistel network (Luby and Rackoff 1988) permutes the numbers of an even number of bits, and is
 * walked along until it comes to one below count (Black and Rogaway 2002): nothing is stored.
 */
#ifndef REFEREE_SCHEDULE_PERMUTATION_H
#define REFEREE_SCHEDULE_PERMUTATION_H

#include <stdint.h>

/* Number at of the order, at < count; each below count comes once. */
uint64_t permutation_at(uint64_t key, uint64_t count, uint64_t at);

#endif
