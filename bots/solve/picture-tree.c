/*
 * picture-tree.c - makes a picture of a uniform tree from its stream of leaves.
 */
#include "bots/solve/picture-tree.h"

#include <inttypes.h>

/* The number of nodes of a tree, at most one more than a picture can have. */
static int picture_tree_nodes(const struct game_tree *tree)
{
	uint64_t sum = 1, level = 1;

	for (uint64_t i = 0; i < tree->depth && sum <= PICTURE_NODES_MAX; i++) {
		if (__builtin_mul_overflow(level, tree->branching, &level) ||
			__builtin_add_overflow(sum, level, &sum))
			return PICTURE_NODES_MAX + 1;
	}
	return sum > PICTURE_NODES_MAX ? PICTURE_NODES_MAX + 1 : (int)sum;
}

/* Adds the nodes below a node, counting leaves; false: the next token is not a leaf. */
static bool picture_tree_below(struct picture *p, struct input *in, const struct game_tree *tree,
	int index, uint64_t *taken)
{
	int64_t leaf;

	if ((uint64_t)p->nodes[index].level == tree->depth) {
		if (input_numbers(in, &leaf, 1) == 0)
			return false;
		++*taken;
		picture_set_value(p, index, leaf);
		return true;
	}
	for (uint64_t i = 1; i <= tree->branching; i++) {
		char by[PICTURE_TEXT];
		snprintf(by, sizeof by, "%" PRIu64, i);
		if (!picture_tree_below(p, in, tree, picture_add(p, index, by, ""), taken))
			return false;
	}
	return true;
}

enum solve_status picture_tree_read(
	struct picture *p, struct input *in, const struct game_tree *tree, char *why, size_t room)
{
	uint64_t taken = 0;

	if (picture_tree_nodes(tree) > PICTURE_NODES_MAX) {
		picture_refuse(why, room);
		return SOLVE_USAGE;
	}
	snprintf(p->title, sizeof p->title, "Alpha-beta, depth %" PRIu64 " and branching %" PRIu64,
		tree->depth, tree->branching);
	picture_tree_below(p, in, tree, picture_add(p, PICTURE_NONE, "", ""), &taken);
	return game_tree_end(in, tree, taken, why, room) ? SOLVE_DONE : SOLVE_INPUT;
}
