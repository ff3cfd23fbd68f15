/*
 * all-boards.c - the boards of the games whose drawing takes a few lines, and the list of all boards.
 */
#include <stddef.h>
#include <string.h>

#include "base/html-print.h"
#include "referee/board/board-kind.h"

/* --- tic-tac-toe: crosses and noughts on tiles ------------------------------------------------- */

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

static const struct board_description board_tictactoe = {.game = "tictactoe",
	.kind = &board_kind_grid,
	.marks = "XO",
	.radius = 40,
	.no_stones = true,
	.flip = "turned",
	.pieces = tictactoe_pieces,
	.grid = {.size = 120, .ground = tictactoe_ground, .line = 3}};

/* --- Connect Four: a case with holes, and rings in winning stones ------------------------------ */

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

static const struct board_description board_connect4 = {.game = "connect4",
	.kind = &board_kind_grid,
	.radius = 24,
	.flip = "mirrored",
	.columns = true,
	.pieces = connect4_pieces,
	.grid = {.size = 60, .ground = connect4_ground, .line_parameter = "connect"}};

/* --- nim: heaps of matches --------------------------------------------------------------------- */

static void nim_pieces(FILE *out)
{
	static const char *const looks[] = {"match", "gone"};
	for (int i = 0; i < 2; i++)
		html_print(out,
			"<g id=\"p-%c\" class=\"match %s\">"
			"<rect x=\"-2.5\" width=\"5\" height=\"34\" rx=\"1.5\"/>"
			"<ellipse cy=\"1\" rx=\"4.6\" ry=\"6.4\"/></g>\n",
			looks[i][0], looks[i]);
}

static const struct board_description board_nim = {
	.game = "nim", .kind = &board_kind_heaps, .radius = 15, .pieces = nim_pieces};

/* --- games of black and white ------------------------------------------------------------------ */

/* Discs of two seats without marks: lightness tells them apart. The last one has a dot. */
static void all_boards_discs(FILE *out, double radius)
{
	for (int seat = 1; seat <= 2; seat++)
		html_print(out,
			"<g id=\"p-%d\" class=\"stone seat-%d\"><circle r=\"%g\"/></g>\n"
			"<g id=\"p-%dw\"><use href=\"#p-%d\"/>"
			"<circle class=\"won\" r=\"%g\"/></g>\n",
			seat, seat, radius, seat, seat, radius * 0.55);
	html_print(out, "<circle id=\"p-l\" class=\"last-dot\" r=\"%g\"/>\n", radius * 0.25);
}

/* --- Othello: black and white discs on green felt ---------------------------------------------- */

enum { OTHELLO_POINT = 2 /* cells from a corner to the points of the usual board */ };

static void othello_pieces(FILE *out)
{
	all_boards_discs(out, 25);
}

static void othello_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	board_grid_lines(out, "felt", "felt-lines", x, y, columns, rows, size);
	for (int i = 0; i < 4 && columns > 2 * OTHELLO_POINT; i++)
		html_print(out, "<circle class=\"felt-point\" cx=\"%g\" cy=\"%g\" r=\"5\"/>\n",
			x + (i % 2 == 0 ? OTHELLO_POINT : columns - OTHELLO_POINT) * size,
			y + (i / 2 == 0 ? OTHELLO_POINT : rows - OTHELLO_POINT) * size);
}

static const struct board_description board_othello = {.game = "othello",
	.kind = &board_kind_grid,
	.marks = "xo",
	.palette = "black-first",
	.radius = 25,
	.flip = "turned",
	.pieces = othello_pieces,
	.no_stones = true,
	.grid = {.size = 60, .downward = true, .ground = othello_ground}};

/* --- Breakthrough: white and black pawns on a chequered board ---------------------------------- */

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

static const struct board_description board_breakthrough = {.game = "breakthrough",
	.kind = &board_kind_grid,
	.marks = "wb",
	.palette = "white-first",
	.radius = 25,
	.flip = "turned",
	.pieces = breakthrough_pieces,
	.no_stones = true,
	.grid = {.size = 60, .ground = breakthrough_ground}};

/* --- Gomoku: black and white stones on the crossings of lines ---------------------------------- */

static void gomoku_pieces(FILE *out)
{
	all_boards_discs(out, 14.5);
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

static const struct board_description board_gomoku = {.game = "gomoku",
	.kind = &board_kind_grid,
	.marks = "xo",
	.palette = "black-first",
	.radius = 14.5,
	.flip = "turned",
	.pieces = gomoku_pieces,
	.no_stones = true,
	.grid = {.size = 32, .ground = gomoku_ground, .line_parameter = "row"}};

/* --- kalah: pits and stores with seeds --------------------------------------------------------- */

static const struct board_description board_kalah = {.game = "kalah",
	.kind = &board_kind_pits,
	.radius = 15,
	.flip = "turned",
	.pieces = board_seeds};

/* --- the list ---------------------------------------------------------------------------------- */

extern const struct board_description board_letters, board_tree, board_chinese_checkers;

static const struct board_description *const all_boards[] = {
	&board_tictactoe,
	&board_connect4,
	&board_nim,
	&board_letters,
	&board_tree,
	&board_chinese_checkers,
	&board_othello,
	&board_breakthrough,
	&board_gomoku,
	&board_kalah,
	NULL,
};

const struct board_description *board_find(const struct rules *rules)
{
	for (const struct board_description *const *b = all_boards; *b != NULL; b++)
		if (strcmp((*b)->game, rules->name) == 0)
			return *b;
	return &board_plain;
}
