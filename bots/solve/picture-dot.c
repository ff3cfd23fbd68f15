/*
 * picture-dot.c - a game tree in the language of Graphviz' dot.
 */
#include "bots/solve/picture-formats.h"

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

bool picture_write_dot(struct picture *p, FILE *out)
{
	fprintf(out,
		"graph game {\n\tlabel=\"%s\\nboxes: max, ellipses: min, thick: best line, "
		"grey: never visited\" labelloc=t fontname=\"DejaVu Sans\" ordering=out;\n"
		"\tnode [style=filled fontname=\"DejaVu Sans\" fontsize=12];\n"
		"\tedge [fontname=\"DejaVu Sans\" fontsize=10];\n",
		p->title);
	for (int i = 0; i < p->count; i++)
		dot_node(out, i, &p->nodes[i]);
	for (int i = 1; i < p->count; i++)
		dot_edge(out, i, &p->nodes[i]);
	fputs("}\n", out);
	return true;
}
