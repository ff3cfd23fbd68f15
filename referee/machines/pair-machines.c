/*
 * pair-machines.c - a hash table with open addressing. Seeds are hashes already, so they need no
 * other hash.
 */
#include "referee/machines/pair-machines.h"

#include <stdlib.h>

#include "base/memory.h"

struct pair_machines_pair {
	uint64_t seed;
	int machine;
	int left; /* games that have not begun; 0: the place is free */
};

void pair_machines_clear(struct pair_machines *p)
{
	free(p->pairs);
	*p = (struct pair_machines){.pairs = NULL};
}

/* The place of the pair, or the free place for it. */
static size_t pair_machines_place(const struct pair_machines *p, uint64_t seed)
{
	size_t i = seed & (p->size - 1);
	while (p->pairs[i].left > 0 && p->pairs[i].seed != seed)
		i = (i + 1) & (p->size - 1);
	return i;
}

static void pair_machines_grow(struct pair_machines *p)
{
	struct pair_machines larger = {.count = p->count, .size = p->size > 0 ? 2 * p->size : 64};
	larger.pairs = memory_get(larger.size, sizeof *larger.pairs);
	for (size_t i = 0; i < p->size; i++)
		if (p->pairs[i].left > 0)
			larger.pairs[pair_machines_place(&larger, p->pairs[i].seed)] = p->pairs[i];
	free(p->pairs);
	*p = larger;
}

/* Frees a place. Pairs behind it move up, so that each is found from its own place on. */
static void pair_machines_remove(struct pair_machines *p, size_t free)
{
	size_t mask = p->size - 1;
	p->count--;
	for (size_t i = (free + 1) & mask; p->pairs[i].left > 0; i = (i + 1) & mask) {
		size_t home = p->pairs[i].seed & mask;
		if (((i - home) & mask) < ((i - free) & mask))
			continue;
		p->pairs[free] = p->pairs[i];
		free = i;
	}
	p->pairs[free].left = 0;
}

int pair_machines_find(const struct pair_machines *p, uint64_t seed)
{
	if (p->count == 0)
		return -1;
	const struct pair_machines_pair *pair = &p->pairs[pair_machines_place(p, seed)];
	return pair->left > 0 ? pair->machine : -1;
}

void pair_machines_move(struct pair_machines *p, uint64_t seed, int machine)
{
	if (pair_machines_find(p, seed) >= 0)
		p->pairs[pair_machines_place(p, seed)].machine = machine;
}

void pair_machines_begin(struct pair_machines *p, uint64_t seed, int machine, int games)
{
	if (games < 2)
		return;
	if (p->count == PAIR_MACHINES_MAX)
		pair_machines_clear(p);
	if (2 * p->count >= p->size)
		pair_machines_grow(p);
	size_t at = pair_machines_place(p, seed);
	struct pair_machines_pair *pair = &p->pairs[at];
	if (pair->left == 0) {
		p->count++;
		*pair = (struct pair_machines_pair){.seed = seed, .left = games};
	}
	pair->machine = machine;
	if (--pair->left == 0)
		pair_machines_remove(p, at);
}
