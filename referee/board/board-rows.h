/*
 * board-rows.h - the rows of a position string, such as `8/8/3ox3/8 x 1`: rows from the top are
 * separated by /, digits are a run of free cells, a point is a free cell, and any other character
 * is a stone.
 */
#ifndef REFEREE_BOARD_BOARD_ROWS_H
#define REFEREE_BOARD_BOARD_ROWS_H

#include <stdbool.h>

#include "rules/rules.h"

enum { BOARD_ROWS = 32, BOARD_COLUMNS = 26, BOARD_STONE = 5 /* a UTF-8 character and its NUL */ };

struct board_rows {
	int rows, columns;				    /* columns: of the longest row */
	int lengths[BOARD_ROWS];			    /* from the top, as cells */
	char cells[BOARD_ROWS][BOARD_COLUMNS][BOARD_STONE]; /* "": free */
};

/* Reads a position's text before the first blank. False: it has less than two rows, or more or
 * longer ones than fit, or an empty row. */
bool board_rows_of(const struct setup *s, const struct position *p, struct board_rows *rows);

/* Are all rows equally long? */
bool board_rows_are_even(const struct board_rows *rows);

#endif
