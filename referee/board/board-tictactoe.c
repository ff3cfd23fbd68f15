/*
 * board-tictactoe.c - tic-tac-toe: crosses and noughts between four lines.
 */
#include "referee/board/board.h"
#include "referee/board/svg.h"
#include "rules/tictactoe.h"

enum { TICTACTOE_SIDE = 3, TICTACTOE_CELLS = 9 };

static const double tictactoe_cell = 104, tictactoe_edge = 30;

static void tictactoe_size(const struct board_scene *scene, double *width, double *height)
{
	(void)scene;
	*width = TICTACTOE_SIDE * tictactoe_cell + 2 * tictactoe_edge;
	*height = TICTACTOE_SIDE * tictactoe_cell + tictactoe_edge;
}

/* The middle of a cell, a1 bottom left being 0. */
static double tictactoe_x(int cell)
{
	return tictactoe_edge + (cell % TICTACTOE_SIDE + 0.5) * tictactoe_cell;
}

static double tictactoe_y(int cell)
{
	return (TICTACTOE_SIDE - cell / TICTACTOE_SIDE - 0.5) * tictactoe_cell;
}

static void tictactoe_lines(FILE *out)
{
	const double side = TICTACTOE_SIDE * tictactoe_cell;
	fputs("<path fill=\"none\" stroke=\"" SVG_GREY "\" stroke-width=\"4\" "
	      "stroke-linecap=\"round\" d=\"",
		out);
	for (int i = 1; i < TICTACTOE_SIDE; i++)
		fprintf(out, "M%.1f 4V%.1fM%.1f %.1fH%.1f", tictactoe_edge + i * tictactoe_cell,
			side - 4, tictactoe_edge + 4, i * tictactoe_cell,
			tictactoe_edge + side - 4);
	fputs("\"/>\n", out);
	for (int i = 0; i < TICTACTOE_SIDE; i++) {
		svg_text(out, tictactoe_x(i), side + 22, 15, SVG_MIDDLE, "fill=\"" SVG_GREY "\"",
			(char[]){(char)('a' + i), '\0'});
		svg_text(out, 12, tictactoe_y(i * TICTACTOE_SIDE) + 5, 15, SVG_MIDDLE,
			"fill=\"" SVG_GREY "\"", (char[]){(char)('1' + i), '\0'});
	}
}

static void tictactoe_stone(FILE *out, int seat, double x, double y)
{
	const double r = tictactoe_cell * 0.28;
	const char *colour = svg_seats[seat - 1].fill;
	if (seat == 1)
		fprintf(out,
			"<path fill=\"none\" stroke=\"%s\" stroke-width=\"13\" "
			"stroke-linecap=\"round\" "
			"d=\"M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1f\"/>\n",
			colour, x - r, y - r, x + r, y + r, x - r, y + r, x + r, y - r);
	else
		fprintf(out,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" "
			"stroke-width=\"13\"/>\n",
			x, y, r, colour);
}

/* A line through three stones of one seat. */
static void tictactoe_row(FILE *out, unsigned stones)
{
	static const int rows[][2] = {
		{0, 2}, {3, 5}, {6, 8}, {0, 6}, {1, 7}, {2, 8}, {0, 8}, {2, 6}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int from = rows[i][0], to = rows[i][1], middle = (from + to) / 2;
		unsigned all = 1u << from | 1u << middle | 1u << to;
		if ((stones & all) == all)
			fprintf(out,
				"<path stroke=\"" SVG_INK
				"\" stroke-width=\"5\" stroke-linecap=\"round\" "
				"d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
				tictactoe_x(from), tictactoe_y(from), tictactoe_x(to),
				tictactoe_y(to));
	}
}

static void tictactoe_draw(FILE *out, const struct board_scene *scene)
{
	for (int seat = 1; seat <= 2 && scene->before != NULL; seat++) {
		unsigned last =
			tictactoe_stones(scene->now, seat) & ~tictactoe_stones(scene->before, seat);
		for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
			if (last >> cell & 1)
				fprintf(out,
					"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\""
					" rx=\"8\" fill=\"#fff4c9\" stroke=\"" SVG_INK
					"\" stroke-dasharray=\"5 4\"/>\n",
					tictactoe_x(cell) - tictactoe_cell / 2 + 6,
					tictactoe_y(cell) - tictactoe_cell / 2 + 6,
					tictactoe_cell - 12, tictactoe_cell - 12);
	}
	tictactoe_lines(out);
	for (int seat = 1; seat <= 2; seat++) {
		unsigned stones = tictactoe_stones(scene->now, seat);
		for (int cell = 0; cell < TICTACTOE_CELLS; cell++)
			if (stones >> cell & 1)
				tictactoe_stone(out, seat, tictactoe_x(cell), tictactoe_y(cell));
		tictactoe_row(out, stones);
	}
}

const struct board board_tictactoe = {"tictactoe", tictactoe_size, tictactoe_draw};
