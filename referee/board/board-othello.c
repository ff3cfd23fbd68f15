/*
 * board-othello.c - Othello: black and white discs on green felt.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

enum { OTHELLO_POINT = 2 /* cells from a corner to the points of the usual board */ };

static void othello_pieces(FILE *out)
{
	board_discs(out, 25);
}

static void othello_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	html_print(out,
		"<rect class=\"felt\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n"
		"<path class=\"felt-lines\" d=\"",
		x, y, columns * size, rows * size);
	for (int i = 1; i < columns; i++)
		html_print(out, "M%g %gv%g", x + i * size, y, rows * size);
	for (int i = 1; i < rows; i++)
		html_print(out, "M%g %gh%g", x, y + i * size, columns * size);
	html_print(out, "\"/>\n");
	for (int i = 0; i < 4 && columns > 2 * OTHELLO_POINT; i++)
		html_print(out, "<circle class=\"felt-point\" cx=\"%g\" cy=\"%g\" r=\"5\"/>\n",
			x + (i % 2 == 0 ? OTHELLO_POINT : columns - OTHELLO_POINT) * size,
			y + (i / 2 == 0 ? OTHELLO_POINT : rows - OTHELLO_POINT) * size);
}

const struct board_description board_othello = {.game = "othello",
	.kind = &board_kind_grid,
	.marks = "xo",
	.palette = "black-first",
	.radius = 25,
	.flip = "turned",
	.pieces = othello_pieces,
	.no_stones = true,
	.grid = {.size = 60, .downward = true, .ground = othello_ground}};
