/*
 * permutation.c - numbers in a drawn order.
 */
#include "referee/schedule/permutation.h"

#include <assert.h>

#include "rules/rules.h"

enum { PERMUTATION_ROUNDS = 8 };

/* One step in the order of the numbers of 2 * bits bits. */
static uint64_t permutation_step(uint64_t key, int bits, uint64_t number)
{
	uint64_t mask = (UINT64_C(1) << bits) - 1, left = number >> bits, right = number & mask;
	for (uint64_t round = 0; round < PERMUTATION_ROUNDS; round++) {
		uint64_t mixed = left ^ (random_mix(random_mix(key, round), right) & mask);
		left = right;
		right = mixed;
	}
	return left << bits | right;
}

uint64_t permutation_at(uint64_t key, uint64_t count, uint64_t at)
{
	int bits = 1;
	assert(at < count && count <= UINT64_C(1) << 62);
	while (UINT64_C(1) << 2 * bits < count)
		bits++;
	do
		at = permutation_step(key, bits, at);
	while (at >= count);
	return at;
}
