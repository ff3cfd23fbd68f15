/*
 * grid.c - boards of rows and columns, written and read.
 */
#include "rules/grid.h"

#include <string.h>

void grid_put(struct grid *g, const uint64_t *cells, int seat)
{
	for (int cell = 0; cell < g->columns * g->rows; cell++)
		if (cells[cell / 64] >> cell % 64 & 1)
			g->cells[cell] = (uint8_t)seat;
}

void grid_get(const struct grid *g, uint64_t *cells, int seat)
{
	for (int cell = 0; cell < g->columns * g->rows; cell++)
		if (g->cells[cell] == seat)
			cells[cell / 64] |= UINT64_C(1) << cell % 64;
}

void grid_cell(int columns, int cell, struct text *t)
{
	text_char(t, (char)('a' + cell % columns));
	text_number(t, cell / columns + 1);
}

/* The row that is written as this line, counted from 0 at the top. */
static int grid_row(const struct grid *g, int line)
{
	return g->downward ? line : g->rows - 1 - line;
}

static void grid_write_row(const struct grid *g, int row, struct text *t)
{
	int free = 0;
	for (int column = 0; column < g->columns; column++) {
		int seat = g->cells[row * g->columns + column];
		if (seat == 0) {
			free++;
			continue;
		}
		if (free > 0)
			text_number(t, free);
		free = 0;
		text_char(t, g->letters[seat - 1]);
	}
	if (free > 0)
		text_number(t, free);
}

void grid_write(const struct grid *g, struct text *t)
{
	for (int line = 0; line < g->rows; line++) {
		if (line > 0)
			text_char(t, '/');
		grid_write_row(g, grid_row(g, line), t);
	}
}

/* Takes one row; line counts rows from the top, for people. */
static bool grid_take_row(struct grid *g, int row, int line, const char **at, struct error *err)
{
	int column = 0;
	while (**at != '\0' && **at != '/' && **at != ' ') {
		const char *letter = strchr(g->letters, **at);
		int64_t free;
		if (text_take_number(at, &free) && free > 0 && free <= g->columns) {
			column += (int)free;
		} else if (letter != NULL && column < g->columns) {
			g->cells[row * g->columns + column++] = (uint8_t)(letter - g->letters + 1);
			(*at)++;
		} else if (letter == NULL) {
			return error_set(err,
				"row %d from the top: \"%.10s\" is neither a stone (%s) nor a number of free cells from 1 to %d",
				line, *at, g->letters, g->columns);
		} else {
			column = g->columns + 1;
		}
		if (column > g->columns)
			break;
	}
	if (column != g->columns)
		return error_set(err, "row %d from the top has %s %d columns", line,
			column < g->columns ? "fewer than" : "more than", g->columns);
	return true;
}

bool grid_take(struct grid *g, const char **at, struct error *err)
{
	assert(g->columns * g->rows <= GRID_CELLS && g->columns <= GRID_COLUMNS);
	memset(g->cells, 0, sizeof g->cells);
	for (int line = 0; line < g->rows; line++) {
		if (!grid_take_row(g, grid_row(g, line), line + 1, at, err))
			return false;
		if (line + 1 < g->rows && *(*at)++ != '/')
			return error_set(err, "the board has fewer than %d rows", g->rows);
	}
	if (**at == '/')
		return error_set(err, "the board has more than %d rows", g->rows);
	return true;
}
