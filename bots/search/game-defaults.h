/*
 * game-defaults.h - what a house bot plays a game with, where nothing else is asked for.
 *
 * The rows are chosen by tournaments at equal time: docs/solver.md has the tables. The last rows
 * are for all other games, such as those of a rules program: what suits them depends on whether
 * they have an evaluation.
 */
#ifndef BOTS_SEARCH_GAME_DEFAULTS_H
#define BOTS_SEARCH_GAME_DEFAULTS_H

#include "bots/search/search.h"

struct game_defaults {
	const char *game; /* NULL: any */
	bool blind;	  /* it holds also for an evaluation that sees nothing */
	unsigned seats;	  /* bit n is set: with n seats */
	const struct search *search;
	struct search_tuning tuning; /* of mcts */
};

/* The row of a game with this many seats. blind: its evaluation sees nothing but ends. */
const struct game_defaults *game_defaults_find(const struct rules *rules, int seats, bool blind);

#endif
