/*
 * perft-connect4.c - counts on sets of cells, in the layout of rules/connect4.h.
 *
 * All cells that would complete a four are found at once. The other moves continue the game. Each
 * leaves the same number of columns open, less one if it was a column's last cell. So the last
 * two moves are counted by two population counts, and no move is played for them.
 */
#include "bots/solve/perft.h"

#include <assert.h>

#include "rules/connect4.h"

enum { PERFT_CONNECT = 4, PERFT_CONNECT4_ROWS_MAX = 19 };

struct perft_connect4 {
	int step; /* bits from a cell to its right neighbour */
	uint64_t bottom, top, board;
};

static struct position perft_connect4_start(const struct setup *s)
{
	struct position p;

	s->rules->start(s, &p);
	return p;
}

bool perft_connect4_fits(const struct setup *s)
{
	struct position p = perft_connect4_start(s);
	struct connect4_view view = connect4_view(s, &p);

	return view.connect == PERFT_CONNECT && view.rows <= PERFT_CONNECT4_ROWS_MAX;
}

/* The cells, free or not, that make four in a line with three of stones. */
static uint64_t perft_connect4_wins(uint64_t stones, int step)
{
	uint64_t wins = stones << 1 & stones << 2 & stones << 3;

	for (int d = step - 1; d <= step + 1; d++) {
		uint64_t below = stones << d, above = stones >> d;
		uint64_t two_below = below & stones << 2 * d, two_above = above & stones >> 2 * d;
		wins |= two_below & stones << 3 * d;
		wins |= two_below & above;
		wins |= two_above & below;
		wins |= two_above & stones >> 3 * d;
	}
	return wins;
}

static uint64_t perft_connect4_walk(
	const struct perft_connect4 *c, uint64_t mover, uint64_t other, int depth)
{
	uint64_t playable = ((mover | other) + c->bottom) & c->board;
	uint64_t sum = 0;

	if (depth == 1)
		return (uint64_t)__builtin_popcountll(playable);
	uint64_t going = playable & ~perft_connect4_wins(mover, c->step);
	if (depth == 2)
		return (uint64_t)__builtin_popcountll(playable) *
			       (uint64_t)__builtin_popcountll(going) -
		       (uint64_t)__builtin_popcountll(going & c->top);
	for (; going != 0; going &= going - 1) {
		uint64_t cell = going & -going;
		uint64_t below = perft_connect4_walk(c, other, mover | cell, depth - 1);
		if (__builtin_add_overflow(sum, below, &sum))
			return UINT64_MAX;
	}
	return sum;
}

uint64_t perft_connect4(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room)
{
	(void)room;
	struct connect4_view view = connect4_view(s, p);
	struct perft_connect4 c = {.step = view.rows + 1};
	int seat = s->rules->to_move(s, p);

	assert(seat != 0 && depth > 0);
	for (int column = 0; column < view.columns; column++)
		c.bottom |= UINT64_C(1) << column * c.step;
	c.top = c.bottom << (view.rows - 1);
	c.board = c.bottom * ((UINT64_C(1) << view.rows) - 1);
	return perft_connect4_walk(&c, view.stones[seat - 1], view.stones[2 - seat], depth);
}
