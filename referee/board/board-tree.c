/*
 * board-tree.c - a game tree with the root at the top. A small tree is drawn whole, with its
 * path; of a large tree only the choice at each level is drawn.
 *
 * Cells: the path and the mark of the current node. A small tree adds all nodes level by level, a
 * leaf as a box and a text. A large tree adds a text for each level, then the leaf.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/html-print.h"
#include "referee/board/board-kind.h"
#include "rules/tree.h"

enum {
	TREE_WHOLE = 27, /* maximum leaves of a tree that is drawn whole */
	TREE_SHOWN = 8,	 /* leaves of the last choice that a larger tree shows */
	TREE_LINE = 64,	 /* leaves in a line of the terminal */
	TREE_LEVELS = 65,
	TREE_PATH = 0,
	TREE_MARK,
	TREE_NODES
};

static const double tree_radius = 16;

struct tree_shape {
	int depth, branching, leaves;
	int path[TREE_LEVELS]; /* children from 0 */
	int plies;
	double width, row, step;
};

/* Reads the path from a position string, `2/1 p1 2` or `- p1 1`. */
static void tree_take_path(struct tree_shape *t, const struct setup *s, const struct position *p)
{
	char text[POSITION_TEXT], *rest = text, *word;
	s->rules->write(s, p, text);
	text[strcspn(text, " ")] = '\0';
	while (text[0] != '-' && (word = strsep(&rest, "/")) != NULL && t->plies < TREE_LEVELS)
		t->path[t->plies++] = atoi(word) - 1;
}

static struct tree_shape tree_measure(const struct board *b, const struct position *p)
{
	struct tree_shape t = {.depth = board_number(b, "depth"),
		.branching = board_number(b, "branching"),
		.leaves = tree_view(board_setup(b), p).count,
		.width = 480};
	tree_take_path(&t, board_setup(b), p);
	t.row = t.leaves <= TREE_WHOLE ? 78 : 40;
	t.step = 560.0 / t.leaves < 50 ? 50 : 560.0 / t.leaves > 120 ? 120 : 560.0 / t.leaves;
	if (t.leaves <= TREE_WHOLE && t.leaves * t.step > t.width)
		t.width = t.leaves * t.step;
	return t;
}

static double tree_y(const struct tree_shape *t, int level)
{
	return tree_radius + 10 + level * t->row;
}

/* Number of nodes below one of this level. */
static int tree_below(const struct tree_shape *t, int level)
{
	int below = 1;
	for (; level < t->depth; level++)
		below *= t->branching;
	return below;
}

static double tree_x(const struct tree_shape *t, int level, int index)
{
	if (t->leaves > TREE_WHOLE)
		return 60;
	return t->width / 2 + ((index + 0.5) * tree_below(t, level) - t->leaves / 2.0) * t->step;
}

static void tree_pieces(FILE *out)
{
	static const char *const looks[] = {"leaf", "here"};
	for (int i = 0; i < 2; i++)
		html_print(out,
			"<rect id=\"p-%s\" class=\"%s\" x=\"-23\" y=\"-13\" width=\"46\" "
			"height=\"26\" rx=\"5\"/>\n",
			looks[i], looks[i]);
}

static void tree_draw_edge(FILE *out, const struct tree_shape *t, int level, int index)
{
	double x = tree_x(t, level - 1, index / t->branching), to_x = tree_x(t, level, index);
	double y = tree_y(t, level - 1), to_y = tree_y(t, level);
	char number[16];
	html_print(out, "<path class=\"edge\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x, y, to_x, to_y);
	snprintf(number, sizeof number, "%d", index % t->branching + 1);
	svg_text(out, x + (to_x - x) * 0.6 + 8, y + (to_y - y) * 0.6 + 3, 12, SVG_START,
		"class=\"soft\"", number);
}

static void tree_add_leaf(struct board *b, double x, double y)
{
	board_add_piece(b, (struct board_place){.x = x, .y = y, .line = -1}, NULL);
	board_add_text(b, (struct board_place){.x = x, .y = y + 5, .line = -1}, 14, SVG_MIDDLE,
		"class=\"ink\"", "Leaf");
}

static void tree_draw_whole(struct board *b, FILE *ground, const struct tree_shape *t)
{
	for (int level = 1, count = t->branching; level <= t->depth; level++, count *= t->branching)
		for (int i = 0; i < count; i++)
			tree_draw_edge(ground, t, level, i);
	for (int level = 0, count = 1; level <= t->depth; level++, count *= t->branching)
		for (int i = 0; i < count; i++) {
			double x = tree_x(t, level, i), y = tree_y(t, level);
			if (level == t->depth)
				tree_add_leaf(b, x, y);
			else
				board_add_piece(
					b, (struct board_place){.x = x, .y = y, .line = -1}, NULL);
		}
}

/* Draws a node and adds a text for each level. */
static void tree_draw_levels(struct board *b, FILE *ground, const struct tree_shape *t)
{
	char name[24];
	for (int level = 0; level < t->depth; level++) {
		double x = tree_x(t, level, 0), y = tree_y(t, level);
		html_print(ground, "<path class=\"edge\" d=\"M%g %gV%g\"/>\n", x, y,
			tree_y(t, level + 1));
		snprintf(name, sizeof name, "Choice %d", level + 1);
		board_add_piece(b, (struct board_place){.x = x, .y = y, .line = -1}, NULL);
		board_add_text(b, (struct board_place){.x = x + 34, .y = y + 6, .line = -1}, 16,
			SVG_START, "class=\"ink\"", name);
	}
	tree_add_leaf(b, tree_x(t, t->depth, 0), tree_y(t, t->depth));
}

static void tree_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct tree_shape t = tree_measure(b, start);
	board_set_size(b, t.width, tree_y(&t, t.depth) + tree_radius + 12);
	board_add_path(b);
	board_add_float(b);
	if (t.leaves <= TREE_WHOLE)
		tree_draw_whole(b, ground, &t);
	else
		tree_draw_levels(b, ground, &t);
	int *lines = memory_get(1, sizeof *lines);
	*lines = board_add_line(b, 0, 0);
	board_add_line(b, 1, 0);
	board_set_layout(b, lines);
}

static void tree_fill_leaf(struct board *b, int cell, int64_t leaf, bool here)
{
	board_set(b, cell, here ? "here" : "leaf");
	board_print(b, cell + 1, "%lld", (long long)leaf);
}

/* Sets the path from the root, and the mark at its end. */
static void tree_fill_path(struct board *b, const struct tree_shape *t, int cell)
{
	char path[32 * (TREE_LEVELS + 1)];
	size_t length = 0;
	for (int level = 0, index = 0; level <= t->plies && t->plies > 0; level++) {
		index = level > 0 ? index * t->branching + t->path[level - 1] : 0;
		length += (size_t)snprintf(path + length, sizeof path - length, "%c%.0f %.0f",
			level == 0 ? 'M' : 'L', tree_x(t, level, index), tree_y(t, level));
	}
	board_set(b, TREE_PATH, t->plies > 0 ? path : "");
	board_set(b, TREE_MARK, "");
	if (t->plies < t->depth)
		board_float(b, TREE_MARK, cell, "l");
}

static void tree_fill_whole(struct board *b, const struct tree_shape *t, const struct tree_view *v)
{
	int cell = TREE_NODES, here = 0, mark = TREE_NODES;
	for (int level = 0, count = 1; level <= t->depth; level++, count *= t->branching) {
		here = level > 0 && level <= t->plies ? here * t->branching + t->path[level - 1]
						      : here;
		if (level == t->plies)
			mark = cell + here;
		for (int i = 0; i < count; i++) {
			if (level < t->depth) {
				board_set(b, cell++, level % 2 == 0 ? "1" : "2");
				continue;
			}
			tree_fill_leaf(b, cell, v->leaves[i], t->plies == t->depth && i == here);
			cell += 2;
		}
	}
	tree_fill_path(b, t, mark);
}

/* Sets the text of the leaves in the last choice. */
static void tree_fill_last(struct board *b, const struct tree_shape *t, const struct tree_view *v)
{
	int cell = TREE_NODES + 2 * (t->depth - 1) + 1,
	    child = t->plies == t->depth ? t->path[t->depth - 1] : 0;
	int first = t->plies == t->depth ? v->first - child : v->first;
	char *text = memory_print("%s", t->plies == t->depth ? "" : "leaves");
	for (int i = 0; i < t->branching && i < TREE_SHOWN; i++) {
		bool here = t->plies == t->depth && i == child;
		char *more = memory_print("%s %s%lld%s", text, here ? "[" : "",
			(long long)v->leaves[first + i], here ? "]" : "");
		free(text);
		text = more;
	}
	if (t->plies == t->depth)
		board_print(b, cell, "%d of %d:%s%s", child + 1, t->branching, text,
			t->branching > TREE_SHOWN ? " …" : "");
	else
		board_print(b, cell, "%s%s", text, t->branching > TREE_SHOWN ? " …" : "");
	free(text);
}

static void tree_fill_levels(struct board *b, const struct tree_shape *t, const struct tree_view *v)
{
	for (int level = 0; level < t->depth; level++) {
		int cell = TREE_NODES + 2 * level;
		board_set(b, cell, level % 2 == 0 ? "1" : "2");
		if (level < t->plies)
			board_print(b, cell + 1, "%d of %d", t->path[level] + 1, t->branching);
		else
			board_set(b, cell + 1, "");
	}
	if (t->plies >= t->depth - 1)
		tree_fill_last(b, t, v);
	int leaf = TREE_NODES + 2 * t->depth;
	board_set(b, leaf, t->plies == t->depth ? "here" : "");
	board_set(b, leaf + 1, "");
	if (t->plies == t->depth)
		tree_fill_leaf(b, leaf, v->leaves[v->first], true);
	tree_fill_path(b, t, TREE_NODES + 2 * t->plies);
}

/* Sets the lines of the terminal: the path, and the leaves below it. */
static void tree_fill_lines(struct board *b, const struct tree_shape *t, const struct tree_view *v)
{
	const int *lines = board_layout(b);
	char *text;
	size_t length;
	FILE *out = memory_open(&text, &length);
	fputs(t->plies > 0 ? "path   " : "path   -", out);
	for (int i = 0; i < t->plies; i++)
		fprintf(out, "%s%d", i > 0 ? "/" : "", t->path[i] + 1);
	memory_close(out);
	board_set(b, lines[0], text);
	free(text);
	out = memory_open(&text, &length);
	fputs("leaves", out);
	for (int i = v->first; i < v->last && i < v->first + TREE_LINE; i++)
		fprintf(out, " %lld", (long long)v->leaves[i]);
	fputs(v->last - v->first > TREE_LINE ? " ..." : "", out);
	memory_close(out);
	board_set(b, lines[0] + 1, text);
	free(text);
}

static void tree_fill(struct board *b, const struct board_scene *scene)
{
	struct tree_shape t = tree_measure(b, scene->now);
	struct tree_view v = tree_view(scene->setup, scene->now);
	if (t.leaves <= TREE_WHOLE)
		tree_fill_whole(b, &t, &v);
	else
		tree_fill_levels(b, &t, &v);
	tree_fill_lines(b, &t, &v);
}

static const struct board_kind tree_kind = {.draw = tree_draw, .fill = tree_fill};

const struct board_description board_tree = {
	.game = "tree", .kind = &tree_kind, .radius = 16, .pieces = tree_pieces};
