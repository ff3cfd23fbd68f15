/*
 * solve-tree.c - `referee-solve tree`: the value of a tree on stdin, and the number of nodes
 * visited.
 */
#include "bots/solve/solve.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "bots/solve/picture.h"

enum { SOLVE_TREE_ALGORITHM, SOLVE_TREE_DRAW };

static const struct solve_flag solve_tree_flags[] = {
	[SOLVE_TREE_ALGORITHM] = {"algorithm", "alphabeta|minimax",
		"visit the nodes of this algorithm (default: alphabeta)"},
	[SOLVE_TREE_DRAW] = {"draw", "FILE.dot",
		"draw the tree in a file for Graphviz, with the nodes that the algorithm visits"},
	{NULL},
};

static bool solve_tree_algorithm(const char *name, bool *prune, struct error *err)
{
	static const char *const names[] = {"alphabeta", "minimax"};
	struct did_you_mean near = did_you_mean_to(name);

	for (int i = 0; i < 2; i++) {
		did_you_mean_offer(&near, names[i]);
		if (strcmp(name, names[i]) == 0) {
			*prune = i == 0;
			return true;
		}
	}
	return error_set(err, "--algorithm is alphabeta or minimax, not \"%.40s\"%s%s%s", name,
		near.best != NULL ? "; did you mean " : "", near.best != NULL ? near.best : "",
		near.best != NULL ? "?" : "");
}

/* Reads the whole tree, searches and draws it. */
static enum solve_status solve_tree_draw(struct input *in, const struct game_tree *tree,
	const char *file, bool prune, struct game_tree_answer *answer, struct error *err)
{
	static struct picture picture;

	picture.minimax = !prune;
	enum solve_status status = picture_tree_read(&picture, in, tree, err);
	if (status == SOLVE_DONE)
		status = picture_draw(&picture, file, err);
	answer->value = picture.nodes[0].value;
	answer->nodes = (uint64_t)picture.visited;
	return status;
}

static enum solve_status solve_tree_run(const struct solve_call *call)
{
	struct error err;
	const char *algorithm = solve_value(call, SOLVE_TREE_ALGORITHM);
	const char *file = solve_value(call, SOLVE_TREE_DRAW);
	bool prune = true;
	struct game_tree tree;
	struct game_tree_answer answer;
	enum solve_status status = SOLVE_INPUT;

	if (algorithm != NULL && !solve_tree_algorithm(algorithm, &prune, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	if (file != NULL && !picture_can_write(file, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	struct input *in = input_create(input_read_stdin, NULL);
	if (in == NULL)
		return solve_fail(SOLVE_FAULT, "no memory");
	if (game_tree_read(in, &tree, &err))
		status = file == NULL ? game_tree_solve(in, &tree, prune, &answer, &err)
				      : solve_tree_draw(in, &tree, file, prune, &answer, &err);
	input_free(in);
	if (status != SOLVE_DONE)
		return solve_fail(status, err.text);
	printf("%" PRId64 " %" PRIu64 "\n", answer.value, answer.nodes);
	return SOLVE_DONE;
}

const struct solve solve_tree = {
	.name = "tree",
	.usage = "[OPTIONS] < FILE",
	.summary = "read depth and branching, then the leaves; print VALUE NODES",
	.flags = solve_tree_flags,
	.run = solve_tree_run,
};
