/*
 * game-defaults.c - the table of what a house bot plays a game with.
 */
#include "bots/search/game-defaults.h"

#include <string.h>

#include "rules/process/rules-process.h"

#define GAME_DEFAULTS_TWO (1U << 2)
#define GAME_DEFAULTS_ANY (~0U)

/* The parts of mcts that all games have. */
#define GAME_DEFAULTS_PARTS .ordered = 1, .reuse = 1, .proofs = 1

static const struct game_defaults game_defaults[] = {
	{"tictactoe", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .scale = 200}},
	{"connect4", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 50, .playout = SEARCH_PLIES, .implicit = 20,
			.scale = 200}},
	{"nim", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .scale = 200}},
	{"letters", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .implicit = 40}},
	{"tree", true, GAME_DEFAULTS_ANY, &search_pvs, {GAME_DEFAULTS_PARTS, .exploration = 40}},
	{"chinese-checkers", true, GAME_DEFAULTS_TWO, &search_mcts,
		{GAME_DEFAULTS_PARTS, .exploration = 20, .scale = 2000, .widening = 50}},
	{"chinese-checkers", true, GAME_DEFAULTS_ANY, &search_brs,
		{GAME_DEFAULTS_PARTS, .exploration = 20, .scale = 2000, .widening = 50}},
	{"othello", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	{"breakthrough", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	{"gomoku", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300, .widening = 100}},
	{"kalah", true, GAME_DEFAULTS_ANY, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 40, .scale = 300}},
	/* Every other game with an evaluation: two seats search in depth, more judge leaves by it.
	 */
	{NULL, false, GAME_DEFAULTS_TWO, &search_pvs,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .implicit = 20,
			.scale = 200}},
	{NULL, false, GAME_DEFAULTS_ANY, &search_mcts,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .implicit = 20, .scale = 200}},
	/* Without one, only playouts to the end tell something. */
	{NULL, true, GAME_DEFAULTS_ANY, &search_mcts,
		{GAME_DEFAULTS_PARTS, .exploration = 70, .playout = SEARCH_PLIES, .implicit = 20,
			.scale = 200}},
};

const struct game_defaults *game_defaults_find(const struct rules *rules, int seats, bool blind)
{
	const struct game_defaults *row = game_defaults;

	/* A program may call its game as ours are called. */
	while ((row->game != NULL &&
		       (rules_is_process(rules) || strcmp(row->game, rules->name) != 0)) ||
		(blind && !row->blind) || !(row->seats >> seats & 1))
		row++;
	return row;
}
