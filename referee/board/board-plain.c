/*
 * board-plain.c - a game without a description: the rows of its position string as a grid if all
 * are equally long, else the string in a frame.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "base/html-print.h"
#include "referee/board/board-kind.h"

static void plain_pieces(FILE *out)
{
	for (int seat = 1; seat <= SEATS_MAX; seat++)
		html_print(out, "<g id=\"p-%dn\" class=\"stone seat-%d\"><circle r=\"19\"/></g>\n",
			seat, seat);
	html_print(out, "<circle id=\"p-dark\" class=\"plain dark\" r=\"19\"/>\n"
			"<circle id=\"p-light\" class=\"plain light\" r=\"19\"/>\n"
			"<circle id=\"p-f\" class=\"way-from\" r=\"13\"/>\n");
}

static void plain_ground(FILE *out, double x, double y, int columns, int rows, double size)
{
	board_grid_lines(out, "cell", "lines", x, y, columns, rows, size);
}

const struct board_kind *board_plain_kind(const struct setup *s, const struct position *start)
{
	struct board_rows *r = memory_get(1, sizeof *r);
	bool even = board_rows_of(s, start, r) && board_rows_are_even(r);
	free(r);
	return even ? &board_kind_grid : &board_kind_frame;
}

const struct board_description board_plain = {.game = "",
	.radius = 19,
	.pieces = plain_pieces,
	.grid = {.size = 48, .ground = plain_ground}};
