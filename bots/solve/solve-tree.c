/*
 * solve-tree.c - `referee-solve tree`: the value of a tree on stdin, and the nodes visited for it.
 */
#include "bots/solve/all-solves.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bots/nearest.h"
#include "bots/solve/game-tree.h"

enum { SOLVE_TREE_ALGORITHM };

static const struct solve_flag solve_tree_flags[] = {
	[SOLVE_TREE_ALGORITHM] = {"algorithm", "alphabeta|minimax",
		"which nodes are visited; alphabeta unless said"},
	{NULL},
};

static bool solve_tree_algorithm(const char *name, bool *prune, char *why, size_t room)
{
	static const char *const names[] = {"alphabeta", "minimax"};
	struct nearest near = nearest_to(name);

	for (int i = 0; i < 2; i++) {
		nearest_offer(&near, names[i]);
		if (strcmp(name, names[i]) == 0) {
			*prune = i == 0;
			return true;
		}
	}
	return solve_refuse(why, room, "--algorithm is alphabeta or minimax, not \"%.40s\"%s%s%s",
		name, near.best != NULL ? "; did you mean " : "",
		near.best != NULL ? near.best : "", near.best != NULL ? "?" : "");
}

static enum solve_status solve_tree_run(const struct solve_call *call)
{
	char why[SOLVE_WHY];
	const char *algorithm = solve_value(call, SOLVE_TREE_ALGORITHM);
	bool prune = true;
	struct game_tree tree;
	struct game_tree_answer answer;
	enum solve_status status = SOLVE_INPUT;

	if (algorithm != NULL && !solve_tree_algorithm(algorithm, &prune, why, sizeof why))
		return solve_fail(SOLVE_USAGE, why);
	struct input *in = input_create(input_read_stdin, NULL);
	if (in == NULL)
		return solve_fail(SOLVE_FAULT, "no memory");
	if (game_tree_read(in, &tree, why, sizeof why))
		status = game_tree_solve(in, &tree, prune, &answer, why, sizeof why);
	input_free(in);
	if (status != SOLVE_DONE)
		return solve_fail(status, why);
	printf("%" PRId64 " %" PRIu64 "\n", answer.value, answer.nodes);
	return SOLVE_DONE;
}

const struct solve solve_tree = {
	.name = "tree",
	.usage = "[FLAGS] < FILE",
	.summary = "depth and branching, then the leaves: prints VALUE NODES",
	.flags = solve_tree_flags,
	.run = solve_tree_run,
};
