/*
 * solver-table.h - stores a lower and an upper bound of the score of each position met.
 *
 * An entry is one word. Keys have 49 bits. Multiplication by an odd number scatters them without
 * loss. So the bits that pick the bucket and the 37 bits kept in the entry identify a position
 * exactly: the table never confuses two positions. A bucket is a cache line of eight entries. A
 * new entry replaces the one that cost the fewest nodes.
 *
 * There are near and far tables, because the solver mostly waits for memory:
 *   - near, 256 KB, for positions with many stones: most of the nodes, little work for each. It
 *     stays in the second-level cache.
 *   - far, for the others, in three sizes. A small one comes first, so that an easy position
 *     touches little memory. The next takes over when the work grows; the last has the requested
 *     size.
 *
 * Bounds are facts that stay valid, so entries need no clearing. solver_table_forget() starts a
 * new generation, in which older entries are not found.
 */
#ifndef BOTS_CONNECT4_SOLVER_TABLE_H
#define BOTS_CONNECT4_SOLVER_TABLE_H

#include "bots/connect4/threats.h"

#include <assert.h>

enum {
	SOLVER_TABLE_WAYS = 8,
	SOLVER_TABLE_NEAR_STONES = 28, /* from here on a position goes to the near table */
	SOLVER_TABLE_NEAR_BITS = 12,   /* buckets of the near table */
	SOLVER_TABLE_TIERS = 3,	       /* of the far table */
	SOLVER_TABLE_KEY_BITS = 49,
	SOLVER_TABLE_GENERATIONS = 64,

	/* An entry from its lowest bit: upper and lower bound, work, generation, rest of the key.
	 */
	SOLVER_TABLE_BIAS = 32, /* added to a score, to store it without a sign */
	SOLVER_TABLE_LOW_AT = 6,
	SOLVER_TABLE_WORK_AT = 12,
	SOLVER_TABLE_GENERATION_AT = 18,
	SOLVER_TABLE_REST_AT = 24,
	SOLVER_TABLE_REST_BITS = SOLVER_TABLE_KEY_BITS - SOLVER_TABLE_NEAR_BITS
};

/* One of the far tables. */
struct solver_table_tier {
	uint64_t *entries; /* owned */
	int bits;	   /* of the number of buckets */
};

struct solver_table {
	uint64_t *near; /* owned */
	struct solver_table_tier tiers[SOLVER_TABLE_TIERS];
	struct solver_table_tier far; /* the one in use */
	int tier;
	uint64_t generation; /* at its place in an entry, never 0 */
};

/* Where a position's entry is or would be. */
struct solver_table_slot {
	uint64_t *bucket;
	uint64_t tag; /* generation and rest of the key, at their places */
};

/* Makes a table of at most this many megabytes (but 1.3 at least); less where the machine does not
 * give as much. False with errno when even that cannot be had. */
bool solver_table_init(struct solver_table *t, int megabytes);
void solver_table_clear(struct solver_table *t);

/* Touches all memory of an empty table. */
void solver_table_warm(struct solver_table *t);

/* Forgets all entries, at next to no cost. */
void solver_table_forget(struct solver_table *t);

/* The work is no longer small: the next larger far table from now on. Returns how many nodes the
 * work may have when that one is too small in turn. */
uint64_t solver_table_grow(struct solver_table *t);

/* How many nodes of work the first far table is good for. */
uint64_t solver_table_first(void);

/* The slot of a position with this key and number of stones; its memory is on the way. */
static inline struct solver_table_slot solver_table_slot(
	const struct solver_table *t, uint64_t key, int stones)
{
	const uint64_t mask = (UINT64_C(1) << SOLVER_TABLE_KEY_BITS) - 1;
	uint64_t h = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
	uint64_t rest = h & (mask >> SOLVER_TABLE_NEAR_BITS);
	bool near = stones >= SOLVER_TABLE_NEAR_STONES;
	int bits = near ? SOLVER_TABLE_NEAR_BITS : t->far.bits;
	uint64_t *bucket = (near ? t->near : t->far.entries) +
			   SOLVER_TABLE_WAYS * (h >> (SOLVER_TABLE_KEY_BITS - bits));
	__builtin_prefetch(bucket);
	return (struct solver_table_slot){bucket, rest << SOLVER_TABLE_REST_AT | t->generation};
}

/* The bounds of a position, when there is an entry. */
static inline bool solver_table_probe(const struct solver_table_slot *slot, int *low, int *high)
{
	const threats_four *half = (const threats_four *)slot->bucket;
	threats_four one = (half[0] ^ slot->tag) >> SOLVER_TABLE_GENERATION_AT;
	threats_four other = (half[1] ^ slot->tag) >> SOLVER_TABLE_GENERATION_AT;
	/* One entry at most is the position's, and no entry of a generation is 0. */
	threats_four hit =
		(half[0] & (threats_four)(one == 0)) | (half[1] & (threats_four)(other == 0));
	uint64_t entry = hit[0] | hit[1] | hit[2] | hit[3];
	if (entry == 0)
		return false;
	*low = (int)(entry >> SOLVER_TABLE_LOW_AT & 63) - SOLVER_TABLE_BIAS;
	*high = (int)(entry & 63) - SOLVER_TABLE_BIAS;
	return true;
}

/* Four entries' claims to their places, lane by lane, the place in the three lowest bits: none for
 * the position's own entry, little for one of an older generation, else as its work was. */
static inline void solver_table_claims(
	const threats_four *entries, uint64_t tag, uint64_t first, threats_four *claims)
{
	const threats_four places = {first, first + 1, first + 2, first + 3};
	threats_four difference = (*entries ^ tag) >> SOLVER_TABLE_GENERATION_AT;
	threats_four current = (threats_four)((difference & (SOLVER_TABLE_GENERATIONS - 1)) == 0);
	threats_four claim = 1 + ((1 + (*entries >> SOLVER_TABLE_WORK_AT & 63)) & current);
	*claims = (claim & (threats_four)(difference != 0)) << 3 | places;
}

/* Keeps the bounds found with this much work (in nodes), where the claim is the least. */
static inline void solver_table_store(
	const struct solver_table_slot *slot, int low, int high, uint64_t work)
{
	assert(low <= high && low > -SOLVER_TABLE_BIAS && high < SOLVER_TABLE_BIAS);
	const threats_four *half = (const threats_four *)slot->bucket;
	threats_four one, other;
	solver_table_claims(&half[0], slot->tag, 0, &one);
	solver_table_claims(&half[1], slot->tag, 4, &other);
	uint64_t least = one[0];
	for (int lane = 0; lane < 4; lane++) {
		least = one[lane] < least ? one[lane] : least;
		least = other[lane] < least ? other[lane] : least;
	}
	uint64_t effort = 64 - (uint64_t)__builtin_clzll(work | 1);
	slot->bucket[least % SOLVER_TABLE_WAYS] =
		slot->tag | (effort & 63) << SOLVER_TABLE_WORK_AT |
		(uint64_t)(low + SOLVER_TABLE_BIAS) << SOLVER_TABLE_LOW_AT |
		(uint64_t)(high + SOLVER_TABLE_BIAS);
}

#endif
