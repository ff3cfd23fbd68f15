/*
 * board-connect4.c - Connect Four: a case with holes, and rings in winning stones.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

static void connect4_pieces(FILE *out)
{
	html_print(out, "<circle id=\"p-0\" class=\"hole\" r=\"25\"/>\n");
}

static void connect4_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	html_print(out,
		"<rect class=\"case\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"16\"/>\n",
		x - 7, y - 7, columns * size + 14, rows * size + 14);
}

const struct board_description board_connect4 = {.game = "connect4",
	.kind = &board_kind_grid,
	.radius = 24,
	.flip = "mirrored",
	.columns = true,
	.pieces = connect4_pieces,
	.grid = {.size = 60, .ground = connect4_ground, .line_parameter = "connect"}};
