/*
 * perft-chinese-checkers.h - counts move sequences of chinese checkers, the last two moves
 * together.
 */
#ifndef BOTS_SOLVE_PERFT_CHINESE_CHECKERS_H
#define BOTS_SOLVE_PERFT_CHINESE_CHECKERS_H

#include "bots/solve/perft.h"

bool perft_checkers_fits(const struct setup *s);

/* Sequences of exactly depth moves, depth above 0, from a position that is not over. */
uint64_t perft_checkers(
	const struct setup *s, const struct position *p, int depth, struct perft_room *room);

#endif
