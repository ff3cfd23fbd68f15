/*
 * game-tree.h - the value of a uniform tree from a stream of its leaves, with memory for one
 * path.
 *
 * All inner nodes have the same number of children and all leaves the same depth; the root is a
 * max node. Nodes are visited left to right. Minimax visits all of them; alpha-beta (Knuth and
 * Moore 1975, with both bounds passed down) stops at the child that brings alpha >= beta. Leaves
 * below a cut are read and dropped.
 */
#ifndef BOTS_SOLVE_GAME_TREE_H
#define BOTS_SOLVE_GAME_TREE_H

#include "bots/solve/input.h"
#include "base/error.h"

struct game_tree {
	uint64_t depth, branching;
	uint64_t leaves; /* branching to the power of depth; UINT64_MAX: that or more */
};

struct game_tree_answer {
	int64_t value;
	uint64_t nodes; /* visited, including the root */
};

/* Reads the first two numbers. False: they are not a depth and a branching, and err has a line. */
bool game_tree_read(struct input *in, struct game_tree *tree, struct error *err);

/* Checks that exactly this many leaves were read and no input is left. False: the next token is
 * wrong, and err has a line. */
bool game_tree_end(
	struct input *in, const struct game_tree *tree, uint64_t taken, struct error *err);

/* Reads the leaves, which must be the rest of the input. */
enum solve_status game_tree_solve(struct input *in, const struct game_tree *tree, bool prune,
	struct game_tree_answer *answer, struct error *err);

#endif
