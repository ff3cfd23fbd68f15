/*
 * game-pairs.c - games that wait for their partners: groups of one key in a table by hash (Knuth,
 * The Art of Computer Programming 3, 6.4: linear probing, with his algorithm R to delete), each
 * with a queue.
 */
#include "referee/rating/game-pairs.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum { GAME_PAIRS_GROUPS = 64 };

/* All that wait for one partner; they sat in the same seat. */
struct game_pairs_group {
	uint64_t key;
	int seat;	 /* 0: the slot is free */
	int first, last; /* of the queue, + 1 */
};

struct game_pairs_game {
	int result, next; /* next: + 1; 0: it is the last */
};

void game_pairs_init(struct game_pairs *p)
{
	*p = (struct game_pairs){
		.games = {.kinds = RESULT_COUNTS_GAMES}, .pairs = {.kinds = RESULT_COUNTS_PAIRS}};
}

void game_pairs_clear(struct game_pairs *p)
{
	free(p->groups);
	free(p->waiting);
	game_pairs_init(p);
}

/* The last step of splitmix64 (Steele, Lea and Flood 2014). */
static uint64_t game_pairs_mix(uint64_t x)
{
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

uint64_t game_pairs_key(int64_t round, int64_t seed, const char *opening)
{
	uint64_t hash = game_pairs_mix(game_pairs_mix((uint64_t)round) + (uint64_t)seed);
	for (; *opening != '\0'; opening++) /* FNV-1a (Fowler, Noll and Vo 1991) */
		hash = (hash ^ (unsigned char)*opening) * 0x100000001b3;
	return game_pairs_mix(hash);
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Where the key's group is, or would be. */
static size_t game_pairs_slot(const struct game_pairs *p, uint64_t key)
{
	size_t slot = key & (p->groups_size - 1);
	while (p->groups[slot].seat != 0 && p->groups[slot].key != key)
		slot = (slot + 1) & (p->groups_size - 1);
	return slot;
}

static void game_pairs_grow(struct game_pairs *p)
{
	struct game_pairs_group *old = p->groups;
	size_t size = p->groups_size;
	p->groups_size = size > 0 ? 2 * size : GAME_PAIRS_GROUPS;
	p->groups = memory_get(p->groups_size, sizeof *p->groups);
	for (size_t i = 0; i < size; i++)
		if (old[i].seat != 0)
			p->groups[game_pairs_slot(p, old[i].key)] = old[i];
	free(old);
}

/* Those behind it that could not be in their own place move up. */
static void game_pairs_drop_group(struct game_pairs *p, size_t slot)
{
	size_t mask = p->groups_size - 1, hole = slot;
	for (size_t i = (slot + 1) & mask; p->groups[i].seat != 0; i = (i + 1) & mask) {
		size_t home = p->groups[i].key & mask;
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		p->groups[hole] = p->groups[i];
		hole = i;
	}
	p->groups[hole].seat = 0;
	p->groups_count--;
}

/* --- queues ----------------------------------------------------------------------------------- */

/* A place for one more; + 1. */
static int game_pairs_place(struct game_pairs *p)
{
	if (p->free == 0) {
		int room = 2 * p->waiting_room + GAME_PAIRS_GROUPS;
		p->waiting = memory_resize(p->waiting, (size_t)room, sizeof *p->waiting);
		for (int i = p->waiting_room; i < room; i++) {
			p->waiting[i].next = p->free;
			p->free = i + 1;
		}
		p->waiting_room = room;
	}
	int place = p->free;
	p->free = p->waiting[place - 1].next;
	return place;
}

static void game_pairs_wait(struct game_pairs *p, struct game_pairs_group *g, int result)
{
	int place = game_pairs_place(p);
	p->waiting[place - 1] = (struct game_pairs_game){.result = result};
	if (g->first == 0)
		g->first = place;
	else
		p->waiting[g->last - 1].next = place;
	g->last = place;
	p->alone++;
}

/* The result of the one that has waited longest. */
static int game_pairs_take(struct game_pairs *p, size_t slot)
{
	struct game_pairs_group *g = &p->groups[slot];
	int place = g->first, result = p->waiting[place - 1].result;
	g->first = p->waiting[place - 1].next;
	p->waiting[place - 1].next = p->free;
	p->free = place;
	p->alone--;
	if (g->first == 0)
		game_pairs_drop_group(p, slot);
	return result;
}

void game_pairs_add(struct game_pairs *p, uint64_t key, int seat, int result)
{
	assert((seat == 1 || seat == 2) && result >= GAME_PAIRS_LOST && result <= GAME_PAIRS_WON);
	p->games.count[result]++;
	if (2 * p->groups_count >= p->groups_size)
		game_pairs_grow(p);
	size_t slot = game_pairs_slot(p, key);
	struct game_pairs_group *g = &p->groups[slot];
	if (g->seat == 3 - seat) {
		result_counts_add_pair(&p->pairs, game_pairs_take(p, slot), result);
		return;
	}
	if (g->seat == 0) {
		*g = (struct game_pairs_group){.key = key, .seat = seat};
		p->groups_count++;
	}
	game_pairs_wait(p, g, result);
}
