/*
 * grid.c - boards of rows and columns, written, read and drawn.
 */
#include "rules/grid.h"

#include <string.h>

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
	for (int row = g->rows - 1; row >= 0; row--) {
		grid_write_row(g, row, t);
		if (row > 0)
			text_char(t, '/');
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
	for (int row = g->rows - 1; row >= 0; row--) {
		if (!grid_take_row(g, row, g->rows - row, at, err))
			return false;
		if (row > 0 && *(*at)++ != '/')
			return error_set(err, "the board has fewer than %d rows", g->rows);
	}
	if (**at == '/')
		return error_set(err, "the board has more than %d rows", g->rows);
	return true;
}
