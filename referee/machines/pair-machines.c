/*
 * pair-machines.c - pairs of games in a table by their seeds.
 */
#include "referee/machines/pair-machines.h"

struct pair_machines_pair {
	int machine;
	int left; /* games that have not begun */
};

void pair_machines_clear(struct pair_machines *p)
{
	hash_table_clear(&p->pairs);
}

int pair_machines_find(const struct pair_machines *p, uint64_t seed)
{
	const struct pair_machines_pair *pair = hash_table_find(&p->pairs, seed);
	return pair != NULL ? pair->machine : -1;
}

void pair_machines_move(struct pair_machines *p, uint64_t seed, int machine)
{
	struct pair_machines_pair *pair = hash_table_find(&p->pairs, seed);
	if (pair != NULL)
		pair->machine = machine;
}

void pair_machines_begin(struct pair_machines *p, uint64_t seed, int machine, int games)
{
	if (games < 2)
		return;
	if (p->pairs.count == PAIR_MACHINES_MAX)
		hash_table_clear(&p->pairs);
	p->pairs.value = sizeof(struct pair_machines_pair);
	struct pair_machines_pair *pair = hash_table_get(&p->pairs, seed);
	if (pair->left == 0)
		pair->left = games;
	pair->machine = machine;
	if (--pair->left == 0)
		hash_table_remove(&p->pairs, seed);
}
