/*
 * board-connect4.c - Connect Four: a board with holes, stones in them, white rings in the
 * stones that won.
 */
#include "referee/board/board.h"
#include "referee/board/svg.h"
#include "rules/connect4.h"

static const double connect4_cell = 58, connect4_edge = 26, connect4_hole = 23;

static void connect4_size(const struct board_scene *scene, double *width, double *height)
{
	struct connect4_view v = connect4_view(scene->setup, scene->now);
	*width = v.columns * connect4_cell + 2 * connect4_edge + 12;
	*height = v.rows * connect4_cell + connect4_edge + 12;
}

static double connect4_x(int column)
{
	return connect4_edge + 6 + (column + 0.5) * connect4_cell;
}

static double connect4_y(const struct connect4_view *v, int row)
{
	return 6 + (v->rows - row - 0.5) * connect4_cell;
}

/* The seat of a cell, 0: free, outside too. */
static int connect4_seat(const struct connect4_view *v, int column, int row)
{
	if (column < 0 || column >= v->columns || row < 0 || row >= v->rows)
		return 0;
	int bit = column * (v->rows + 1) + row;
	return (v->stones[0] >> bit & 1) != 0 ? 1 : (v->stones[1] >> bit & 1) != 0 ? 2 : 0;
}

static void connect4_board(FILE *out, const struct connect4_view *v)
{
	fprintf(out,
		"<rect x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%.1f\" rx=\"14\" "
		"fill=\"#cbd7e4\" stroke=\"#8ea2b8\" stroke-width=\"2\"/>\n",
		connect4_edge, v->columns * connect4_cell + 12, v->rows * connect4_cell + 12);
	for (int column = 0; column < v->columns; column++) {
		svg_text(out, connect4_x(column), v->rows * connect4_cell + 12 + 19, 15, SVG_MIDDLE,
			"fill=\"" SVG_GREY "\"", (char[]){(char)('a' + column), '\0'});
		for (int row = 0; row < v->rows; row++)
			if (connect4_seat(v, column, row) == 0)
				fprintf(out,
					"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#fff\" "
					"stroke=\"#a9b9ca\"/>\n",
					connect4_x(column), connect4_y(v, row), connect4_hole);
	}
	for (int row = 0; row < v->rows; row++) {
		char number[16];
		snprintf(number, sizeof number, "%d", row + 1);
		svg_text(out, connect4_edge - 12, connect4_y(v, row) + 5, 15, SVG_MIDDLE,
			"fill=\"" SVG_GREY "\"", number);
	}
}

/* White rings in every row of `connect` stones or more that begins at a cell. */
static void connect4_won(FILE *out, const struct connect4_view *v, int column, int row)
{
	static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int seat = connect4_seat(v, column, row);
	for (size_t i = 0; i < sizeof steps / sizeof *steps && seat != 0; i++) {
		int dx = steps[i][0], dy = steps[i][1], length = 1;
		if (connect4_seat(v, column - dx, row - dy) == seat)
			continue;
		while (connect4_seat(v, column + length * dx, row + length * dy) == seat)
			length++;
		if (length < v->connect)
			continue;
		for (int n = 0; n < length; n++)
			fprintf(out,
				"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
				"stroke=\"#fff\" stroke-width=\"3.5\"/>\n",
				connect4_x(column + n * dx), connect4_y(v, row + n * dy),
				connect4_hole - 5);
	}
}

static void connect4_draw(FILE *out, const struct board_scene *scene)
{
	struct connect4_view v = connect4_view(scene->setup, scene->now), old = v;
	if (scene->before != NULL)
		old = connect4_view(scene->setup, scene->before);
	connect4_board(out, &v);
	for (int column = 0; column < v.columns; column++)
		for (int row = 0; row < v.rows; row++) {
			int seat = connect4_seat(&v, column, row);
			double x = connect4_x(column), y = connect4_y(&v, row);
			if (seat == 0)
				continue;
			svg_stone(out, seat, x, y, connect4_hole);
			if (connect4_seat(&old, column, row) == 0)
				fprintf(out,
					"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
					"stroke=\"" SVG_INK "\" stroke-width=\"3.5\"/>\n",
					x, y, connect4_hole + 3);
		}
	for (int column = 0; column < v.columns; column++)
		for (int row = 0; row < v.rows; row++)
			connect4_won(out, &v, column, row);
}

const struct board board_connect4 = {"connect4", connect4_size, connect4_draw};
