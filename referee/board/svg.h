/*
 * svg.h - writes SVG: a file's frame, styles, texts. base/html-print.h escapes them.
 *
 * A file is self-contained: no scripts, only generic fonts, its own background, and a title and a
 * description for screen readers.
 */
#ifndef REFEREE_BOARD_SVG_H
#define REFEREE_BOARD_SVG_H

#include <stdbool.h>
#include <stdio.h>

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* Begin and end of a file of this width and height. */
void svg_begin(FILE *out, double width, double height, const char *title, const char *description);

/* Writes the rules of a style sheet. Each var(--NAME) is replaced by the first "--NAME: VALUE;"
 * of values, because only browsers know variables. */
void svg_style(FILE *out, const char *css, const char *values);
void svg_end(FILE *out);

/* Writes a text at a point of its base line. style: attributes, or "". */
void svg_text(FILE *out, double x, double y, double size, enum svg_anchor anchor, const char *style,
	const char *text);

/* The same with an attribute data-cell; "": without it. */
void svg_text_named(FILE *out, double x, double y, double size, enum svg_anchor anchor,
	const char *style, const char *name, const char *text);

/* Writes a left-aligned text; one wider than width is cut and ends with an ellipsis. */
void svg_text_cut(FILE *out, double x, double y, double size, const char *style, const char *text,
	double width);

/* The approximate width of a text. */
double svg_width(const char *text, double size);

#endif
