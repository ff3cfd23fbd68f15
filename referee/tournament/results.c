/*
 * results.c - open addressing; the keys are hashes already, so they are their own hash.
 */
#include "referee/tournament/results.h"

#include <assert.h>
#include <stdlib.h>

#include "referee/ground/memory.h"

enum { RESULTS_BITS = 3 }; /* a rank is at most SEATS_MAX */

static_assert(SEATS_MAX < 1 << RESULTS_BITS && RESULTS_BITS * SEATS_MAX < 32,
	"the ranks of a game have no room in 31 bits");

static const uint32_t results_not_played = 1u << 31;

void results_init(struct results *r)
{
	*r = (struct results){.keys = NULL};
}

void results_clear(struct results *r)
{
	free(r->keys);
	free(r->ranks);
	results_init(r);
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t results_slot(const struct results *r, uint64_t key)
{
	size_t i = key & (r->size - 1);
	while (r->ranks[i] != 0 && r->keys[i] != key)
		i = (i + 1) & (r->size - 1);
	return i;
}

static void results_grow(struct results *r)
{
	struct results larger = {.size = r->size > 0 ? 2 * r->size : 64, .count = r->count};
	larger.keys = memory_get(larger.size, sizeof *larger.keys);
	larger.ranks = memory_get(larger.size, sizeof *larger.ranks);
	for (size_t i = 0; i < r->size; i++) {
		if (r->ranks[i] == 0)
			continue;
		size_t slot = results_slot(&larger, r->keys[i]);
		larger.keys[slot] = r->keys[i];
		larger.ranks[slot] = r->ranks[i];
	}
	results_clear(r);
	*r = larger;
}

static void results_put(
	struct results *r, uint64_t key, const int *rank, int seats, uint32_t marked)
{
	uint32_t packed = 0;
	for (int i = seats - 1; i >= 0; i--) {
		assert(rank[i] >= 1 && rank[i] <= SEATS_MAX);
		packed = packed << RESULTS_BITS | (uint32_t)rank[i];
	}
	if (2 * r->count >= r->size)
		results_grow(r);
	size_t slot = results_slot(r, key);
	if (r->ranks[slot] != 0)
		return;
	r->keys[slot] = key;
	r->ranks[slot] = packed | marked;
	r->count++;
}

void results_add(struct results *r, uint64_t key, const int *rank, int seats)
{
	results_put(r, key, rank, seats, 0);
}

void results_add_skipped(struct results *r, uint64_t key, const int *rank, int seats)
{
	results_put(r, key, rank, seats, results_not_played);
}

bool results_skipped(const struct results *r, uint64_t key)
{
	return r->size > 0 && (r->ranks[results_slot(r, key)] & results_not_played) != 0;
}

bool results_find(const struct results *r, uint64_t key, int rank[SEATS_MAX])
{
	uint32_t packed = r->size > 0 ? r->ranks[results_slot(r, key)] : 0;
	for (int i = 0; i < SEATS_MAX; i++, packed >>= RESULTS_BITS)
		rank[i] = (int)(packed & ((1u << RESULTS_BITS) - 1));
	return rank[0] != 0;
}

int results_halves(const int *rank, int seats, int seat)
{
	int halves = 0;
	for (int other = 0; other < seats; other++) {
		if (other != seat)
			halves += rank[seat] < rank[other] ? 2 : rank[seat] == rank[other];
	}
	return halves;
}
