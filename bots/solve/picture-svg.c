/*
 * picture-svg.c - a game tree as SVG: edges first, their labels, then nodes over both.
 */
#include "bots/solve/picture-formats.h"

#include <string.h>

static const double svg_margin = 28;
static const double svg_head = 92; /* title and legend */
static const double svg_legend_y = 62;
static const double svg_row = 88;
static const double svg_short = 30, svg_tall = 46; /* nodes of one line or two */
static const double svg_least_width = 780, svg_title_letter = 10.8;

static bool svg_has_name(const struct picture_node *node)
{
	return node->name[0] != '\0';
}

static double svg_height(const struct picture_node *node)
{
	return svg_has_name(node) && node->bound != PICTURE_UNKNOWN ? svg_tall : svg_short;
}

/* Names and moves come from rules, but an ampersand is cheap to get right. */
static void svg_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '<')
			fputs("&lt;", out);
		else
			fputc(*text, out);
	}
}

static void svg_edge(FILE *out, const struct picture_node *from, const struct picture_node *to)
{
	double y1 = from->y + svg_height(from) / 2, y2 = to->y - svg_height(to) / 2;
	const char *style = !to->visited ? "grey" : to->best ? "best" : "edge";

	fprintf(out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", style, from->x, y1, to->x,
		y2);
}

/* The move stands on the lower part of its edge, where edges are farthest apart. */
static void svg_move(FILE *out, const struct picture_node *from, const struct picture_node *to)
{
	const double down = 0.66;
	double y1 = from->y + svg_height(from) / 2, y2 = to->y - svg_height(to) / 2;

	fprintf(out, "<text class=\"move%s\" x=\"%.1f\" y=\"%.1f\">",
		!to->visited ? " pale"
		: to->best   ? " bold"
			     : "",
		from->x + (to->x - from->x) * down, y1 + (y2 - y1) * down + 4);
	svg_text(out, to->move);
	fputs("</text>\n", out);
}

/* Max nodes are boxes, min nodes have round ends. */
static void svg_shape(
	FILE *out, bool max, const char *style, double x, double y, double width, double height)
{
	fprintf(out,
		"<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
		"rx=\"%.1f\"/>\n",
		style, x - width / 2, y - height / 2, width, height, max ? 3 : height / 2);
}

static void svg_node(FILE *out, const struct picture_node *node)
{
	char value[PICTURE_TEXT], style[64];
	bool max = picture_is_max(node), two = svg_height(node) == svg_tall;

	picture_value_text(node, value);
	snprintf(style, sizeof style, "%s%s", max ? "max" : "min",
		!node->visited ? " unseen"
		: node->best   ? " line"
			       : "");
	svg_shape(out, max, style, node->x, node->y, node->width, svg_height(node));
	if (svg_has_name(node)) {
		fprintf(out, "<text class=\"name%s\" x=\"%.1f\" y=\"%.1f\">",
			node->visited ? "" : " pale", node->x, node->y + (two ? -4 : 5));
		svg_text(out, node->name);
		fputs("</text>\n", out);
	}
	if (node->bound != PICTURE_UNKNOWN)
		fprintf(out, "<text class=\"value%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			node->visited ? "" : " pale", node->x, node->y + (two ? 14 : 5), value);
}

static void svg_key(FILE *out, double x, const char *text)
{
	fprintf(out, "<text class=\"key\" x=\"%.0f\" y=\"%.0f\">%s</text>\n", x, svg_legend_y + 5,
		text);
}

static void svg_legend(FILE *out, const struct picture *p)
{
	const double x = svg_margin, y = svg_legend_y, width = 28, height = 20;
	char visited[64];

	snprintf(visited, sizeof visited, "%d of %d nodes visited", p->visited, p->count);
	svg_shape(out, true, "max", x + 14, y, width, height);
	svg_key(out, x + 36, "max");
	svg_shape(out, false, "min", x + 94, y, width, height);
	svg_key(out, x + 116, "min");
	fprintf(out, "<path class=\"best\" d=\"M%.0f %.0fh30\"/>\n", x + 162, y);
	svg_key(out, x + 200, "best line");
	svg_shape(out, true, "max unseen", x + 294, y, width, height);
	svg_key(out, x + 316, "never visited");
	svg_key(out, x + 424, "≥ ≤ cut: only a bound");
	svg_key(out, x + 590, visited);
}

static void svg_begin(FILE *out, const struct picture *p, double width, double height)
{
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\">\n<title>",
		width, height, width, height);
	svg_text(out, p->title);
	fputs("</title>\n<style>\n"
	      "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle;fill:#111}\n"
	      ".title{font-size:17px;font-weight:bold;text-anchor:start}\n"
	      ".key{font-size:13px;text-anchor:start}\n"
	      ".value{font-size:13px;font-weight:bold}\n.name{font-size:12px}\n"
	      ".move{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px;"
	      "stroke-linejoin:round;fill:#444}\n"
	      ".bold{font-weight:bold;fill:" PICTURE_BEST "}\n"
	      ".max{fill:" PICTURE_MAX_FILL ";stroke:" PICTURE_MAX_LINE ";stroke-width:1.3}\n"
	      ".min{fill:" PICTURE_MIN_FILL ";stroke:" PICTURE_MIN_LINE ";stroke-width:1.3}\n"
	      ".line{stroke:" PICTURE_BEST ";stroke-width:3}\n"
	      ".unseen{fill:" PICTURE_GREY_FILL ";stroke:" PICTURE_GREY_LINE "}\n"
	      ".pale{fill:" PICTURE_GREY_INK ";font-weight:normal}\n"
	      ".edge{stroke:" PICTURE_EDGE ";stroke-width:1.2}\n"
	      ".best{stroke:" PICTURE_BEST ";stroke-width:4;stroke-linecap:round}\n"
	      ".grey{stroke:" PICTURE_GREY_LINE ";stroke-width:1.2;stroke-dasharray:4 3}\n"
	      "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
		out);
	fprintf(out, "<text class=\"title\" x=\"%.0f\" y=\"34\">", svg_margin);
	svg_text(out, p->title);
	fputs("</text>\n", out);
}

/* Shifts the layout to below the head, in the middle of a picture of that width. Returns the
 * lowest node's y. */
static double svg_shift(struct picture *p, double wide, double width)
{
	double lowest = 0;

	for (int i = 0; i < p->count; i++) {
		struct picture_node *node = &p->nodes[i];
		node->x += (width - wide) / 2;
		node->y += svg_head + svg_margin;
		lowest = node->y > lowest ? node->y : lowest;
	}
	return lowest;
}

bool picture_write_svg(struct picture *p, FILE *out)
{
	double wide = picture_layout(p, svg_row), width = wide + 2 * svg_margin;

	if (wide < 0)
		return false;
	double title = (double)strlen(p->title) * svg_title_letter + 2 * svg_margin;
	width = width < svg_least_width ? svg_least_width : width;
	width = width < title ? title : width;
	double lowest = svg_shift(p, wide, width);
	svg_begin(out, p, width, lowest + svg_tall / 2 + svg_margin);
	svg_legend(out, p);
	/* Grey below, the best line on top. */
	for (int best = 0; best <= 1; best++)
		for (int i = 1; i < p->count; i++)
			if (p->nodes[i].best == best)
				svg_edge(out, &p->nodes[p->nodes[i].parent], &p->nodes[i]);
	for (int i = 1; i < p->count; i++)
		svg_move(out, &p->nodes[p->nodes[i].parent], &p->nodes[i]);
	for (int i = 0; i < p->count; i++)
		svg_node(out, &p->nodes[i]);
	fputs("</svg>\n", out);
	return true;
}
