/*
 * grid.h - a board of rows and columns as text: `7/7/7/7/3y3/3r3`, rows from the top, numbers for
 * runs of free cells; and as a person draws it. Games keep their boards in bits and fill a grid
 * only to write or read.
 */
#ifndef RULES_GRID_H
#define RULES_GRID_H

#include "error/error.h"
#include "rules/text.h"

enum { GRID_CELLS = 64, GRID_COLUMNS = 26 };

struct grid {
	int columns;
	int rows;
	const char *letters;	   /* of the stones of seat 1, 2, ... */
	uint8_t cells[GRID_CELLS]; /* row * columns + column from the bottom left: a seat, or 0 */
};

/* Appends the rows. */
void grid_write(const struct grid *g, struct text *t);

/* Takes the rows of a grid of this size from *at and moves on. */
bool grid_take(struct grid *g, const char **at, struct error *err);

#endif
