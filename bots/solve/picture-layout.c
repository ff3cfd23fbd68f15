/*
 * picture-layout.c - where the nodes of a tree go (Reingold and Tilford 1981, for any number of
 * children as Walker 1990 has it).
 *
 * Rows are levels. A subtree's shape is its contour: how far it reaches to the left and to the
 * right in each row. From the bottom up, subtrees are pushed against what stands to their left as
 * closely as the contours let them, and a parent is put over the middle of its children; then sums
 * of shifts become places. Equal subtrees look equal wherever they stand.
 */
#include "bots/solve/picture.h"

#include <assert.h>
#include <stdlib.h>

static const double layout_gap = 9;	 /* between neighbours in a row */
static const double layout_letter = 7.6; /* of a label */
static const double layout_padding = 15; /* around a label */
static const double layout_least_width = 32;

/* How far a subtree reaches in one of its rows, relative to its root. */
struct layout_reach {
	double left, right;
};

struct layout {
	struct picture *picture;
	int rows;			  /* of the whole tree */
	int heights[PICTURE_NODES_MAX];	  /* rows of each subtree */
	double shifts[PICTURE_NODES_MAX]; /* of a root, relative to its parent */
	struct layout_reach *reaches;	  /* rows of them for each node; owned */
};

/* Letters of a UTF-8 text. */
static int layout_length(const char *text)
{
	int n = 0;

	for (; *text != '\0'; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

static double layout_width(const struct picture_node *node)
{
	char text[PICTURE_TEXT];
	picture_value_text(node, text);
	int letters = layout_length(text), name = layout_length(node->name);
	double width = (letters > name ? letters : name) * layout_letter + layout_padding;

	return width > layout_least_width ? width : layout_least_width;
}

static struct layout_reach *layout_contour(const struct layout *l, int node)
{
	return l->reaches + (size_t)node * (size_t)l->rows;
}

/* How far right of the first sibling the root of the next subtree must stand. before, of so many
 * rows, is the contour of all siblings so far. */
static double layout_distance(
	const struct layout *l, const struct layout_reach *before, int rows, int child)
{
	const struct layout_reach *next = layout_contour(l, child);
	double distance = 0;

	for (int row = 0; row < rows && row < l->heights[child]; row++) {
		double needed = before[row].right - next[row].left + layout_gap;
		if (row == 0 || needed > distance)
			distance = needed;
	}
	return distance;
}

/* Puts a node over the middle of its children, whose subtrees are done. */
static void layout_place(struct layout *l, int index)
{
	struct picture_node *nodes = l->picture->nodes, *node = &nodes[index];
	struct layout_reach *own = layout_contour(l, index), *below = own + 1;
	int rows = 0, last = PICTURE_NONE;

	node->width = layout_width(node);
	own[0] = (struct layout_reach){-node->width / 2, node->width / 2};
	for (int i = node->first_child; i != PICTURE_NONE; i = nodes[i].next) {
		const struct layout_reach *next = layout_contour(l, i);
		l->shifts[i] = layout_distance(l, below, rows, i);
		for (int row = 0; row < l->heights[i]; row++) {
			if (row >= rows)
				below[row].left = next[row].left + l->shifts[i];
			below[row].right = next[row].right + l->shifts[i];
		}
		if (l->heights[i] > rows)
			rows = l->heights[i];
		last = i;
	}
	double middle = last == PICTURE_NONE ? 0 : l->shifts[last] / 2;
	for (int i = node->first_child; i != PICTURE_NONE; i = nodes[i].next)
		l->shifts[i] -= middle;
	for (int row = 0; row < rows; row++) {
		below[row].left -= middle;
		below[row].right -= middle;
	}
	l->heights[index] = 1 + rows;
}

double picture_layout(struct picture *p, double row_height)
{
	struct layout l = {.picture = p};
	double left = 0, right = 0;

	assert(p->count > 0);
	for (int i = 0; i < p->count; i++)
		if (p->nodes[i].level >= l.rows)
			l.rows = p->nodes[i].level + 1;
	l.reaches = calloc((size_t)p->count * (size_t)l.rows, sizeof *l.reaches);
	if (l.reaches == NULL)
		return -1;
	/* Children come after their parents: backwards they are done first, forwards last. */
	for (int i = p->count - 1; i >= 0; i--)
		layout_place(&l, i);
	for (int row = 0; row < l.rows; row++) {
		left = l.reaches[row].left < left ? l.reaches[row].left : left;
		right = l.reaches[row].right > right ? l.reaches[row].right : right;
	}
	for (int i = 0; i < p->count; i++) {
		struct picture_node *node = &p->nodes[i];
		node->x = i == 0 ? -left : p->nodes[node->parent].x + l.shifts[i];
		node->y = node->level * row_height;
	}
	free(l.reaches);
	return right - left;
}
