/*
 * perft.c - counts move sequences. The last move is counted, not played. A game may have its own
 * counter that gives the same numbers faster: a row of perft_counters.
 */
#include "bots/solve/perft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct perft_counter {
	const char *game;
	bool (*fits)(const struct setup *s);
	uint64_t (*count)(const struct setup *s, const struct position *p, int depth,
		struct perft_room *room);
} perft_counters[] = {
	{"connect4", perft_connect4_fits, perft_connect4},
	{"chinese-checkers", perft_checkers_fits, perft_checkers},
};

enum { PERFT_COUNTERS = sizeof perft_counters / sizeof *perft_counters };

bool perft_room_init(struct perft_room *room, int depth)
{
	room->depth = depth;
	room->moves = calloc((size_t)depth + 1, sizeof *room->moves);
	return room->moves != NULL;
}

void perft_room_clear(struct perft_room *room)
{
	free(room->moves);
}

static uint64_t perft_walk(
	const struct setup *s, const struct position *p, int depth, move (*moves)[MOVES_MAX])
{
	int count = s->rules->moves(s, p, *moves);
	uint64_t sum = 0;

	if (depth == 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, (*moves)[i]);
		uint64_t below = perft_walk(s, &next, depth - 1, moves + 1);
		if (__builtin_add_overflow(sum, below, &sum))
			return UINT64_MAX;
	}
	return sum;
}

uint64_t perft(const struct setup *s, const struct position *p, int depth, struct perft_room *room)
{
	assert(depth >= 0 && depth <= room->depth);
	if (depth == 0)
		return 1;
	if (s->rules->to_move(s, p) == 0)
		return 0;
	for (int i = 0; i < PERFT_COUNTERS; i++)
		if (strcmp(perft_counters[i].game, s->rules->name) == 0 &&
			perft_counters[i].fits(s))
			return perft_counters[i].count(s, p, depth, room);
	return perft_walk(s, p, depth, room->moves);
}
