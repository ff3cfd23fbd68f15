/*
 * game-pairs.c - games that wait for their partners: groups of one key in a table, each with a
 * queue.
 */
#include "referee/rating/game-pairs.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum { GAME_PAIRS_ROOM = 64 };

/* All that wait for one partner; they sat in the same seat. */
struct game_pairs_group {
	int seat;	 /* 0: it is new */
	int first, last; /* of the queue, + 1 */
};

struct game_pairs_game {
	int result, next; /* next: + 1; 0: it is the last */
};

void game_pairs_init(struct game_pairs *p)
{
	*p = (struct game_pairs){.games = {.kinds = RESULT_COUNTS_GAMES},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS},
		.groups = {.value = sizeof(struct game_pairs_group)}};
}

void game_pairs_clear(struct game_pairs *p)
{
	hash_table_clear(&p->groups);
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

/* --- queues ----------------------------------------------------------------------------------- */

/* A place for one more; + 1. */
static int game_pairs_place(struct game_pairs *p)
{
	if (p->free == 0) {
		int room = 2 * p->waiting_room + GAME_PAIRS_ROOM;
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
static int game_pairs_take(struct game_pairs *p, struct game_pairs_group *g)
{
	int place = g->first, result = p->waiting[place - 1].result;
	g->first = p->waiting[place - 1].next;
	p->waiting[place - 1].next = p->free;
	p->free = place;
	p->alone--;
	return result;
}

void game_pairs_add(struct game_pairs *p, uint64_t key, int seat, int result)
{
	assert((seat == 1 || seat == 2) && result >= GAME_PAIRS_LOST && result <= GAME_PAIRS_WON);
	p->games.count[result]++;
	struct game_pairs_group *g = hash_table_get(&p->groups, key);
	if (g->seat != 3 - seat) {
		g->seat = seat;
		game_pairs_wait(p, g, result);
		return;
	}
	result_counts_add_pair(&p->pairs, game_pairs_take(p, g), result);
	if (g->first == 0)
		hash_table_remove(&p->groups, key);
}
