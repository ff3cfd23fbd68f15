/*
 * board-grid.c - the kind for rows and columns of square cells, which are the rows of a position
 * string. Letters of rules->letters are the seats' stones.
 *
 * Cells: those of the grid from a1 by rows; in a game without seats' letters a text for each, as
 * its stones are what their letters say; then the marks of where the last move came from and went
 * to.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/board-kind.h"

enum { GRID_LEFT = 40, GRID_TOP = 10, GRID_RIGHT = 12, GRID_BOTTOM = 34, GRID_CHANGES = 64 };

/* Where the cells of a board are. */
struct grid_size {
	int columns, rows, cells;
	bool lettered; /* stones are texts */
	int from, to;  /* the marks */
};

static struct grid_size grid_measure(const struct board *b, const struct board_rows *r)
{
	struct grid_size g = {.columns = r->columns,
		.rows = r->rows,
		.cells = r->columns * r->rows,
		.lettered = board_setup(b)->rules->letters == NULL};
	g.from = g.lettered ? 2 * g.cells : g.cells;
	g.to = g.from + 1;
	return g;
}

static struct board_place grid_place(
	const struct board_grid_look *look, const struct grid_size *g, int column, int row)
{
	return (struct board_place){GRID_LEFT + (column + 0.5) * look->size,
		GRID_TOP + (g->rows - row - 0.5) * look->size, g->rows - 1 - row, 4 + 2 * column,
		false};
}

/* Names columns and rows at the edges. */
static void grid_label(struct board *b, FILE *ground, const struct board_grid_look *look,
	const struct grid_size *g)
{
	double size = look->size < 40 ? 13 : 16;
	for (int column = 0; column < g->columns; column++) {
		struct board_place at = grid_place(look, g, column, -1);
		at.y = GRID_TOP + g->rows * look->size + 26;
		board_label(b, ground, at, size, SVG_MIDDLE, "class=\"soft\"",
			(char[]){(char)('a' + column), '\0'});
	}
	for (int row = 0; row < g->rows; row++) {
		struct board_place at = grid_place(look, g, 0, row);
		char name[16];
		snprintf(name, sizeof name, "%2d", row + 1);
		at.x = GRID_LEFT - 20;
		at.y += 6;
		at.column = 0;
		board_label(b, ground, at, size, SVG_MIDDLE, "class=\"soft\"", name);
	}
}

static void grid_draw(struct board *b, FILE *ground, const struct position *start)
{
	const struct board_grid_look *look = &board_described(b)->grid;
	struct board_rows *r = memory_get(1, sizeof *r);
	char name[16];
	board_rows_of(board_setup(b), start, r);
	struct grid_size g = grid_measure(b, r), *layout = memory_get(1, sizeof *layout);
	*layout = g;
	board_set_layout(b, layout);
	board_set_size(b, g.columns * look->size + GRID_LEFT + GRID_RIGHT,
		g.rows * look->size + GRID_TOP + GRID_BOTTOM);
	look->ground(ground, GRID_LEFT, GRID_TOP, g.columns, g.rows, look->size);
	grid_label(b, ground, look, &g);
	for (int cell = 0; cell < g.cells; cell++) {
		int column = cell % g.columns, row = cell / g.columns;
		snprintf(name, sizeof name, "%c%d", 'a' + column, row + 1);
		board_add_piece(b, grid_place(look, &g, column, row), name);
	}
	for (int cell = 0; cell < g.cells && g.lettered; cell++) {
		int column = cell % g.columns, row = cell / g.columns;
		struct board_place at = grid_place(look, &g, column, row);
		at.y += 6;
		snprintf(name, sizeof name, "@%c%d", 'a' + column, row + 1);
		int text = board_add_text(b, at, 17, SVG_MIDDLE, "class=\"stone-name\"", name);
		board_pair(b, cell, text);
	}
	board_add_float(b);
	board_add_float(b);
	free(r);
}

/* The stone of a cell, "" if it is free. A board of another shape lacks some cells. */
static const char *grid_stone(
	const struct board_rows *r, const struct grid_size *g, int column, int row)
{
	int from_top = g->rows - 1 - row;
	return from_top < r->rows && column < r->lengths[from_top] ? r->cells[from_top][column]
								   : "";
}

/* The seat of a stone; 0: none. */
static int grid_seat(const struct setup *s, const char *stone)
{
	const char *letters = s->rules->letters, *letter;
	if (letters == NULL || *stone == '\0' || (letter = strchr(letters, *stone)) == NULL)
		return 0;
	return (int)(letter - letters) + 1;
}

/* --- lines that win --------------------------------------------------------------------------- */

static int grid_at(const struct grid_size *g, const unsigned char *seats, int column, int row)
{
	if (column < 0 || column >= g->columns || row < 0 || row >= g->rows)
		return 0;
	return seats[column + g->columns * row];
}

/* Marks the lines of at least `connect` pieces that begin at a cell. */
static void grid_win(struct board *b, const struct grid_size *g, const unsigned char *seats,
	int cell, int connect)
{
	static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int column = cell % g->columns, row = cell / g->columns, seat = seats[cell];
	for (size_t i = 0; i < sizeof steps / sizeof *steps && seat != 0; i++) {
		int dx = steps[i][0], dy = steps[i][1], length = 1;
		if (grid_at(g, seats, column - dx, row - dy) == seat)
			continue;
		while (grid_at(g, seats, column + length * dx, row + length * dy) == seat)
			length++;
		for (int n = 0; n < length && length >= connect; n++)
			board_print(b, cell + n * (dx + dy * g->columns), "%dw", seat);
	}
}

/* --- contents --------------------------------------------------------------------------------- */

/* A stone that is no seat's is dark or light. Of the usual pairs (x and o, w and b, r and y) one
 * letter is even. */
static void grid_fill_lettered(
	struct board *b, const struct grid_size *g, int cell, const char *stone)
{
	board_set(b, cell, *stone == '\0' ? "0" : *stone % 2 == 0 ? "dark" : "light");
	board_set(b, g->cells + cell, stone);
}

static void grid_fill_cells(struct board *b, const struct grid_size *g, const struct position *p)
{
	const struct setup *s = board_setup(b);
	struct board_rows *r = memory_get(1, sizeof *r);
	unsigned char seats[BOARD_ROWS * BOARD_COLUMNS];
	const struct board_grid_look *look = &board_described(b)->grid;
	int line =
		look->line_parameter != NULL ? board_number(b, look->line_parameter) : look->line;
	board_rows_of(s, p, r);
	for (int cell = 0; cell < g->cells; cell++) {
		const char *stone = grid_stone(r, g, cell % g->columns, cell / g->columns);
		seats[cell] = (unsigned char)grid_seat(s, stone);
		if (g->lettered)
			grid_fill_lettered(b, g, cell, stone);
		else
			board_print(b, cell, "%d", seats[cell]);
	}
	for (int cell = 0; cell < g->cells && line > 0; cell++)
		grid_win(b, g, seats, cell, line);
	free(r);
}

/* Marks the last move: the last cell that got a piece, and the first that lost its piece. */
static void grid_mark(struct board *b, const struct grid_size *g, const char *text)
{
	const struct board_cell *all;
	int cells[GRID_CHANGES], from = -1, to = -1;
	int count = board_changed(b, text, false, cells, GRID_CHANGES);
	board_cells(b, &all);
	for (int i = 0; i < count; i++) {
		if (strcmp(board_value(&all[cells[i]]), "0") != 0)
			to = cells[i];
		else if (from < 0)
			from = cells[i];
	}
	if (from >= 0)
		board_float(b, g->from, from, "f");
	if (to >= 0)
		board_float(b, g->to, to, "l");
}

static void grid_fill(struct board *b, const struct board_scene *scene)
{
	const struct grid_size *g = board_layout(b);
	grid_fill_cells(b, g, scene->now);
	board_set(b, g->from, "");
	board_set(b, g->to, "");
	if (scene->before != NULL)
		grid_mark(b, g, scene->move);
}

const struct board_kind board_kind_grid = {.draw = grid_draw, .fill = grid_fill};
