/*
 * solve-perft.c - `referee-solve perft`: counts move sequences, for authors of rules.
 */
#include "bots/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bots/rules-child.h"
#include "bots/solve/perft.h"
#include "rules/process/rules-process.h"

enum {
	SOLVE_PERFT_POSITION,
	SOLVE_PERFT_PLAYERS,
	SOLVE_PERFT_PARAM,
	SOLVE_PERFT_DIVIDE,
	SOLVE_PERFT_DEPTH_MAX = 10000
};

static const struct solve_flag solve_perft_flags[] = {
	[SOLVE_PERFT_POSITION] = {"position", "P", "count from this position (default: the start)"},
	[SOLVE_PERFT_PLAYERS] = {"players", "N",
		"set up the game with this many seats (default: the fewest)"},
	[SOLVE_PERFT_PARAM] = {"param", "KEY=VALUE", "set a parameter of the game (repeatable)",
		true},
	[SOLVE_PERFT_DIVIDE] = {"divide", NULL, "print a line for each first move before the sum"},
	{NULL},
};

static double solve_perft_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Counts the sequences below each move separately, and prints them. */
static uint64_t solve_perft_divide(
	const struct solve_game *game, int depth, struct perft_room *room)
{
	const struct rules *rules = game->setup.rules;
	static move moves[MOVES_MAX];
	uint64_t sum = 0;

	if (depth == 0)
		return 1;
	int count = rules->moves(&game->setup, &game->position, moves);
	for (int i = 0; i < count; i++) {
		char text[MOVE_TEXT];
		struct position next = game->position;
		rules->move_text(&game->setup, &next, moves[i], text);
		rules->play(&game->setup, &next, moves[i]);
		uint64_t below = perft(&game->setup, &next, depth - 1, room);
		printf("%s %" PRIu64 "\n", text, below);
		if (__builtin_add_overflow(sum, below, &sum))
			return UINT64_MAX;
	}
	return sum;
}

static bool solve_perft_setup(
	const struct solve_call *call, struct solve_game *game, struct error *err)
{
	const char *position = solve_value(call, SOLVE_PERFT_POSITION);
	const char *players = solve_value(call, SOLVE_PERFT_PLAYERS);
	const char *command = rules_process_command(call->words[0]);
	const struct rules *rules = command != NULL ? rules_child_open(command, err)
						    : solve_game_find(call->words[0], err);
	int64_t seats = 0;

	return rules != NULL &&
	       (players == NULL || solve_number("--players", players, 2, SEATS_MAX, &seats, err)) &&
	       solve_game_init(game, rules, (int)seats, call->values[SOLVE_PERFT_PARAM],
		       call->counts[SOLVE_PERFT_PARAM], err) &&
	       (position == NULL || solve_game_place(game, position, err));
}

static enum solve_status solve_perft_run(const struct solve_call *call)
{
	static struct solve_game game;
	struct error err;
	int64_t depth;
	struct perft_room room;

	if (!solve_perft_setup(call, &game, &err) ||
		!solve_number("the depth", call->words[1], 0, SOLVE_PERFT_DEPTH_MAX, &depth, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	if (!perft_room_init(&room, (int)depth))
		return solve_fail(SOLVE_FAULT, "no memory for so deep a count");
	double begun = solve_perft_now();
	uint64_t count = call->counts[SOLVE_PERFT_DIVIDE] > 0
				 ? solve_perft_divide(&game, (int)depth, &room)
				 : perft(&game.setup, &game.position, (int)depth, &room);
	double seconds = solve_perft_now() - begun;
	perft_room_clear(&room);
	if (rules_is_process(game.setup.rules) && rules_process_fault(game.setup.rules) != NULL)
		return solve_fail(SOLVE_FAULT, rules_process_fault(game.setup.rules));
	if (count == UINT64_MAX)
		return solve_fail(SOLVE_INPUT, "there are more than 2^64 sequences of that length");
	printf("%" PRIu64 "\n", count);
	fprintf(stderr, "%.3f s, %.0f nodes per second\n", seconds,
		(double)count / (seconds > 1e-9 ? seconds : 1e-9));
	return SOLVE_DONE;
}

const struct solve solve_perft = {
	.name = "perft",
	.usage = "GAME DEPTH [OPTIONS]",
	.summary =
		"print the number of move sequences of that length, and the speed on stderr; GAME may be "
		"process:COMMAND",
	.words_least = 2,
	.words_most = 2,
	.flags = solve_perft_flags,
	.run = solve_perft_run,
};
