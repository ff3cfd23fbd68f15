/*
 * picture-tree.h - makes a picture of a uniform tree from its stream of leaves.
 */
#ifndef BOTS_SOLVE_PICTURE_TREE_H
#define BOTS_SOLVE_PICTURE_TREE_H

#include "bots/solve/game-tree.h"
#include "bots/solve/picture.h"

/* Adds the whole tree to an empty picture by reading its leaves. Refuses a tree that is too large
 * before it reads. */
enum solve_status picture_tree_read(
	struct picture *p, struct input *in, const struct game_tree *tree, char *why, size_t room);

#endif
