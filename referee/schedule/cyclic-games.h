/*
 * cyclic-games.h - cyclic games: base sets of seats, moved around all bots.
 *
 * The bots are the numbers 0..n-1 modulo n. A base set names a bot for each seat; adding 0, 1, ..
 * n-1 to all of it gives a block of n games in which every bot sits in every seat exactly once. Two
 * bots meet in it as often as their difference is a difference of the base set, so a family of sets
 * in which all differences are equally frequent makes all pairs meet equally often: a cyclic
 * difference family (Bose 1939, On the construction of balanced incomplete block designs;
 * Colbourn and Dinitz, Handbook of Combinatorial Designs, II.3 and VI.16).
 *
 * Such a family is searched for by lot, in as many sets as the counts allow at least, or a small
 * multiple. For many bots none may be found: then the differences that share a divisor with n are
 * equally frequent on average at least, and a family is used again with all its numbers multiplied
 * by each number prime to n in turn, which changes those differences among each other. So when all
 * multipliers have been through, all pairs have met equally often in any case.
 */
#ifndef REFEREE_SCHEDULE_CYCLIC_GAMES_H
#define REFEREE_SCHEDULE_CYCLIC_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

struct cyclic_games {
	int bots, seats;
	int sets;
	int (*base)[SEATS_MAX]; /* owned: by set, by seat */
	int units;
	int *unit;  /* owned: the multipliers */
	bool exact; /* every pair meets equally often in one pass through the sets */
	bool even;  /* ... when every multiplier has been through */
};

/* Of the seed alone, besides the numbers. Seats are at most as many as bots. */
void cyclic_games_init(struct cyclic_games *f, int bots, int seats, uint64_t seed);
void cyclic_games_clear(struct cyclic_games *f);

/* Game number at, from 0 to bots - 1, of a block from 0 on. */
void cyclic_games_game(const struct cyclic_games *f, int64_t block, int at, int bot[SEATS_MAX]);

/* Counts into met[d], d = 1 .. bots - 1, how often two bots with the difference d meet in the first
 * so many blocks, less what all of them have in common. */
void cyclic_games_meetings(const struct cyclic_games *f, int64_t blocks, int64_t *met);

#endif
