/*
 * board-chinese-checkers.c - the star drawn upright, each seat's own point in its colour. The
 * last move is drawn as the peg's path. The corners show the steps that each seat has left.
 *
 * Cells: those of the star by their numbers, the path, its begin, its end, then a text for each
 * seat.
 */
#include "referee/board/board-kind.h"

#include <math.h>
#include <string.h>

#include "base/html-print.h"
#include "rules/chinese-checkers.h"

enum {
	CHECKERS_MIDDLE = 20, /* the column of the middle in the terminal */
	CHECKERS_WIDE = 38,
	CHECKERS_WAY = STAR_CELLS,
	CHECKERS_FROM,
	CHECKERS_TO,
	CHECKERS_STEPS
};

static const double checkers_step = 42, checkers_rise = 36.4, checkers_width = 690,
		    checkers_height = 668;

static const int checkers_neighbours[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

/* A column slants up to the right. */
static double checkers_x(double x, double y)
{
	return checkers_width / 2 + 8 + (x + y / 2) * checkers_step;
}

static double checkers_y(double y)
{
	return 8 * checkers_rise + 24 - y * checkers_rise;
}

static double checkers_cell_x(const struct star *star, int cell)
{
	return checkers_x(star->x[cell], star->y[cell]);
}

static double checkers_cell_y(const struct star *star, int cell)
{
	return checkers_y(star->y[cell]);
}

static bool checkers_in(const uint64_t cells[2], int cell)
{
	return cells[cell / 64] >> (cell % 64) & 1;
}

/* The seat of a cell's peg, or 0. */
static int checkers_seat(const struct setup *s, const struct checkers_view *v, int cell)
{
	for (int seat = 1; seat <= s->seats; seat++)
		if (checkers_in(v->pegs[seat - 1], cell))
			return seat;
	return 0;
}

/* Draws a triangle over three cells, rounded around the pegs in its corners. */
static void checkers_triangle(FILE *out, const char *class, int wide, const int (*corners)[2])
{
	html_print(out, "<path class=\"%s\" stroke-width=\"%d\" d=\"", class, wide);
	for (int i = 0; i < 3; i++)
		html_print(out, "%c%.1f %.1f", i == 0 ? 'M' : 'L',
			checkers_x(corners[i][0], corners[i][1]), checkers_y(corners[i][1]));
	html_print(out, "Z\"/>\n");
}

/* The seat that starts in a point, opposite its goal; 0: none. */
static int checkers_starts(const struct setup *s, const struct checkers_view *v, int point)
{
	const uint64_t *opposite = v->star->points[(point + STAR_POINTS / 2) % STAR_POINTS];
	for (int seat = 1; seat <= s->seats; seat++)
		if (memcmp(v->goals[seat - 1], opposite, 2 * sizeof *opposite) == 0)
			return seat;
	return 0;
}

static void checkers_ground(FILE *out, const struct setup *s, const struct checkers_view *v)
{
	/* By point, clockwise from the bottom: its tip, then the other two corners. */
	static const int points[STAR_POINTS][3][2] = {
		{{4, -8}, {1, -5}, {4, -5}},
		{{-4, -4}, {-4, -1}, {-1, -4}},
		{{-8, 4}, {-5, 4}, {-5, 1}},
		{{-4, 8}, {-4, 5}, {-1, 5}},
		{{4, 4}, {1, 4}, {4, 1}},
		{{8, -4}, {5, -4}, {5, -1}},
	};
	static const int star[2][3][2] = {{{4, -8}, {-8, 4}, {4, 4}}, {{-4, 8}, {-4, -4}, {8, -4}}};
	for (int i = 0; i < 4; i++)
		checkers_triangle(out, i < 2 ? "star-edge" : "star", i < 2 ? 51 : 47, star[i % 2]);
	for (int i = 0; i < STAR_POINTS; i++) {
		char class[32];
		int seat = checkers_starts(s, v, i);
		snprintf(class, sizeof class, "point seat-%d", seat);
		if (seat > 0)
			checkers_triangle(out, class, 38, points[i]);
	}
}

/* Draws the line that begins at a cell in a direction, if there is one. */
static void checkers_line(FILE *out, const struct star *star, int cell, int direction)
{
	int dx = checkers_neighbours[direction][0], dy = checkers_neighbours[direction][1];
	int x = star->x[cell], y = star->y[cell];
	if (star_cell(star, x - dx, y - dy) != STAR_NONE)
		return;
	while (star_cell(star, x + dx, y + dy) != STAR_NONE) {
		x += dx;
		y += dy;
	}
	html_print(out, "M%.1f %.1fL%.1f %.1f", checkers_cell_x(star, cell),
		checkers_cell_y(star, cell), checkers_x(x, y), checkers_y(y));
}

static void checkers_lines(FILE *out, const struct star *star)
{
	html_print(out, "<path class=\"star-lines\" d=\"");
	for (int cell = 0; cell < STAR_CELLS; cell++)
		for (int direction = 0; direction < 3; direction++)
			checkers_line(out, star, cell, direction);
	html_print(out, "\"/>\n");
}

/* A place with a column's slant, also in the terminal. */
static struct board_place checkers_place(double x, double y)
{
	return (struct board_place){checkers_x(x, y), checkers_y(y), 8 - (int)y,
		CHECKERS_MIDDLE + (int)(2 * x + y), false};
}

/* Rows are numbered at the left; a column's letter is below its lowest cell. */
static void checkers_names(struct board *b, FILE *out, const struct star *star)
{
	char text[16];
	for (int y = -8; y <= 8; y++) {
		snprintf(text, sizeof text, "%2d", y + 9);
		board_label(b, out, (struct board_place){22, checkers_y(y) + 5, 8 - y, 0, false},
			13, SVG_MIDDLE, "class=\"soft\"", text);
	}
	for (int x = -8; x <= 8; x++) {
		int y = -8;
		while (star_cell(star, x, y) == STAR_NONE)
			y++;
		struct board_place at = checkers_place(x, y - 1);
		at.x = checkers_x(x, y - 0.88);
		at.y = checkers_y(y - 0.88) + 5;
		board_label(b, out, at, 13, SVG_MIDDLE, "class=\"soft\"",
			(char[]){(char)('a' + x + 8), '\0'});
	}
}

/* --- the path of the last move ---------------------------------------------------------------- */

/* A path from cell to cell. */
struct checkers_way {
	int cells[STAR_CELLS];
	int count;
};

/* The cell where a jump in this direction lands, without the peg on `from`; STAR_NONE: none. */
static int checkers_jump(
	const struct setup *s, const struct checkers_view *v, int from, int cell, int direction)
{
	const struct star *star = v->star;
	int dx = checkers_neighbours[direction][0], dy = checkers_neighbours[direction][1];
	int over = star_cell(star, star->x[cell] + dx, star->y[cell] + dy);
	int to = star_cell(star, star->x[cell] + 2 * dx, star->y[cell] + 2 * dy);
	if (over == STAR_NONE || to == STAR_NONE || over == from ||
		checkers_seat(s, v, over) == 0 || checkers_seat(s, v, to) != 0)
		return STAR_NONE;
	return to;
}

/* Finds a shortest path of jumps; none if the move is a step. */
static bool checkers_jumps(const struct setup *s, const struct checkers_view *v, int from, int to,
	struct checkers_way *way)
{
	int came[STAR_CELLS], queue[STAR_CELLS], count = 0, at = 0;
	for (int cell = 0; cell < STAR_CELLS; cell++)
		came[cell] = STAR_NONE;
	came[from] = from;
	queue[count++] = from;
	for (; at < count && came[to] == STAR_NONE; at++)
		for (int direction = 0; direction < 6; direction++) {
			int next = checkers_jump(s, v, from, queue[at], direction);
			if (next == STAR_NONE || came[next] != STAR_NONE)
				continue;
			came[next] = queue[at];
			queue[count++] = next;
		}
	if (came[to] == STAR_NONE)
		return false;
	way->count = 1;
	for (int cell = to; cell != from; cell = came[cell])
		way->count++;
	for (int i = way->count - 1, cell = to; i >= 0; i--, cell = came[cell])
		way->cells[i] = cell;
	return true;
}

/* The path of the last move; false: there was no move, or it was a pass. */
static bool checkers_last(const struct board_scene *scene, struct checkers_way *way)
{
	move m;
	if (scene->before == NULL || scene->move == NULL ||
		!rules_read_move(scene->setup, scene->before, scene->move, &m) ||
		checkers_from(m) == checkers_to(m))
		return false;
	struct checkers_view v = checkers_view(scene->setup, scene->before);
	const struct star *star = v.star;
	int from = checkers_from(m), to = checkers_to(m);
	if (star_distance(star->x[from], star->y[from], star->x[to], star->y[to]) > 1 &&
		checkers_jumps(scene->setup, &v, from, to, way))
		return true;
	way->cells[0] = from;
	way->cells[1] = to;
	way->count = 2;
	return true;
}

/* Writes the path in SVG. Jumps are curved, so that the marks of the pegs below stay readable. */
static void checkers_path(
	const struct star *star, const struct checkers_way *way, char *path, size_t room)
{
	const double bend = 0.33;
	double x = checkers_cell_x(star, way->cells[0]), y = checkers_cell_y(star, way->cells[0]);
	size_t length = (size_t)snprintf(path, room, "M%.0f %.0f", x, y);
	for (int i = 1; i < way->count && length < room; i++) {
		double to_x = checkers_cell_x(star, way->cells[i]) - x;
		double to_y = checkers_cell_y(star, way->cells[i]) - y;
		if (to_x * to_x + to_y * to_y < 2 * checkers_step * checkers_step)
			snprintf(path + length, room - length, "l%.0f %.0f", to_x, to_y);
		else
			snprintf(path + length, room - length, "q%.0f %.0f %.0f %.0f",
				to_x / 2 + bend * to_y, to_y / 2 - bend * to_x, to_x, to_y);
		length += strlen(path + length);
		x += to_x;
		y += to_y;
	}
}

/* --- the board -------------------------------------------------------------------------------- */

static void checkers_pieces(FILE *out)
{
	html_print(out, "<circle id=\"p-0\" class=\"pit\" r=\"8\"/>\n"
			"<circle id=\"p-f\" class=\"way-from\" r=\"11\"/>\n");
}

/* Places the text for a seat's steps in an upper corner. */
static void checkers_draw_seat(struct board *b, FILE *ground, int seat)
{
	const struct setup *s = board_setup(b);
	const int half = (s->seats + 1) / 2;
	bool right = seat > half;
	int line = right ? seat - half - 1 : seat - 1;
	double y = 22 + 30 * line;
	char name[32];
	board_owner(b, ground,
		(struct board_place){right ? checkers_width - 18 : 64, y - 5, line,
			right ? CHECKERS_WIDE - 1 : 4, false},
		11, seat);
	snprintf(name, sizeof name, "Steps of %c", board_mark(s->rules, seat));
	board_add_text(b,
		(struct board_place){right ? checkers_width - 36 : 82, y, line,
			right ? CHECKERS_WIDE - 2 : 6, right},
		14, right ? SVG_END : SVG_START, "class=\"soft\"", name);
}

static void checkers_draw(struct board *b, FILE *ground, const struct position *start)
{
	const struct setup *s = board_setup(b);
	struct checkers_view v = checkers_view(s, start);
	char name[16];
	board_set_size(b, checkers_width, checkers_height);
	checkers_ground(ground, s, &v);
	checkers_lines(ground, v.star);
	checkers_names(b, ground, v.star);
	for (int cell = 0; cell < STAR_CELLS; cell++) {
		snprintf(name, sizeof name, "%c%d", 'a' + v.star->x[cell] + 8, v.star->y[cell] + 9);
		struct board_place at = checkers_place(v.star->x[cell], v.star->y[cell]);
		at.x = round(at.x);
		at.y = round(at.y);
		board_add_piece(b, at, name);
	}
	board_add_path(b);
	board_add_float(b);
	board_add_float(b);
	for (int seat = 1; seat <= s->seats; seat++)
		checkers_draw_seat(b, ground, seat);
}

static void checkers_fill_seat(struct board *b, const struct checkers_view *v, int seat)
{
	int cell = CHECKERS_STEPS + seat - 1;
	if (v->out >> (seat - 1) & 1)
		board_set(b, cell, "left");
	else if (v->home >> (seat - 1) & 1)
		board_set(b, cell, "home");
	else
		board_print(b, cell, "%u to go", v->steps[seat - 1]);
}

static void checkers_fill(struct board *b, const struct board_scene *scene)
{
	struct checkers_view v = checkers_view(scene->setup, scene->now);
	struct checkers_way way = {.count = 0};
	char path[40 * STAR_CELLS];
	bool moved = checkers_last(scene, &way);
	for (int cell = 0; cell < STAR_CELLS; cell++)
		board_print(b, cell, "%d", checkers_seat(scene->setup, &v, cell));
	for (int cell = CHECKERS_WAY; cell < CHECKERS_STEPS; cell++)
		board_set(b, cell, "");
	if (moved) {
		char piece[16];
		snprintf(piece, sizeof piece, "%dl", scene->mover);
		checkers_path(v.star, &way, path, sizeof path);
		board_set(b, CHECKERS_WAY, path);
		board_float(b, CHECKERS_FROM, way.cells[0], "f");
		board_float(b, CHECKERS_TO, way.cells[way.count - 1], piece);
	}
	for (int seat = 1; seat <= scene->setup->seats; seat++)
		checkers_fill_seat(b, &v, seat);
}

static const struct board_kind checkers_kind = {.draw = checkers_draw, .fill = checkers_fill};

const struct board_description board_chinese_checkers = {.game = "chinese-checkers",
	.kind = &checkers_kind,
	.marks = "ABCDEF",
	.radius = 16.5,
	.pieces = checkers_pieces,
	.flip = "turned"};
