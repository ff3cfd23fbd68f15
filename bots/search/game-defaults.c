/*
 * game-defaults.c - the table of what a house bot plays a game with.
 */
#include "bots/search/game-defaults.h"

#include <string.h>

#include "rules-process/rules-process.h"

#define GAME_DEFAULTS_TWO (1U << 2)
#define GAME_DEFAULTS_ANY (~0U)

/* The parts of mcts that all games have. */
#define GAME_DEFAULTS_PARTS .ordered = 1, .reuse = 1, .proofs = 1

static const struct game_defaults game_defaults[] = {
	{"tictactoe", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .scale = 200}},
	{"connect4", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 50, .playout = SEARCH_PLIES, .implicit = 20,
			.scale = 200}},
	{"nim", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .scale = 200}},
	{"letters", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .implicit = 40}},
	{"tree", GAME_DEFAULTS_ANY, &search_pvs, {GAME_DEFAULTS_PARTS, .exploration = 40}},
	{"chinese-checkers", GAME_DEFAULTS_TWO, &search_mcts,
		{GAME_DEFAULTS_PARTS, .exploration = 20, .scale = 2000, .widening = 50}},
	{"chinese-checkers", GAME_DEFAULTS_ANY, &search_brs,
		{GAME_DEFAULTS_PARTS, .exploration = 20, .scale = 2000, .widening = 50}},
	{"othello", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	{"breakthrough", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	{"gomoku", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300, .widening = 100}},
	{"kalah", GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	/* Every other game. Playouts reach the end, since how good an evaluation is is not known.
	 */
	{NULL, GAME_DEFAULTS_ANY, &search_mcts,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .implicit = 20,
			.scale = 200}},
};

const struct game_defaults *game_defaults_find(const struct rules *rules, int seats)
{
	const struct game_defaults *row = game_defaults;

	/* A program may call its game as ours are called. */
	while (row->game != NULL &&
		(rules_is_process(rules) || strcmp(row->game, rules->name) != 0 ||
			!(row->seats >> seats & 1)))
		row++;
	return row;
}
