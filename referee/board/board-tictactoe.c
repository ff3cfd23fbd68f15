/*
 * board-tictactoe.c - tic-tac-toe: crosses and noughts on tiles.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

static void tictactoe_pieces(FILE *out)
{
	html_print(out,
		"<rect id=\"p-0\" class=\"cell\" x=\"-56\" y=\"-56\" width=\"112\" height=\"112\" "
		"rx=\"12\"/>\n<path id=\"p-1\" class=\"sign seat-1\" d=\"M-34 -34L34 34M34 "
		"-34L-34 34\"/>\n<circle id=\"p-2\" class=\"sign seat-2\" r=\"36\"/>\n"
		"<rect id=\"p-w\" class=\"winning\" x=\"-56\" y=\"-56\" width=\"112\" "
		"height=\"112\" rx=\"12\"/>\n"
		"<g id=\"p-1w\"><use href=\"#p-w\"/><use href=\"#p-1\"/></g>\n"
		"<g id=\"p-2w\"><use href=\"#p-w\"/><use href=\"#p-2\"/></g>\n"
		"<rect id=\"p-l\" class=\"last\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" "
		"rx=\"9\" stroke-dasharray=\"7 5\"/>\n");
}

static void tictactoe_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	for (int cell = 0; cell < columns * rows; cell++)
		html_print(out, "<use href=\"#p-0\" x=\"%g\" y=\"%g\"/>\n",
			x + (cell % columns + 0.5) * size, y + (cell / columns + 0.5) * size);
}

const struct board_description board_tictactoe = {.game = "tictactoe",
	.kind = &board_kind_grid,
	.marks = "XO",
	.radius = 40,
	.no_stones = true,
	.flip = "turned",
	.pieces = tictactoe_pieces,
	.grid = {.size = 120, .ground = tictactoe_ground, .line = 3}};
