/*
 * game-defaults.c - the table of what a house bot plays a game with.
 */
#include "bots/search/game-defaults.h"

#include <string.h>

enum { GAME_DEFAULTS_TWO = 1 << 2, GAME_DEFAULTS_ANY = ~0, GAME_DEFAULTS_END = SEARCH_PLIES };

static const struct game_defaults game_defaults[] = {
	{"connect4", GAME_DEFAULTS_ANY, &search_pvs,
		{.exploration = 70,
			.playout = GAME_DEFAULTS_END,
			.implicit = 20,
			.scale = 200,
			.ordered = 1,
			.reuse = 1,
			.proofs = 1}},
	{"chinese-checkers", GAME_DEFAULTS_TWO, &search_pvs,
		{.exploration = 20,
			.scale = 2000,
			.ordered = 1,
			.widening = 100,
			.reuse = 1,
			.proofs = 1}},
	{"chinese-checkers", GAME_DEFAULTS_ANY, &search_brs,
		{.exploration = 20,
			.scale = 2000,
			.ordered = 1,
			.widening = 100,
			.reuse = 1,
			.proofs = 1}},
	{"letters", GAME_DEFAULTS_ANY, &search_pvs,
		{.exploration = 40, .implicit = 40, .scale = 200, .ordered = 1, .reuse = 1}},
	{"nim", GAME_DEFAULTS_TWO, &search_pvs,
		{.exploration = 70,
			.playout = GAME_DEFAULTS_END,
			.implicit = 40,
			.scale = 200,
			.ordered = 1,
			.reuse = 1,
			.proofs = 1}},
	/* Every other game: without an evaluation only playouts to the end tell good from bad. */
	{NULL, GAME_DEFAULTS_ANY, &search_mcts,
		{.exploration = 70,
			.playout = GAME_DEFAULTS_END,
			.implicit = 20,
			.scale = 200,
			.ordered = 1,
			.reuse = 1,
			.proofs = 1}},
};

const struct game_defaults *game_defaults_find(const struct rules *rules, int seats)
{
	const struct game_defaults *row = game_defaults;

	while (row->game != NULL &&
		(strcmp(row->game, rules->name) != 0 || !(row->seats >> seats & 1)))
		row++;
	return row;
}
