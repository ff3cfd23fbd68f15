/*
 * board-grid.c - rows and columns of square cells, for the games that have them.
 */
#include "referee/board/board.h"

double board_grid_x(const struct board_grid *g, int column)
{
	return g->left + (column + 0.5) * g->size;
}

double board_grid_y(const struct board_grid *g, int row)
{
	return g->top + (g->rows - row - 0.5) * g->size;
}

void board_grid_draw(struct board *b, struct board_grid *g, FILE *ground)
{
	char name[16];
	for (int column = 0; column < g->columns; column++)
		svg_text(ground, board_grid_x(g, column), g->top + g->rows * g->size + 26, 16,
			SVG_MIDDLE, "class=\"soft\"", (char[]){(char)('a' + column), '\0'});
	for (int row = 0; row < g->rows; row++) {
		snprintf(name, sizeof name, "%d", row + 1);
		svg_text(ground, g->left - 20, board_grid_y(g, row) + 6, 16, SVG_MIDDLE,
			"class=\"soft\"", name);
	}
	for (int row = 0; row < g->rows; row++)
		for (int column = 0; column < g->columns; column++) {
			snprintf(name, sizeof name, "%c%d", 'a' + column, row + 1);
			board_add_piece(b, board_grid_x(g, column), board_grid_y(g, row), name);
		}
	g->last = board_add_float(b);
}

static int board_grid_at(const struct board_grid *g, const int *seats, int column, int row)
{
	if (column < 0 || column >= g->columns || row < 0 || row >= g->rows)
		return 0;
	return seats[column + g->columns * row];
}

/* Marks the lines of at least `connect` pieces that begin at a cell. */
static void board_grid_won(
	struct board *b, const struct board_grid *g, const int *seats, int cell, int connect)
{
	static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int column = cell % g->columns, row = cell / g->columns, seat = seats[cell];
	for (size_t i = 0; i < sizeof steps / sizeof *steps && seat != 0; i++) {
		int dx = steps[i][0], dy = steps[i][1], length = 1;
		if (board_grid_at(g, seats, column - dx, row - dy) == seat)
			continue;
		while (board_grid_at(g, seats, column + length * dx, row + length * dy) == seat)
			length++;
		for (int n = 0; n < length && length >= connect; n++)
			board_print(b, cell + n * (dx + dy * g->columns), "%dw", seat);
	}
}

void board_grid_fill(
	struct board *b, const struct board_grid *g, const int *seats, const int *old, int connect)
{
	board_set(b, g->last, "");
	for (int cell = 0; cell < g->columns * g->rows; cell++) {
		board_print(b, cell, "%d", seats[cell]);
		if (seats[cell] != 0 && seats[cell] != old[cell])
			board_float(b, g->last, cell, "l");
	}
	for (int cell = 0; cell < g->columns * g->rows; cell++)
		board_grid_won(b, g, seats, cell, connect);
}
