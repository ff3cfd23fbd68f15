/*
 * perft.c - counts move sequences. The last move is counted, not played. Connect Four has a counter
 * of its own on bits, which gives the same numbers many times faster.
 */
#include "bots/solve/perft.h"

#include <assert.h>
#include <stdlib.h>

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
		struct position next = *p;
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
	return depth == 0 ? 1 : perft_walk(s, p, depth, room->moves);
}
