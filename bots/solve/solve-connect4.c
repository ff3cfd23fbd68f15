/*
 * solve-connect4.c - `referee-solve connect4`: the exact score and the best moves, for one position
 * or many.
 */
#include "bots/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bots/connect4/solver.h"
#include "base/error.h"

enum { SOLVE_CONNECT4_ANALYZE, SOLVE_CONNECT4_HASH, SOLVE_CONNECT4_HASH_MAX = 65536 };

static const struct solve_flag solve_connect4_flags[] = {
	[SOLVE_CONNECT4_ANALYZE] = {"analyze", NULL, "score every move as well: MOVE:VALUE ..."},
	[SOLVE_CONNECT4_HASH] = {"hash", "MB", "use a table of this many megabytes (default: 128)"},
	{NULL},
};

struct solve_connect4 {
	struct solver *solver; /* owned */
	bool analyze;
};

/* Reads columns played from the start (none: the start itself), or a position string. */
static bool solve_connect4_read(struct board *b, const char *text, struct error *err)
{
	if (strcmp(text, "startpos") == 0)
		text = "";
	return strchr(text, '/') != NULL ? board_read_position(b, text, err)
					 : board_read_columns(b, text, err);
}

/* Writes the columns of a set as letters, joined by commas; a dash for none. */
static size_t solve_connect4_moves(unsigned columns, char *text, size_t room)
{
	size_t used = 0;

	for (int i = 0; i < BOARD_COLUMNS; i++)
		if (columns >> i & 1)
			used += (size_t)snprintf(
				text + used, room - used, "%s%c", used > 0 ? "," : "", 'a' + i);
	return used > 0 ? used : (size_t)snprintf(text, room, "-");
}

/* The answer for one position. */
struct solve_connect4_answer {
	int value;
	unsigned columns;	   /* columns that reach the value, as bits */
	int scores[BOARD_COLUMNS]; /* with --analyze */
};

/* This solver is never stopped, so its answers are exact. A full board is a draw. */
static void solve_connect4_ask(
	const struct solve_connect4 *c, const struct board *b, struct solve_connect4_answer *a)
{
	struct solver_answer answer;

	*a = (struct solve_connect4_answer){0};
	if (c->analyze) {
		solver_analyze(c->solver, b, a->scores);
		a->value = board_count(b) < BOARD_CELLS ? SOLVER_WORST : 0;
		for (int i = 0; i < BOARD_COLUMNS; i++)
			a->value = a->scores[i] > a->value ? a->scores[i] : a->value;
		for (int i = 0; i < BOARD_COLUMNS; i++)
			a->columns |= (unsigned)(a->scores[i] == a->value) << i;
	} else if (board_count(b) < BOARD_CELLS) {
		solver_solve(c->solver, b, &answer);
		a->value = answer.low;
		solver_best_columns(c->solver, b, a->value, &a->columns);
	}
}

/* Writes VALUE MOVES NODES, and the columns' scores of --analyze. */
static bool solve_connect4_answer(void *context, const char *position, char *text, size_t room)
{
	struct error err;
	const struct solve_connect4 *c = context;
	struct solve_connect4_answer a;
	struct board b;

	if (!solve_connect4_read(&b, position, &err)) {
		snprintf(text, room, "%s", err.text);
		return false;
	}
	uint64_t before = solver_nodes(c->solver);
	solve_connect4_ask(c, &b, &a);
	size_t used = (size_t)snprintf(text, room, "%d ", a.value);
	used += solve_connect4_moves(a.columns, text + used, room - used);
	used += (size_t)snprintf(
		text + used, room - used, " %" PRIu64, solver_nodes(c->solver) - before);
	for (int i = 0; i < BOARD_COLUMNS && c->analyze; i++)
		if (a.scores[i] != SOLVER_NO_MOVE)
			used += (size_t)snprintf(
				text + used, room - used, " %c:%d", 'a' + i, a.scores[i]);
	return true;
}

static enum solve_status solve_connect4_run(const struct solve_call *call)
{
	struct error err;
	const char *hash = solve_value(call, SOLVE_CONNECT4_HASH);
	int64_t megabytes = SOLVER_MEGABYTES;

	if (hash != NULL &&
		!solve_number("--hash", hash, 1, SOLVE_CONNECT4_HASH_MAX, &megabytes, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	struct solve_connect4 c = {.solver = solver_create((int)megabytes),
		.analyze = call->counts[SOLVE_CONNECT4_ANALYZE] > 0};
	if (c.solver == NULL)
		return solve_fail(SOLVE_FAULT, "no memory for a table");
	enum solve_status status = solve_lines(call->words[0], solve_connect4_answer, &c);
	solver_free(c.solver);
	return status;
}

const struct solve solve_connect4 = {
	.name = "connect4",
	.usage = "[POSITION | COLUMNS | -] [OPTIONS]",
	.summary =
		"print VALUE MOVES NODES for the side to move: 22 less the winner's stones; COLUMNS: the moves so far, as ddec or 4453",
	.words_most = 1,
	.flags = solve_connect4_flags,
	.run = solve_connect4_run,
};
