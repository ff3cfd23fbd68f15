/*
 * perft-connect4.h - counts Connect Four's move sequences two moves at a time.
 */
#ifndef BOTS_SOLVE_PERFT_CONNECT4_H
#define BOTS_SOLVE_PERFT_CONNECT4_H

#include "bots/solve/perft.h"

/* Can it count this setup? It needs four in a line, and columns that are not too high. */
bool perft_connect4_fits(const struct setup *s);

/* Sequences of exactly depth moves, depth > 0, from a position that is not over. UINT64_MAX: that
 * or more. */
uint64_t perft_connect4(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room);

#endif
