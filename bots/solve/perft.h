/*
 * perft.h - counts the move sequences of a given length from a position.
 */
#ifndef BOTS_SOLVE_PERFT_H
#define BOTS_SOLVE_PERFT_H

#include "rules/rules.h"

/* Moves waiting at each depth; the caller supplies it. */
struct perft_room {
	int depth;
	move (*moves)[MOVES_MAX]; /* depth of them, owned */
};

/* False: no memory. */
bool perft_room_init(struct perft_room *room, int depth);
void perft_room_clear(struct perft_room *room);

/* Sequences of exactly depth moves; a game that ends before has none. UINT64_MAX: that or more. */
uint64_t perft(const struct setup *s, const struct position *p, int depth, struct perft_room *room);

/* perft-connect4.c: two moves at a time. */

/* Can it count this setup? It needs four in a line, and columns that are not too high. */
bool perft_connect4_fits(const struct setup *s);

/* Sequences of exactly depth moves, depth > 0, from a position that is not over. UINT64_MAX: that
 * or more. */
uint64_t perft_connect4(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room);

/* perft-chinese-checkers.c: the last two moves together. */

bool perft_checkers_fits(const struct setup *s);

/* Sequences of exactly depth moves, depth above 0, from a position that is not over. */
uint64_t perft_checkers(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room);

#endif
