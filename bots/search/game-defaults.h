/*
 * game-defaults.h - what a house bot plays a game with, where nothing else is asked for.
 *
 * The rows are chosen by tournaments at equal time: docs/solver.md has the tables. The last row is
 * for all other games, such as those of a rules program.
 */
#ifndef BOTS_SEARCH_GAME_DEFAULTS_H
#define BOTS_SEARCH_GAME_DEFAULTS_H

#include "bots/search/search.h"

struct game_defaults {
	const char *game; /* NULL: any */
	unsigned seats;	  /* bit n is set: with n seats */
	const struct search *search;
	struct search_tuning tuning; /* of mcts */
};

/* The row of a game with this many seats. */
const struct game_defaults *game_defaults_find(const struct rules *rules, int seats);

#endif
