/*
 * picture-dot.c - writes a game tree in the language of Graphviz' dot.
 *
 * Max and min differ in colour (of Okabe and Ito 2008, for colour-blind readers) and in shape.
 */
#include "bots/solve/picture.h"

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
}
