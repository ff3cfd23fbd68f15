/*
 * picture-formats.h - the writers of all-picture-formats.c, and the colours they share.
 *
 * Max and min differ in colour (of Okabe and Ito 2008, told apart by colour-blind eyes as well) and
 * in shape.
 */
#ifndef BOTS_SOLVE_PICTURE_FORMATS_H
#define BOTS_SOLVE_PICTURE_FORMATS_H

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

/* false: no memory. What cannot be written shows in ferror(). */
bool picture_write_svg(struct picture *p, FILE *out);
bool picture_write_dot(struct picture *p, FILE *out);

#endif
