/*
 * grid.h - a board of rows and columns as text: `7/7/7/7/3y3/3r3`, rows from the top, numbers for
 * runs of free cells. Games keep their boards in bits and fill a grid only to write or read.
 */
#ifndef RULES_GRID_H
#define RULES_GRID_H

#include "base/error.h"
#include "rules/text.h"

enum { GRID_CELLS = 361, GRID_COLUMNS = 26 };

struct grid {
	int columns;
	int rows;
	bool downward;		   /* row 1 is at the top, as at othello; else at the bottom */
	const char *letters;	   /* of the stones of seat 1, 2, ... */
	uint8_t cells[GRID_CELLS]; /* row * columns + column from a1: a seat, or 0 */
};

/* Puts a seat on the cells of a set: bit i % 64 of word i / 64 is cell i. */
void grid_put(struct grid *g, const uint64_t *cells, int seat);

/* Adds the cells that a seat holds to such a set. */
void grid_get(const struct grid *g, uint64_t *cells, int seat);

/* Appends the name of a cell, such as a1. */
void grid_cell(int columns, int cell, struct text *t);

/* Appends the rows. */
void grid_write(const struct grid *g, struct text *t);

/* Takes the rows of a grid of this size from *at and moves on. */
bool grid_take(struct grid *g, const char **at, struct error *err);

#endif
