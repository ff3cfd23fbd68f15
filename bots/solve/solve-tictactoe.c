/*
 * solve-tictactoe.c - `referee-solve tictactoe`: the winner and the best moves, for one position
 * or many.
 */
#include "bots/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bots/solve/exact-tictactoe.h"
#include "bots/solve/picture.h"

enum { SOLVE_TICTACTOE_ANALYZE, SOLVE_TICTACTOE_DRAW, SOLVE_TICTACTOE_CELLS = 9 };

static const struct solve_flag solve_tictactoe_flags[] = {
	[SOLVE_TICTACTOE_ANALYZE] = {"analyze", NULL, "score every move as well: MOVE:VALUE ..."},
	[SOLVE_TICTACTOE_DRAW] = {"draw", "FILE.dot",
		"draw all that can follow in a file for Graphviz"},
	{NULL},
};

struct solve_tictactoe {
	struct solve_game game;
	struct board_tictactoe board;
	bool analyze;
};

/* The moves of a position and their values. */
struct solve_tictactoe_moves {
	int count;
	char texts[SOLVE_TICTACTOE_CELLS][MOVE_TEXT];
	int values[SOLVE_TICTACTOE_CELLS];
};

static void solve_tictactoe_score(struct solve_tictactoe *t, struct solve_tictactoe_moves *list)
{
	const struct setup *s = &t->game.setup;
	static move moves[MOVES_MAX];

	list->count = s->rules->moves(s, &t->game.position, moves);
	for (int i = 0; i < list->count; i++) {
		struct position next = t->game.position;
		s->rules->move_text(s, &next, moves[i], list->texts[i]);
		s->rules->play(s, &next, moves[i]);
		list->values[i] = -board_tictactoe_value(&t->board, s, &next);
	}
}

/* Writes VALUE MOVES NODES, and the moves' values of --analyze. */
static bool solve_tictactoe_answer(void *context, const char *position, char *text, size_t room)
{
	struct error err;
	struct solve_tictactoe *t = context;
	struct solve_tictactoe_moves list;
	uint64_t before = t->board.nodes;

	if (!solve_game_place(&t->game, position, &err)) {
		snprintf(text, room, "%s", err.text);
		return false;
	}
	int value = board_tictactoe_value(&t->board, &t->game.setup, &t->game.position), shown = 0;
	solve_tictactoe_score(t, &list);
	size_t used = (size_t)snprintf(text, room, "%d ", value);
	for (int i = 0; i < list.count; i++)
		if (list.values[i] == value)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				shown++ > 0 ? "," : "", list.texts[i]);
	used += (size_t)snprintf(text + used, room - used, "%s %" PRIu64, shown == 0 ? "-" : "",
		t->board.nodes - before);
	for (int i = 0; i < list.count && t->analyze; i++)
		used += (size_t)snprintf(
			text + used, room - used, " %s:%d", list.texts[i], list.values[i]);
	return true;
}

static enum solve_status solve_tictactoe_draw(
	struct solve_tictactoe *t, const char *position, const char *file)
{
	static struct picture picture;
	struct error err;
	char text[POSITION_TEXT];
	const struct setup *s = &t->game.setup;

	if (!picture_can_write(file, &err) || !solve_game_place(&t->game, position, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	if (!picture_add_game(&picture, s, &t->game.position, NULL)) {
		picture_refuse(&err);
		return solve_fail(SOLVE_USAGE, err.text);
	}
	s->rules->write(s, &t->game.position, text);
	snprintf(picture.title, sizeof picture.title, "Tic-tac-toe from %.60s", text);
	enum solve_status status = picture_draw(&picture, file, &err);
	return status == SOLVE_DONE ? status : solve_fail(status, err.text);
}

static enum solve_status solve_tictactoe_run(const struct solve_call *call)
{
	static struct solve_tictactoe t;
	struct error err;
	const char *file = solve_value(call, SOLVE_TICTACTOE_DRAW), *word = call->words[0];
	const struct rules *rules = solve_game_find("tictactoe", &err);

	if (rules == NULL || !solve_game_init(&t.game, rules, 0, NULL, 0, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	board_tictactoe_init(&t.board);
	t.analyze = call->counts[SOLVE_TICTACTOE_ANALYZE] > 0;
	if (file != NULL && word != NULL && strcmp(word, "-") == 0)
		return solve_fail(SOLVE_USAGE, "--draw is for one position, not for -");
	if (file != NULL) {
		enum solve_status status =
			solve_tictactoe_draw(&t, word != NULL ? word : "startpos", file);
		if (status != SOLVE_DONE)
			return status;
	}
	return solve_lines(word, solve_tictactoe_answer, &t);
}

const struct solve solve_tictactoe = {
	.name = "tictactoe",
	.usage = "[POSITION | -] [OPTIONS]",
	.summary =
		"print VALUE MOVES NODES for the side to move, NODES: different positions; -: read a position from each line of stdin",
	.words_most = 1,
	.flags = solve_tictactoe_flags,
	.run = solve_tictactoe_run,
};
