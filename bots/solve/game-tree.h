/*
 * game-tree.h - the value of a uniform tree from a stream of its leaves, in memory for one path.
 *
 * All inner nodes have as many children and all leaves the same depth; the root is a max node.
 * Nodes are visited left to right, by minimax all of them, by alpha-beta (Knuth and Moore 1975,
 * with both bounds passed down) up to the child that brings alpha >= beta. Leaves below a cut are
 * read and dropped.
 */
#ifndef BOTS_SOLVE_GAME_TREE_H
#define BOTS_SOLVE_GAME_TREE_H

#include "bots/solve/input.h"

struct game_tree {
	uint64_t depth, branching;
	uint64_t leaves; /* branching to the power of depth; UINT64_MAX: that or more */
};

struct game_tree_answer {
	int64_t value;
	uint64_t nodes; /* visited, the root among them */
};

/* Reads the first two numbers; false and a line in why: they are no depth and branching. */
bool game_tree_read(struct input *in, struct game_tree *tree, char *why, size_t room);

/* Whether so many leaves taken are all, and nothing is left; false and a line in why: what is next
 * is wrong. */
bool game_tree_end(
	struct input *in, const struct game_tree *tree, uint64_t taken, char *why, size_t room);

/* Reads the leaves, which must be all that is left. */
enum solve_status game_tree_solve(struct input *in, const struct game_tree *tree, bool prune,
	struct game_tree_answer *answer, char *why, size_t room);

#endif
