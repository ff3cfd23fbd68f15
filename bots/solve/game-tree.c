/*
 * game-tree.c - alpha-beta with its own stack: depth costs 32 bytes a level and no recursion.
 */
#include "bots/solve/game-tree.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAME_TREE_BATCH = 1024, GAME_TREE_POWERS = 64 };

/* A node on the path, from the view of its mover. Each level has the complements of the level
 * above: ~x reverses the order of numbers and, unlike -x, does not overflow. Infinite bounds are
 * the ends of int64_t. A leaf may have such a value, so flags tell whether a bound is set. */
struct game_tree_node {
	int64_t best, bound; /* alpha and beta of a max node */
	uint64_t child;	     /* children done */
	bool best_set, bound_set;
};

struct game_tree_walk {
	struct input *in;
	const struct game_tree *tree;
	bool prune;
	uint64_t powers[GAME_TREE_POWERS]; /* leaves below a node, by its height */
	struct game_tree_node *path;	   /* depth of them */
	uint64_t nodes, unread;		   /* unread: leaves not taken from the input yet */
	size_t at, count;		   /* in batch */
	int64_t batch[GAME_TREE_BATCH];
};

bool game_tree_read(struct input *in, struct game_tree *tree, struct error *err)
{
	int64_t depth, branching;

	if (!input_number(
		    in, "a depth (depth and branching come first)", 0, INT64_MAX, &depth, err) ||
		!input_number(in, "a branching (depth and branching come first)", 1, INT64_MAX,
			&branching, err))
		return false;
	tree->depth = (uint64_t)depth;
	tree->branching = (uint64_t)branching;
	tree->leaves = 1;
	for (uint64_t i = 0; i < tree->depth && tree->branching > 1; i++) {
		if (__builtin_mul_overflow(tree->leaves, tree->branching, &tree->leaves)) {
			tree->leaves = UINT64_MAX;
			break;
		}
	}
	return true;
}

/* Takes the next leaf; false: there is none. */
static inline bool game_tree_leaf(struct game_tree_walk *w, int64_t *leaf)
{
	if (w->at == w->count) {
		uint64_t most = w->unread < GAME_TREE_BATCH ? w->unread : GAME_TREE_BATCH;
		w->count = input_numbers(w->in, w->batch, most);
		w->unread -= w->count;
		w->at = 0;
		if (w->count == 0)
			return false;
	}
	*leaf = w->batch[w->at++];
	return true;
}

static bool game_tree_drop(struct game_tree_walk *w, uint64_t leaves)
{
	uint64_t ready = w->count - w->at;

	if (leaves <= ready) {
		w->at += leaves;
		return true;
	}
	w->at = w->count;
	leaves -= ready;
	uint64_t dropped = input_skip(w->in, leaves);
	w->unread -= dropped;
	return dropped == leaves;
}

/* Drops the rest of a node at a level from 0, where all its children have equal numbers of
 * leaves. */
static bool game_tree_cut(struct game_tree_walk *w, uint64_t level)
{
	uint64_t left = w->tree->branching - w->path[level].child;
	uint64_t height = w->tree->depth - level - 1;
	uint64_t below = w->tree->branching == 1     ? 1
			 : height < GAME_TREE_POWERS ? w->powers[height]
						     : UINT64_MAX;

	if (__builtin_mul_overflow(left, below, &left))
		left = UINT64_MAX;
	w->path[level].child = w->tree->branching;
	return left == 0 || game_tree_drop(w, left);
}

/* Do the bounds make the remaining children useless? */
static inline bool game_tree_useless(const struct game_tree_node *node)
{
	return node->best >= node->bound && node->bound_set;
}

/* Takes all children of a node of the last level, which are leaves. */
static bool game_tree_bottom(struct game_tree_walk *w, uint64_t level)
{
	struct game_tree_node *node = &w->path[level];
	uint64_t branching = w->tree->branching, child = 0;
	int64_t flip = level % 2 == 0 ? 0 : -1, best = node->best, leaf;
	int64_t bound = node->bound;
	bool cuts = node->bound_set;

	do {
		if (!game_tree_leaf(w, &leaf))
			return false;
		child++;
		leaf ^= flip;
		if (leaf > best)
			best = leaf;
	} while (child < branching && !(best >= bound && cuts));
	node->best = best;
	node->child = child;
	w->nodes += child;
	return child == branching || game_tree_cut(w, level);
}

/* Goes down along first children from a node to the last level, and completes it. */
static bool game_tree_down(struct game_tree_walk *w, uint64_t level)
{
	for (; level < w->tree->depth - 1; level++) {
		const struct game_tree_node *node = &w->path[level];
		struct game_tree_node *child = &w->path[level + 1];
		*child = (struct game_tree_node){.best = INT64_MIN, .bound = INT64_MAX};
		if (w->prune && node->bound_set) {
			child->best = ~node->bound;
			child->best_set = true;
		}
		if (w->prune && (node->best_set || node->child > 0)) {
			child->bound = ~node->best;
			child->bound_set = true;
		}
		w->nodes++;
	}
	return game_tree_bottom(w, level);
}

/* The whole walk; false: the input has too few leaves. */
static bool game_tree_walk(struct game_tree_walk *w, int64_t *value)
{
	uint64_t level = w->tree->depth - 1;

	w->nodes = 1;
	w->path[0] = (struct game_tree_node){.best = INT64_MIN, .bound = INT64_MAX};
	if (!game_tree_down(w, 0))
		return false;
	while (level > 0) {
		struct game_tree_node *node = &w->path[level - 1];
		int64_t arrived = ~w->path[level].best;
		level--;
		node->child++;
		if (arrived > node->best)
			node->best = arrived;
		if (game_tree_useless(node) && !game_tree_cut(w, level))
			return false;
		if (node->child == w->tree->branching)
			continue;
		if (!game_tree_down(w, level))
			return false;
		level = w->tree->depth - 1;
	}
	*value = w->path[0].best;
	return true;
}

static struct game_tree_walk *game_tree_walk_create(
	struct input *in, const struct game_tree *tree, bool prune)
{
	struct game_tree_walk *w = calloc(1, sizeof *w);

	if (w == NULL)
		return NULL;
	w->path = calloc(tree->depth > 0 ? tree->depth : 1, sizeof *w->path);
	if (w->path == NULL) {
		free(w);
		return NULL;
	}
	w->in = in;
	w->tree = tree;
	w->prune = prune;
	w->unread = tree->leaves;
	for (int i = 0; i < GAME_TREE_POWERS; i++)
		if (i == 0)
			w->powers[i] = 1;
		else if (__builtin_mul_overflow(w->powers[i - 1], tree->branching, &w->powers[i]))
			w->powers[i] = UINT64_MAX;
	return w;
}

bool game_tree_end(
	struct input *in, const struct game_tree *tree, uint64_t taken, struct error *err)
{
	char what[128], of[32] = "more than 2^64";

	if (tree->leaves < UINT64_MAX)
		snprintf(of, sizeof of, "%" PRIu64, tree->leaves);
	snprintf(what, sizeof what, "leaf %" PRIu64 " of %s (a whole number of 64 bits)", taken + 1,
		of);
	if (taken < tree->leaves)
		return input_refuse_next(in, what, err);
	if (input_seek(in))
		return input_refuse(in, in->at, err,
			"more than %s leaves: depth %" PRIu64 " and branching %" PRIu64
			" make just that many",
			of, tree->depth, tree->branching);
	return !in->failed || input_refuse_next(in, "the end", err);
}

enum solve_status game_tree_solve(struct input *in, const struct game_tree *tree, bool prune,
	struct game_tree_answer *answer, struct error *err)
{
	struct game_tree_walk *w = game_tree_walk_create(in, tree, prune);
	enum solve_status status = SOLVE_DONE;

	if (w == NULL) {
		error_set(err, "no memory for a tree of depth %" PRIu64, tree->depth);
		return SOLVE_FAULT;
	}
	w->nodes = 1;
	if (tree->depth == 0)
		game_tree_leaf(w, &answer->value);
	else
		game_tree_walk(w, &answer->value);
	answer->nodes = w->nodes;
	if (!game_tree_end(in, tree, tree->leaves - w->unread, err))
		status = SOLVE_INPUT;
	free(w->path);
	free(w);
	return status;
}
