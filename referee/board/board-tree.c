/*
 * board-tree.c - a game tree from the root down: a small one whole, of a large one the path that
 * was taken, with the siblings of each node on it.
 */
#include "referee/board/board.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/svg.h"
#include "rules/tree.h"

enum {
	TREE_WHOLE = 27, /* leaves of a tree that is drawn whole */
	TREE_SIDE = 4,	 /* siblings to each side of the path in a larger one */
	TREE_LEVELS = 65
};

struct tree_shape {
	int depth, branching, leaves;
	int path[TREE_LEVELS]; /* children from 0 */
	int plies;
	double width, row, step, radius;
};

/* Position strings are the path, `2/1 p1 2`, or `- p1 1`. */
static void tree_take_path(struct tree_shape *t, const struct board_scene *scene)
{
	char text[POSITION_TEXT], *rest = text, *word;
	scene->setup->rules->write(scene->setup, scene->now, text);
	text[strcspn(text, " ")] = '\0';
	while (text[0] != '-' && (word = strsep(&rest, "/")) != NULL && t->plies < TREE_LEVELS)
		t->path[t->plies++] = atoi(word) - 1;
}

static struct tree_shape tree_measure(const struct board_scene *scene)
{
	struct tree_shape t = {.depth = board_scene_number(scene, "depth"),
		.branching = board_scene_number(scene, "branching"),
		.leaves = tree_view(scene->setup, scene->now).count,
		.width = 640};
	tree_take_path(&t, scene);
	t.row = t.depth > 22 ? 1700.0 / t.depth : t.depth > 8 ? 76.0 - 1.6 * (t.depth - 8) : 76;
	t.radius = t.row / 4.2 > 15 ? 15 : t.row / 4.2;
	t.step = t.leaves > TREE_WHOLE ? 66 : 44;
	if (t.leaves <= TREE_WHOLE && t.leaves * t.step > t.width)
		t.width = t.leaves * t.step;
	return t;
}

static void tree_size(const struct board_scene *scene, double *width, double *height)
{
	struct tree_shape t = tree_measure(scene);
	*width = t.width;
	bool whole = t.leaves <= TREE_WHOLE || t.plies + 1 > t.depth;
	*height = (whole ? t.depth : t.plies + 1) * t.row + 2 * t.radius + 30;
}

static double tree_y(const struct tree_shape *t, int level)
{
	return t->radius + 8 + level * t->row;
}

/* Nodes below one of this level. */
static int tree_below(const struct tree_shape *t, int level)
{
	int below = 1;
	for (; level < t->depth; level++)
		below *= t->branching;
	return below;
}

/* Is this node, the index-th of its level, on the path? */
static bool tree_on_path(const struct tree_shape *t, int level, int index)
{
	int at = 0;
	for (int i = 0; i < level && i < t->plies; i++)
		at = at * t->branching + t->path[i];
	return level <= t->plies && at == index;
}

static void tree_edge(FILE *out, const struct tree_shape *t, int level, double from, double to,
	bool taken, int child)
{
	double y = tree_y(t, level - 1), below = tree_y(t, level);
	char number[16];
	fprintf(out, "<path stroke=\"%s\" stroke-width=\"%d\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
		taken ? SVG_INK : "#b3bcc6", taken ? 4 : 1, from, y, to, below);
	snprintf(number, sizeof number, "%d", child + 1);
	svg_text(out, from + (to - from) * 0.6 + 7, y + (below - y) * 0.6 + 3, 11, SVG_START,
		taken ? "font-weight=\"bold\"" : "fill=\"" SVG_GREY "\"", number);
}

/* An inner node is whose turn it is; a leaf is its number. */
static void tree_node(FILE *out, const struct board_scene *scene, const struct tree_shape *t,
	int level, int index, double x)
{
	double y = tree_y(t, level);
	bool here = tree_on_path(t, level, index);
	char number[24];
	if (level == t->depth) {
		long long leaf = (long long)tree_view(scene->setup, scene->now).leaves[index];
		snprintf(number, sizeof number, "%lld", leaf);
		double wide = svg_width(number, 13) + 12;
		fprintf(out,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"24\" rx=\"4\" "
			"fill=\"%s\" stroke=\"%s\"/>\n",
			x - wide / 2, y - 12, wide, here ? "#fff4c9" : "#f4f6f8",
			here ? SVG_INK : "#b3bcc6");
		svg_text(out, x, y + 5, 13, SVG_MIDDLE, here ? "font-weight=\"bold\"" : "", number);
		return;
	}
	svg_stone(out, level % 2 + 1, x, y, t->radius);
	if (here && level == t->plies)
		fprintf(out,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"" SVG_INK
			"\" stroke-width=\"3\"/>\n",
			x, y, t->radius + 4);
}

static double tree_x(const struct tree_shape *t, int level, int index)
{
	int below = tree_below(t, level);
	return t->width / 2 + (((index + 0.5) * below) - t->leaves / 2.0) * t->step;
}

static void tree_draw_whole(FILE *out, const struct board_scene *scene, const struct tree_shape *t)
{
	for (int pass = 0; pass < 2; pass++)
		for (int level = 0, count = 1; level <= t->depth; level++, count *= t->branching)
			for (int i = 0; i < count; i++) {
				double x = tree_x(t, level, i);
				if (pass == 1)
					tree_node(out, scene, t, level, i, x);
				else if (level > 0)
					tree_edge(out, t, level,
						tree_x(t, level - 1, i / t->branching), x,
						tree_on_path(t, level, i), i % t->branching);
			}
}

/* The children of the path's node of a level, the one that was taken in the middle. */
static void tree_draw_children(FILE *out, const struct board_scene *scene,
	const struct tree_shape *t, int level, int parent, int pass)
{
	bool taken = level <= t->plies;
	int middle = taken ? t->path[level - 1] : (t->branching - 1) / 2;
	for (int child = middle - TREE_SIDE; child <= middle + TREE_SIDE; child++) {
		double x = t->width / 2 + (child - middle) * t->step;
		bool last = child - middle == TREE_SIDE || middle - child == TREE_SIDE;
		if (child < 0 || child >= t->branching)
			continue;
		if (last && pass == 1)
			svg_text(out, x, tree_y(t, level) + 5, 18, SVG_MIDDLE,
				"fill=\"" SVG_GREY "\"", "…");
		else if (!last && pass == 0)
			tree_edge(out, t, level, t->width / 2, x, taken && child == middle, child);
		else if (!last)
			tree_node(out, scene, t, level, parent * t->branching + child, x);
	}
}

static void tree_draw(FILE *out, const struct board_scene *scene)
{
	struct tree_shape t = tree_measure(scene);
	if (t.leaves <= TREE_WHOLE) {
		tree_draw_whole(out, scene, &t);
		return;
	}
	for (int pass = 0; pass < 2; pass++) {
		int parent = 0;
		if (pass == 1)
			tree_node(out, scene, &t, 0, 0, t.width / 2);
		for (int level = 1; level <= t.depth && level <= t.plies + 1; level++) {
			tree_draw_children(out, scene, &t, level, parent, pass);
			if (level <= t.plies)
				parent = parent * t.branching + t.path[level - 1];
		}
	}
}

const struct board board_tree = {"tree", tree_size, tree_draw};
