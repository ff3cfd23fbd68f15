/*
 * rules-drawing.h - how pages and terminals draw the positions of a rules program.
 */
#ifndef REFEREE_CHECK_RULES_DRAWING_H
#define REFEREE_CHECK_RULES_DRAWING_H

#include "rules/rules.h"

enum { RULES_DRAWING = 128 };

/* Writes it as the end of a sentence about p: "it is drawn as a grid of 8 rows and 8 columns".
 * Returns text. */
char *rules_drawing_describe(
	const struct setup *s, const struct position *p, char text[RULES_DRAWING]);

#endif
