/*
 * solver-table.c - the memory of the table (see solver-table.h).
 */
#include "bots/connect4/solver-table.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static size_t solver_table_bytes(int bits)
{
	return sizeof(uint64_t) * SOLVER_TABLE_WAYS << bits;
}

/* Zeroed memory that costs nothing until it is touched, in large pages if there are any. */
static uint64_t *solver_table_map(size_t bytes)
{
	void *memory =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return NULL;
	madvise(memory, bytes, MADV_HUGEPAGE);
	return memory;
}

/* The far tables' buckets, and the nodes of work for each: 1 MB, 16 MB, and all the rest. */
static const struct {
	int bits;
	uint64_t nodes;
} solver_table_sizes[SOLVER_TABLE_TIERS] = {{14, 20 * 1000}, {18, 1000 * 1000}, {36, UINT64_MAX}};

bool solver_table_init(struct solver_table *t, int megabytes)
{
	memset(t, 0, sizeof(*t));
	t->generation = UINT64_C(1) << SOLVER_TABLE_GENERATION_AT;
	t->near = solver_table_map(solver_table_bytes(SOLVER_TABLE_NEAR_BITS));
	if (t->near == NULL)
		return false;
	for (int i = 0; i < SOLVER_TABLE_TIERS; i++) {
		struct solver_table_tier *tier = &t->tiers[i];
		tier->bits = solver_table_sizes[i].bits;
		while (tier->bits > solver_table_sizes[0].bits &&
			solver_table_bytes(tier->bits) > (size_t)megabytes << 20)
			tier->bits--;
		do
			tier->entries = solver_table_map(solver_table_bytes(tier->bits));
		while (tier->entries == NULL && --tier->bits >= solver_table_sizes[0].bits);
		if (tier->entries == NULL) {
			solver_table_clear(t);
			errno = ENOMEM;
			return false;
		}
	}
	t->far = t->tiers[0];
	return true;
}

void solver_table_clear(struct solver_table *t)
{
	if (t->near != NULL)
		munmap(t->near, solver_table_bytes(SOLVER_TABLE_NEAR_BITS));
	for (int i = 0; i < SOLVER_TABLE_TIERS; i++)
		if (t->tiers[i].entries != NULL)
			munmap(t->tiers[i].entries, solver_table_bytes(t->tiers[i].bits));
	memset(t, 0, sizeof(*t));
}

void solver_table_warm(struct solver_table *t)
{
	memset(t->near, 0, solver_table_bytes(SOLVER_TABLE_NEAR_BITS));
	for (int i = 0; i < SOLVER_TABLE_TIERS; i++)
		memset(t->tiers[i].entries, 0, solver_table_bytes(t->tiers[i].bits));
}

void solver_table_forget(struct solver_table *t)
{
	t->generation += UINT64_C(1) << SOLVER_TABLE_GENERATION_AT;
	if (t->generation >> SOLVER_TABLE_GENERATION_AT == SOLVER_TABLE_GENERATIONS) {
		t->generation = UINT64_C(1) << SOLVER_TABLE_GENERATION_AT;
		/* Free the large tables instead of clearing them: then untouched tables cost
		 * nothing. */
		memset(t->near, 0, solver_table_bytes(SOLVER_TABLE_NEAR_BITS));
		memset(t->tiers[0].entries, 0, solver_table_bytes(t->tiers[0].bits));
		for (int i = 1; i < SOLVER_TABLE_TIERS; i++)
			madvise(t->tiers[i].entries, solver_table_bytes(t->tiers[i].bits),
				MADV_DONTNEED);
	}
	t->tier = 0;
	t->far = t->tiers[0];
}

uint64_t solver_table_first(void)
{
	return solver_table_sizes[0].nodes;
}

uint64_t solver_table_grow(struct solver_table *t)
{
	if (t->tier < SOLVER_TABLE_TIERS - 1)
		t->tier++;
	t->far = t->tiers[t->tier];
	return solver_table_sizes[t->tier].nodes;
}
