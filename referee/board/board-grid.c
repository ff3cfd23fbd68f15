/*
 * board-grid.c - the kind for rows and columns of square cells, which are the rows of a position
 * string. The letters of rules->letters are the seats' stones. Rules without letters may have the
 * letter of the seat to move after the rows; with two seats the only other letter is the other's.
 *
 * Cells: those of the grid from a1 by rows; in a game without seats' letters a text for each, as
 * its stones are what their letters say; then the marks of where the last move came from and went
 * to.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/html-print.h"
#include "base/memory.h"
#include "referee/board/board-kind.h"

enum { GRID_LEFT = 40, GRID_TOP = 10, GRID_RIGHT = 12, GRID_BOTTOM = 34, GRID_CHANGES = 64 };

/* Where the cells of a board are. */
struct grid_size {
	int columns, rows, cells;
	bool downward;		 /* row 1 is at the top */
	bool lettered;		 /* stones are texts */
	int from, to;		 /* the marks */
	char letters[SEATS_MAX]; /* of the seats' stones; NUL: not known */
};

void board_grid_lines(FILE *out, const char *area, const char *lines, double x, double y,
	int columns, int rows, double size)
{
	html_print(out,
		"<rect class=\"%s\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>\n"
		"<path class=\"%s\" d=\"",
		area, x, y, columns * size, rows * size, lines);
	for (int i = 1; i < columns; i++)
		html_print(out, "M%g %gv%g", x + i * size, y, rows * size);
	for (int i = 1; i < rows; i++)
		html_print(out, "M%g %gh%g", x, y + i * size, columns * size);
	html_print(out, "\"/>\n");
}

/* The line of a row, from the top. */
static int grid_line(const struct grid_size *g, int row)
{
	return g->downward ? row : g->rows - 1 - row;
}

/* Learns a letter: that behind the rows is the stone of the seat to move. */
static void grid_learn(struct grid_size *g, const struct setup *s, const struct position *p)
{
	char text[POSITION_TEXT];
	int seat = s->rules->to_move(s, p);
	s->rules->write(s, p, text);
	const char *word = strchr(text, ' ');
	if (seat > 0 && word != NULL && isalpha((unsigned char)word[1]) &&
		(word[2] == ' ' || word[2] == '\0'))
		g->letters[seat - 1] = word[1];
}

/* Learns the letter of the second of two seats, if the board has one letter that is not the
 * first's. */
static void grid_learn_other(struct grid_size *g, const struct board_rows *r)
{
	int known = g->letters[0] != '\0' ? 0 : 1;
	char other = '\0';
	if (g->letters[known] == '\0' || g->letters[1 - known] != '\0')
		return;
	for (int line = 0; line < r->rows; line++)
		for (int column = 0; column < r->lengths[line]; column++) {
			const char *stone = r->cells[line][column];
			if (*stone == '\0' || strcmp(stone, (char[]){g->letters[known], '\0'}) == 0)
				continue;
			if (stone[1] != '\0' || (other != '\0' && other != stone[0]))
				return;
			other = stone[0];
		}
	g->letters[1 - known] = other;
}

static struct grid_size grid_measure(const struct board *b, const struct board_rows *r)
{
	const char *letters = board_setup(b)->rules->letters;
	struct grid_size g = {.columns = r->columns,
		.rows = r->rows,
		.cells = r->columns * r->rows,
		.downward = board_described(b)->grid.downward,
		.lettered = letters == NULL};
	if (letters != NULL)
		memcpy(g.letters, letters, strlen(letters));
	g.from = g.lettered ? 2 * g.cells : g.cells;
	g.to = g.from + 1;
	return g;
}

static struct board_place grid_place(
	const struct board_grid_look *look, const struct grid_size *g, int column, int row)
{
	return (struct board_place){GRID_LEFT + (column + 0.5) * look->size,
		GRID_TOP + (grid_line(g, row) + 0.5) * look->size, grid_line(g, row),
		4 + 2 * column, false};
}

/* Names columns and rows at the edges. */
static void grid_label(struct board *b, FILE *ground, const struct board_grid_look *look,
	const struct grid_size *g)
{
	double size = look->size < 40 ? 13 : 16;
	for (int column = 0; column < g->columns; column++) {
		struct board_place at = grid_place(look, g, column, 0);
		at.line = g->rows;
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
	if (g.lettered)
		grid_learn(&g, board_setup(b), start);
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
	int line = grid_line(g, row);
	return line < r->rows && column < r->lengths[line] ? r->cells[line][column] : "";
}

/* The seat of a stone; 0: none. */
static int grid_seat(const struct grid_size *g, const char *stone)
{
	for (int seat = 1; seat <= SEATS_MAX && *stone != '\0' && stone[1] == '\0'; seat++)
		if (g->letters[seat - 1] == *stone)
			return seat;
	return 0;
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

/* Sets a cell and its text. A stone that is no seat's is dark or light: of the usual pairs (x and
 * o, w and b, r and y) one letter is even. */
static void grid_fill_lettered(
	struct board *b, const struct grid_size *g, int cell, int seat, const char *stone)
{
	if (seat > 0)
		board_print(b, cell, "%dn", seat);
	else
		board_set(b, cell, *stone == '\0' ? "0" : *stone % 2 == 0 ? "dark" : "light");
	board_set(b, g->cells + cell, stone);
}

static void grid_fill_cells(struct board *b, const struct position *p)
{
	const struct setup *s = board_setup(b);
	const struct board_grid_look *look = &board_described(b)->grid;
	struct grid_size g = *(const struct grid_size *)board_layout(b);
	struct board_rows *r = memory_get(1, sizeof *r);
	unsigned char seats[BOARD_ROWS * BOARD_COLUMNS];
	int line =
		look->line_parameter != NULL ? board_number(b, look->line_parameter) : look->line;
	board_rows_of(s, p, r);
	if (g.lettered) {
		grid_learn(&g, s, p);
		if (s->seats == 2)
			grid_learn_other(&g, r);
	}
	for (int cell = 0; cell < g.cells; cell++) {
		const char *stone = grid_stone(r, &g, cell % g.columns, cell / g.columns);
		seats[cell] = (unsigned char)grid_seat(&g, stone);
		if (g.lettered)
			grid_fill_lettered(b, &g, cell, seats[cell], stone);
		else
			board_print(b, cell, "%d", seats[cell]);
	}
	for (int cell = 0; cell < g.cells && line > 0; cell++)
		grid_win(b, &g, seats, cell, line);
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
	grid_fill_cells(b, scene->now);
	board_set(b, g->from, "");
	board_set(b, g->to, "");
	if (scene->before != NULL)
		grid_mark(b, g, scene->move);
}

const struct board_kind board_kind_grid = {.draw = grid_draw, .fill = grid_fill};
