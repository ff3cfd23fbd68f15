/*
 * threats.h - lines of four found by shifting whole boards (see board.h for the bits).
 *
 * Inline and without branches: the search spends a third of its time here.
 */
#ifndef BOTS_CONNECT4_THREATS_H
#define BOTS_CONNECT4_THREATS_H

#include "bots/connect4/board.h"

/* Four boards side by side: one instruction works on all where the machine can. */
typedef uint64_t threats_four __attribute__((vector_size(32)));

/*
 * The cells that complete a four of the stones in p, in any direction. Each has three stones of p
 * in line with it, at an end of the line or inside. Occupied cells and the spare bits may be
 * among them; the caller masks them. Works on a word and on a vector of words.
 */
#define THREATS_ALONG(found, p, d)                                                                 \
	do {                                                                                       \
		__typeof__(p) below_ = (p) << (d), above_ = (p) >> (d);                            \
		(found) |= (below_ & ((p) << 2 * (d))) & (((p) << 3 * (d)) | above_);              \
		(found) |= (above_ & ((p) >> 2 * (d))) & (((p) >> 3 * (d)) | below_);              \
	} while (0)
#define THREATS_FIND(found, p)                                                                     \
	do {                                                                                       \
		(found) = ((p) << 1) & ((p) << 2) & ((p) << 3);                                    \
		THREATS_ALONG(found, p, 7);                                                        \
		THREATS_ALONG(found, p, 6);                                                        \
		THREATS_ALONG(found, p, 8);                                                        \
	} while (0)

/* The empty cells that complete a four for the owner of these stones. */
static inline uint64_t threats_of(uint64_t owner, uint64_t stones)
{
	uint64_t found;
	THREATS_FIND(found, owner);
	return found & BOARD_FULL & ~stones;
}

/* Do these cells contain four in a line? */
static inline bool threats_has_line(uint64_t cells)
{
	uint64_t up = cells & cells >> 1, right = cells & cells >> 7;
	uint64_t falling = cells & cells >> 6, rising = cells & cells >> 8;
	return ((up & up >> 2) | (right & right >> 14) | (falling & falling >> 12) |
		       (rising & rising >> 16)) != 0;
}

/*
 * The moves that do not lose at once, for a side that cannot win at once. With one enemy threat
 * to parry, only the cell that parries it; with two, none. Never the cell under an enemy threat.
 */
static inline uint64_t threats_safe_moves(uint64_t playable, uint64_t enemy_wins)
{
	uint64_t forced = playable & enemy_wins;
	if (forced & (forced - 1))
		return 0;
	return (forced ? forced : playable) & ~(enemy_wins >> 1);
}

#endif
