/*
 * svg.h - the writer of SVG: a file's frame, styles, texts.
 *
 * A file needs nothing else: no scripts, no fonts but generic ones, a background of its own, and a
 * title and a description for those who hear it.
 */
#ifndef REFEREE_BOARD_SVG_H
#define REFEREE_BOARD_SVG_H

#include <stdbool.h>
#include <stdio.h>

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The frame: what is between is drawn on a width by height of paper. */
void svg_begin(FILE *out, double width, double height, const char *title, const char *description);

/* The rules of a style sheet, each var(--NAME) replaced by the first "--NAME: VALUE;" of values:
 * programs other than browsers know no variables. */
void svg_style(FILE *out, const char *css, const char *values);
void svg_end(FILE *out);

/* A text as XML takes it; what nobody may see of it (escape.h) is written as \xNN. */
void svg_escape(FILE *out, const char *text);

/* A text at a point of its base line. style: attributes, or "". */
void svg_text(FILE *out, double x, double y, double size, enum svg_anchor anchor, const char *style,
	const char *text);

/* The same with an attribute data-cell; "": without. */
void svg_text_named(FILE *out, double x, double y, double size, enum svg_anchor anchor,
	const char *style, const char *name, const char *text);

/* The same from its start on, cut with an ellipsis where it is wider than width. */
void svg_text_cut(FILE *out, double x, double y, double size, const char *style, const char *text,
	double width);

/* About how wide a text comes out. */
double svg_width(const char *text, double size);

#endif
