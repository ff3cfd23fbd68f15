/*
 * picture.c - the tree of a picture, and the textbook's minimax or alpha-beta on it. Values may lie
 * outside the window and are marked so: a node that is cut has at least (or at most) the value
 * found.
 */
#include "bots/solve/picture.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

int picture_add(struct picture *p, int parent, const char *by, const char *name)
{
	int index = p->count;

	if (index == PICTURE_NODES_MAX)
		return PICTURE_NONE;
	struct picture_node *node = &p->nodes[p->count++];
	*node = (struct picture_node){
		.parent = parent, .first_child = PICTURE_NONE, .next = PICTURE_NONE};
	snprintf(node->move, sizeof node->move, "%s", by);
	snprintf(node->name, sizeof node->name, "%s", name);
	if (parent == PICTURE_NONE)
		return index;
	node->level = p->nodes[parent].level + 1;
	int *link = &p->nodes[parent].first_child;
	while (*link != PICTURE_NONE)
		link = &p->nodes[*link].next;
	*link = index;
	return index;
}

void picture_set_value(struct picture *p, int node, int64_t value)
{
	p->nodes[node].value = value;
	p->nodes[node].bound = PICTURE_EXACT;
}

struct picture_game {
	const struct setup *setup;
	int seat; /* the seat whose values are shown */
	picture_name *name;
};

/* Adds the game below an index. Each level has its own list of moves, since a picture is not
 * deep. */
static bool picture_add_below(
	struct picture *p, const struct picture_game *game, const struct position *at, int index)
{
	const struct setup *s = game->setup;
	move moves[MOVES_MAX];
	int64_t scores[SEATS_MAX];
	int count = s->rules->moves(s, at, moves);

	if (count == 0) {
		s->rules->scores(s, at, scores);
		picture_set_value(p, index, scores[game->seat - 1]);
	}
	for (int i = 0; i < count; i++) {
		char text[MOVE_TEXT], label[PICTURE_TEXT] = "";
		struct position next = *at;
		s->rules->move_text(s, at, moves[i], text);
		s->rules->play(s, &next, moves[i]);
		if (game->name != NULL)
			game->name(s, &next, p->nodes[index].level + 1, label);
		int child = picture_add(p, index, text, label);
		if (child == PICTURE_NONE || !picture_add_below(p, game, &next, child))
			return false;
	}
	return true;
}

bool picture_add_game(
	struct picture *p, const struct setup *s, const struct position *at, picture_name *name)
{
	char label[PICTURE_TEXT] = "";
	int seat = s->rules->to_move(s, at);
	const struct picture_game game = {s, seat > 0 ? seat : 1, name};

	if (name != NULL)
		name(s, at, 0, label);
	return picture_add_below(p, &game, at, picture_add(p, PICTURE_NONE, "", label));
}

/* Takes a child's result at its parent; best is the best child before. Returns the better one. */
static int picture_better(const struct picture *p, bool max, int best, int child)
{
	if (best == PICTURE_NONE)
		return child;
	int64_t old = p->nodes[best].value, new = p->nodes[child].value;
	return (max ? new > old : new < old) ? child : best;
}

/* The search below a node; a NULL bound is infinite. */
static void picture_visit(struct picture *p, int index, const int64_t *alpha, const int64_t *beta)
{
	struct picture_node *node = &p->nodes[index];
	bool max = picture_is_max(node), cut = false;
	int best = PICTURE_NONE;

	node->visited = true;
	p->visited++;
	for (int i = node->first_child; i != PICTURE_NONE && !cut; i = p->nodes[i].next) {
		picture_visit(p, i, alpha, beta);
		best = picture_better(p, max, best, i);
		const int64_t *found = &p->nodes[best].value;
		if (max && (alpha == NULL || *found > *alpha))
			alpha = found;
		if (!max && (beta == NULL || *found < *beta))
			beta = found;
		cut = !p->minimax && alpha != NULL && beta != NULL && *alpha >= *beta &&
		      p->nodes[i].next != PICTURE_NONE;
	}
	if (best == PICTURE_NONE)
		return;
	node->value = p->nodes[best].value;
	node->bound = !cut ? p->nodes[best].bound : max ? PICTURE_AT_MIN : PICTURE_AT_MAX;
}

/* Does the parent's value come from this child? It is the first child of that value. */
static bool picture_gives(const struct picture *p, int parent, int child)
{
	return p->nodes[child].visited && p->nodes[child].value == p->nodes[parent].value;
}

void picture_search(struct picture *p)
{
	int at = 0;

	assert(p->count > 0 && p->visited == 0);
	picture_visit(p, 0, NULL, NULL);
	while (at != PICTURE_NONE) {
		p->nodes[at].best = true;
		int child = p->nodes[at].first_child;
		while (child != PICTURE_NONE && !picture_gives(p, at, child))
			child = p->nodes[child].next;
		at = child;
	}
}

void picture_value_text(const struct picture_node *node, char text[PICTURE_TEXT])
{
	static const char *const signs[] = {
		[PICTURE_EXACT] = "", [PICTURE_AT_MIN] = "≥ ", [PICTURE_AT_MAX] = "≤ "};

	text[0] = '\0';
	if (node->bound != PICTURE_UNKNOWN)
		snprintf(text, PICTURE_TEXT, "%s%" PRId64, signs[node->bound], node->value);
}

bool picture_can_write(const char *file, struct error *err)
{
	const char *ending = strrchr(file, '.');

	return (ending != NULL && strcmp(ending, ".dot") == 0) ||
	       error_set(err, "--draw writes FILE.dot, not \"%.60s\"; dot -Tsvg FILE.dot draws it",
		       file);
}

bool picture_refuse(struct error *err)
{
	return error_set(err,
		"the tree is too large to draw: it has more than %d nodes (nothing is drawn)",
		PICTURE_NODES_MAX);
}

enum solve_status picture_draw(struct picture *p, const char *file, struct error *err)
{
	if (!picture_can_write(file, err))
		return SOLVE_USAGE;
	FILE *out = fopen(file, "w");
	if (out == NULL) {
		error_set(err, "%.200s: %s", file, strerror(errno));
		return SOLVE_FAULT;
	}
	picture_search(p);
	picture_write_dot(p, out);
	bool failed = ferror(out) != 0;
	if (fclose(out) != 0 || failed) {
		error_set(err, "%.200s cannot be written: %s", file, strerror(errno));
		return SOLVE_FAULT;
	}
	return SOLVE_DONE;
}

/* --- trees from a stream of leaves -------------------------------------------------------------
 */

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
	struct picture *p, struct input *in, const struct game_tree *tree, struct error *err)
{
	uint64_t taken = 0;

	if (picture_tree_nodes(tree) > PICTURE_NODES_MAX) {
		picture_refuse(err);
		return SOLVE_USAGE;
	}
	snprintf(p->title, sizeof p->title, "%s, depth %" PRIu64 " and branching %" PRIu64,
		p->minimax ? "Minimax" : "Alpha-beta", tree->depth, tree->branching);
	picture_tree_below(p, in, tree, picture_add(p, PICTURE_NONE, "", ""), &taken);
	return game_tree_end(in, tree, taken, err) ? SOLVE_DONE : SOLVE_INPUT;
}

/* --- the language of Graphviz' dot -------------------------------------------------------------
 */

/* Max and min differ in colour (of Okabe and Ito 2008, for colour-blind readers) and in shape. */
#define PICTURE_MAX_FILL  "#f6c667"
#define PICTURE_MAX_LINE  "#b36b00"
#define PICTURE_MIN_FILL  "#a9d6f5"
#define PICTURE_MIN_LINE  "#0072b2"
#define PICTURE_GREY_FILL "#f2f2f2"
#define PICTURE_GREY_LINE "#c4c4c4"
#define PICTURE_GREY_INK  "#9a9a9a"
#define PICTURE_EDGE	  "#6b6b6b"
#define PICTURE_BEST	  "#111111"

static void dot_node(FILE *out, int index, const struct picture_node *node)
{
	char value[PICTURE_TEXT];
	bool max = picture_is_max(node);
	const char *fill = max ? PICTURE_MAX_FILL : PICTURE_MIN_FILL;
	const char *line = max ? PICTURE_MAX_LINE : PICTURE_MIN_LINE;

	picture_value_text(node, value);
	fprintf(out,
		"\tn%d [label=\"%s%s%s\" shape=%s fillcolor=\"%s\" color=\"%s\" fontcolor=\"%s\" "
		"penwidth=%d];\n",
		index, node->name, node->name[0] != '\0' && value[0] != '\0' ? "\\n" : "", value,
		max ? "box" : "ellipse", node->visited ? fill : PICTURE_GREY_FILL,
		node->best	? PICTURE_BEST
		: node->visited ? line
				: PICTURE_GREY_LINE,
		node->visited ? PICTURE_BEST : PICTURE_GREY_INK, node->best ? 3 : 1);
}

static void dot_edge(FILE *out, int index, const struct picture_node *node)
{
	fprintf(out, "\tn%d -- n%d [label=\"%s\" color=\"%s\" fontcolor=\"%s\" penwidth=%d%s];\n",
		node->parent, index, node->move,
		node->best	? PICTURE_BEST
		: node->visited ? PICTURE_EDGE
				: PICTURE_GREY_LINE,
		node->visited ? PICTURE_BEST : PICTURE_GREY_INK, node->best ? 4 : 1,
		node->visited ? "" : " style=dashed");
}

void picture_write_dot(const struct picture *p, FILE *out)
{
	fprintf(out,
		"graph game {\n\tlabel=\"%s\\nboxes: max, ellipses: min, thick: best line%s\" "
		"labelloc=t fontname=\"DejaVu Sans\" ordering=out;\n"
		"\tnode [style=filled fontname=\"DejaVu Sans\" fontsize=12];\n"
		"\tedge [fontname=\"DejaVu Sans\" fontsize=10];\n",
		p->title, p->minimax ? "" : ", grey: never visited");
	for (int i = 0; i < p->count; i++)
		dot_node(out, i, &p->nodes[i]);
	for (int i = 1; i < p->count; i++)
		dot_edge(out, i, &p->nodes[i]);
	fputs("}\n", out);
}
