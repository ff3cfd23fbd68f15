/*
 * picture.h - a game tree as a picture: the mover and value of each node, the best line, and the
 * nodes that alpha-beta never visited. With minimax it visits all, and every value is exact.
 *
 * A picture is built node by node, searched once, and written as DOT, which Graphviz draws. The
 * root is a max node, and values are those of the player that moves there.
 */
#ifndef BOTS_SOLVE_PICTURE_H
#define BOTS_SOLVE_PICTURE_H

#include <stdio.h>

#include "bots/solve/game-tree.h"
#include "bots/solve/solve.h"
#include "base/error.h"
#include "rules/rules.h"

enum {
	PICTURE_NODES_MAX = 400, /* a picture with more nodes is unreadable */
	PICTURE_TEXT = 48,
	PICTURE_NONE = -1
};

/* Alpha-beta's knowledge of a node. */
enum picture_bound { PICTURE_UNKNOWN, PICTURE_EXACT, PICTURE_AT_MIN, PICTURE_AT_MAX };

struct picture_node {
	int parent, first_child, next; /* indices or PICTURE_NONE; children in order of moves */
	int level;		       /* the root's is 0 */
	int64_t value;
	enum picture_bound bound;
	bool visited, best;	 /* best: on the best line */
	char name[PICTURE_TEXT]; /* max_4; may be empty */
	char move[PICTURE_TEXT]; /* of the edge from the parent */
};

struct picture {
	bool minimax; /* visit every node, as without alpha-beta; set it before anything is added */
	char title[128];
	int count, visited;
	struct picture_node nodes[PICTURE_NODES_MAX];
};

/* Can a file of this name be written? False: err has a line. */
bool picture_can_write(const char *file, struct error *err);

/* Adds the next child of parent (PICTURE_NONE: the root), reached by the move `by`. Returns its
 * index; PICTURE_NONE: the tree is too large to draw. */
int picture_add(struct picture *p, int parent, const char *by, const char *name);

/* A leaf's value. */
void picture_set_value(struct picture *p, int node, int64_t value);

/* Runs alpha-beta, or minimax: sets the visited nodes, their values and the best line. */
void picture_search(struct picture *p);

/* "5", ">=5" with the proper sign, or nothing, in UTF-8. */
void picture_value_text(const struct picture_node *node, char text[PICTURE_TEXT]);

/* Does the node take the greatest value of its children? Its level is even. */
static inline bool picture_is_max(const struct picture_node *node)
{
	return node->level % 2 == 0;
}

/* A write error shows in ferror(). */
void picture_write_dot(const struct picture *p, FILE *out);

/* Adds the whole game from a position on. name writes a node's name (it may be NULL). False: too
 * large. */
typedef void picture_name(
	const struct setup *s, const struct position *p, int level, char name[PICTURE_TEXT]);
bool picture_add_game(
	struct picture *p, const struct setup *s, const struct position *at, picture_name *name);

/* Refuses a tree that is too large. */
bool picture_refuse(struct error *err);

/* Searches and writes the picture to a file. */
enum solve_status picture_draw(struct picture *p, const char *file, struct error *err);

/* Adds the whole tree to an empty picture by reading its leaves. Refuses a tree that is too large
 * before it reads. */
enum solve_status picture_tree_read(
	struct picture *p, struct input *in, const struct game_tree *tree, struct error *err);

#endif
