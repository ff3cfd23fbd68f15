/*
 * board-connect4.c - Connect Four: a board with holes, its stones, and rings in winning stones.
 */
#include "referee/board/board.h"
#include "rules/connect4.h"

enum { CONNECT4_CELLS = 64 };

static const double connect4_cell = 60;

static struct board_grid connect4_grid(const struct connect4_view *v)
{
	return (struct board_grid){.columns = v->columns,
		.rows = v->rows,
		.size = connect4_cell,
		.left = 34,
		.top = 8,
		.last = v->columns * v->rows};
}

static void connect4_pieces(FILE *out)
{
	fputs("<circle id=\"p-0\" class=\"hole\" r=\"25\"/>\n", out);
}

static void connect4_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct connect4_view v = connect4_view(board_setup(b), start);
	struct board_grid g = connect4_grid(&v);
	double width = g.columns * g.size, height = g.rows * g.size;
	board_set_size(b, width + g.left + 12, height + g.top + 34);
	fprintf(ground,
		"<rect class=\"case\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"16\"/>\n",
		g.left - 7, g.top - 7, width + 14, height + 14);
	board_grid_draw(b, &g, ground);
}

static void connect4_seats(const struct connect4_view *v, int seats[CONNECT4_CELLS])
{
	for (int column = 0; column < v->columns; column++)
		for (int row = 0; row < v->rows; row++) {
			uint64_t bit = UINT64_C(1) << (column * (v->rows + 1) + row);
			seats[column + v->columns * row] = (v->stones[0] & bit) != 0   ? 1
							   : (v->stones[1] & bit) != 0 ? 2
										       : 0;
		}
}

static void connect4_fill(struct board *b, const struct board_scene *scene)
{
	struct connect4_view v = connect4_view(scene->setup, scene->now), old = v;
	int seats[CONNECT4_CELLS], before[CONNECT4_CELLS];
	if (scene->before != NULL)
		old = connect4_view(scene->setup, scene->before);
	struct board_grid g = connect4_grid(&v);
	connect4_seats(&v, seats);
	connect4_seats(&old, before);
	board_grid_fill(b, &g, seats, before, v.connect);
}

const struct board_kind board_connect4 = {.game = "connect4",
	.radius = 24,
	.pieces = connect4_pieces,
	.flip = "mirrored",
	.draw = connect4_draw,
	.fill = connect4_fill};
