/*
 * board-gomoku.c - Gomoku: black and white stones on the crossings of lines.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

static void gomoku_pieces(FILE *out)
{
	board_discs(out, 14.5);
}

/* Draws the points of a board of 15 or 19 lines. */
static void gomoku_points(FILE *out, double x, double y, int lines, double size)
{
	for (int i = 0; i < 9; i++) {
		int column = i % 3, row = i / 3;
		int steps[] = {3, lines / 2, lines - 4};
		html_print(out, "<circle class=\"kaya-point\" cx=\"%g\" cy=\"%g\" r=\"3.5\"/>\n",
			x + (steps[column] + 0.5) * size, y + (steps[row] + 0.5) * size);
	}
}

static void gomoku_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	html_print(out,
		"<rect class=\"kaya\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n"
		"<path class=\"kaya-lines\" d=\"",
		x, y, columns * size, rows * size);
	for (int i = 0; i < columns; i++)
		html_print(out, "M%g %gv%g", x + (i + 0.5) * size, y + size / 2, (rows - 1) * size);
	for (int i = 0; i < rows; i++)
		html_print(
			out, "M%g %gh%g", x + size / 2, y + (i + 0.5) * size, (columns - 1) * size);
	html_print(out, "\"/>\n");
	if (columns == rows && (columns == 15 || columns == 19))
		gomoku_points(out, x, y, columns, size);
}

const struct board_description board_gomoku = {.game = "gomoku",
	.kind = &board_kind_grid,
	.marks = "xo",
	.palette = "black-first",
	.radius = 14.5,
	.flip = "turned",
	.pieces = gomoku_pieces,
	.no_stones = true,
	.grid = {.size = 32, .ground = gomoku_ground, .line_parameter = "row"}};
