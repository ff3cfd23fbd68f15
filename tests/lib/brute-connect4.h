/*
 * brute-connect4.h - Connect Four by plain search on an array of cells: the solver's opposite in
 * everything.
 */
#ifndef TESTS_LIB_BRUTE_CONNECT4_H
#define TESTS_LIB_BRUTE_CONNECT4_H

#include "bots/connect4/board.h"

/* cell[column][row]: 0 free, 1 first player, 2 second. */
struct brute {
	int cell[7][6];
	int height[7];
	int stones;
	bool over; /* the last move made a four */
};

static inline bool brute_four(const struct brute *p, int column, int row)
{
	static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
	for (int d = 0; d < 4; d++) {
		int run = 1;
		for (int sign = -1; sign <= 1; sign += 2)
			for (int step = 1; step < 4; step++) {
				int c = column + sign * step * directions[d][0];
				int r = row + sign * step * directions[d][1];
				if (c < 0 || c > 6 || r < 0 || r > 5 ||
					p->cell[c][r] != p->cell[column][row])
					break;
				run++;
			}
		if (run >= 4)
			return true;
	}
	return false;
}

/* Plays; the column must not be full, nor the game over. */
static inline void brute_play(struct brute *p, int column)
{
	int row = p->height[column]++;
	p->cell[column][row] = 1 + p->stones % 2;
	p->stones++;
	p->over = brute_four(p, column, row);
}

/* The same position, cell by cell. */
static inline struct brute brute_from(const struct board *b)
{
	struct brute p = {.stones = board_count(b)};
	for (int column = 0; column < 7; column++)
		for (int row = 0; row < 6; row++) {
			uint64_t bit = UINT64_C(1) << (7 * column + row);
			if (!(b->stones & bit))
				continue;
			bool mover = (b->mover & bit) != 0;
			p.cell[column][row] = mover == (p.stones % 2 == 0) ? 1 : 2;
			p.height[column] = row + 1;
		}
	return p;
}

/* The score as the solver defines it, by alpha-beta between alpha and beta. */
static inline int brute_score(const struct brute *p, int alpha, int beta)
{
	static const int order[7] = {3, 2, 4, 1, 5, 0, 6};
	if (p->stones == 42)
		return 0;
	int best = -100;
	for (int i = 0; i < 7 && best < beta; i++) {
		if (p->height[order[i]] == 6)
			continue;
		struct brute after = *p;
		brute_play(&after, order[i]);
		int floor = best > alpha ? best : alpha;
		int score = after.over ? 22 - (after.stones + 1) / 2
				       : -brute_score(&after, -beta, -floor);
		if (score > best)
			best = score;
	}
	return best;
}

static inline uint64_t brute_next(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

/* Plays up to plies random moves from the empty board, never one that ends the game; stops short
 * where there is none. */
static inline struct board brute_random(uint64_t *seed, int plies)
{
	struct board b = {0, 0};
	for (int tries = 0; board_count(&b) < plies && tries < 200; tries++) {
		int column = (int)(brute_next(seed) % 7);
		struct brute p = brute_from(&b);
		if (p.height[column] == 6)
			continue;
		brute_play(&p, column);
		if (!p.over)
			board_play(&b, column);
	}
	return b;
}

#endif
