/*
 * svg.h - what all pictures are drawn with: the file's frame, texts made safe, the seats' colours.
 *
 * A picture is one file that needs nothing else: no scripts, no fonts but generic ones, a
 * background of its own, and a title and a description for those who hear it.
 *
 * The seats' colours are of Okabe and Ito (2008) with a dark violet, told apart by colour-blind
 * eyes and by lightness; nothing is said by colour alone, since every stone carries its seat's
 * letter or number.
 */
#ifndef REFEREE_BOARD_SVG_H
#define REFEREE_BOARD_SVG_H

#include <stdio.h>

#include "rules/rules.h"

/* Of a seat's stones: the body, its rim, and what is written on it. */
struct svg_colours {
	const char *fill, *line, *ink;
};
extern const struct svg_colours svg_seats[SEATS_MAX]; /* by seat - 1 */

#define SVG_INK	  "#1b1f24"
#define SVG_GREY  "#5c6670"
#define SVG_PALE  "#d5dbe1"
#define SVG_WOOD  "#f3e9d8"
#define SVG_PAPER "#ffffff"

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The frame: what is between is drawn on a width by height of paper. */
void svg_begin(FILE *out, double width, double height, const char *title, const char *description);
void svg_end(FILE *out);

/* A text as XML takes it; what nobody may see of it (escape.h) is written as \xNN. */
void svg_escape(FILE *out, const char *text);

/* A text at a point of its base line. style: attributes, or "". */
void svg_text(FILE *out, double x, double y, double size, enum svg_anchor anchor, const char *style,
	const char *text);

/* The same from its start on, cut with an ellipsis where it is wider than width. */
void svg_text_cut(FILE *out, double x, double y, double size, const char *style, const char *text,
	double width);

/* What stands on a seat's stones: its letter, or its number where the game has none. */
char svg_mark(const struct setup *s, int seat);

/* Says once, after svg_begin(), what the stones of the game's seats look like: round, with a mark.
 */
void svg_stones(FILE *out, const struct setup *s);

/* A seat's stone of radius r about a point. */
void svg_stone(FILE *out, int seat, double x, double y, double r);

/* About how wide a text comes out. */
double svg_width(const char *text, double size);

#endif
