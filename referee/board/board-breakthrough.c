/*
 * board-breakthrough.c - Breakthrough: white and black pawns on a chequered board.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

static void breakthrough_pieces(FILE *out)
{
	for (int seat = 1; seat <= 2; seat++)
		html_print(out,
			"<g id=\"p-%d\" class=\"pawn seat-%d\">"
			"<path d=\"M-15 21C-15 12 -6 10 -6 0L6 0C6 10 15 12 15 21Z\"/>"
			"<circle cy=\"-9\" r=\"10\"/></g>\n",
			seat, seat);
	html_print(out, "<rect id=\"p-l\" class=\"here-last\" x=\"-28\" y=\"-28\" width=\"56\" "
			"height=\"56\"/>\n<rect id=\"p-f\" class=\"here-from\" x=\"-28\" y=\"-28\" "
			"width=\"56\" height=\"56\"/>\n");
}

static void breakthrough_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	html_print(out,
		"<rect class=\"square-light\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n"
		"<path class=\"square-dark\" d=\"",
		x, y, columns * size, rows * size);
	for (int cell = 0; cell < columns * rows; cell++) {
		int column = cell % columns, row = cell / columns;
		if ((column + rows - 1 - row) % 2 == 0) /* a1 is dark */
			html_print(out, "M%g %gh%gv%gh%gz", x + column * size, y + row * size, size,
				size, -size);
	}
	html_print(out, "\"/>\n");
}

const struct board_description board_breakthrough = {.game = "breakthrough",
	.kind = &board_kind_grid,
	.marks = "wb",
	.palette = "white-first",
	.radius = 25,
	.flip = "turned",
	.pieces = breakthrough_pieces,
	.no_stones = true,
	.grid = {.size = 60, .ground = breakthrough_ground}};
