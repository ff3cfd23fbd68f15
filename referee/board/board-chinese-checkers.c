/*
 * board-chinese-checkers.c - the star upright, each seat's own point in its colour; the last move
 * as the way that the peg took; in the corners how far each seat is from home.
 */
#include "referee/board/board.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/svg.h"
#include "rules/chinese-checkers.h"

static const double checkers_step = 42, checkers_rise = 36.4, checkers_hole = 8,
		    checkers_peg = 16.5, checkers_width = 700, checkers_height = 668;

/* The tints of the points: the seats' colours, pale. */
static const char *const checkers_tints[SEATS_MAX] = {
	"#bcd9ec", "#f8deaa", "#b5e3d3", "#fbe6f1", "#fdfad4", "#cfc3e0"};

static const int checkers_neighbours[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};

static void checkers_size(const struct board_scene *scene, double *width, double *height)
{
	(void)scene;
	*width = checkers_width;
	*height = checkers_height;
}

/* A column runs up to the right. */
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

/* A triangle of three cells, round about the pegs that stand there. */
static void checkers_triangle(FILE *out, const char *colour, double wide, const int (*corners)[2])
{
	fprintf(out,
		"<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\" "
		"stroke-linejoin=\"round\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/>\n",
		colour, colour, wide, checkers_x(corners[0][0], corners[0][1]),
		checkers_y(corners[0][1]), checkers_x(corners[1][0], corners[1][1]),
		checkers_y(corners[1][1]), checkers_x(corners[2][0], corners[2][1]),
		checkers_y(corners[2][1]));
}

/* The colour of a point: of the seat that goes to the one opposite. */
static const char *checkers_tint(const struct setup *s, const struct checkers_view *v, int point)
{
	const uint64_t *opposite = v->star->points[(point + STAR_POINTS / 2) % STAR_POINTS];
	for (int seat = 1; seat <= s->seats; seat++)
		if (memcmp(v->goals[seat - 1], opposite, 2 * sizeof *opposite) == 0)
			return checkers_tints[seat - 1];
	return "#efe6d6";
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
	for (int edge = 0; edge < 2; edge++)
		for (int i = 0; i < 2; i++)
			checkers_triangle(out, edge == 0 ? "#b59b74" : SVG_WOOD,
				edge == 0 ? 51 : 47, star[i]);
	for (int i = 0; i < STAR_POINTS; i++)
		checkers_triangle(out, checkers_tint(s, v, i), 38, points[i]);
}

/* The line that begins at a cell in a direction, where one does. */
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
	fprintf(out, "M%.1f %.1fL%.1f %.1f", checkers_cell_x(star, cell),
		checkers_cell_y(star, cell), checkers_x(x, y), checkers_y(y));
}

static void checkers_holes(FILE *out, const struct star *star)
{
	fputs("<path stroke=\"#c9b592\" stroke-width=\"1.2\" d=\"", out);
	for (int cell = 0; cell < STAR_CELLS; cell++)
		for (int direction = 0; direction < 3; direction++)
			checkers_line(out, star, cell, direction);
	fputs("\"/>\n<g fill=\"#fffdf8\" stroke=\"#a08a66\">\n", out);
	for (int cell = 0; cell < STAR_CELLS; cell++)
		fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
			checkers_cell_x(star, cell), checkers_cell_y(star, cell), checkers_hole);
	fputs("</g>\n", out);
}

/* Rows are numbered at the left, a column's letter stands below its lowest cell. */
static void checkers_names(FILE *out, const struct star *star)
{
	char text[16];
	for (int y = -8; y <= 8; y++) {
		snprintf(text, sizeof text, "%d", y + 9);
		svg_text(out, 22, checkers_y(y) + 5, 13, SVG_MIDDLE, "fill=\"" SVG_GREY "\"", text);
	}
	for (int x = -8; x <= 8; x++) {
		int y = -8;
		while (star_cell(star, x, y) == STAR_NONE)
			y++;
		svg_text(out, checkers_x(x, y - 0.88), checkers_y(y - 0.88) + 5, 13, SVG_MIDDLE,
			"fill=\"" SVG_GREY "\"", (char[]){(char)('a' + x + 8), '\0'});
	}
}

/* --- the way of the last move ----------------------------------------------------------------- */

/* A way from cell to cell. */
struct checkers_way {
	int cells[STAR_CELLS];
	int count;
};

/* Where a jump in this direction lands, the peg of `from` being in the air; STAR_NONE: nowhere. */
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

/* A shortest way of jumps; none where it is a step. */
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

/* The way of the last move; false: there was none, or a pass. */
static bool checkers_last(const struct board_scene *scene, struct checkers_way *way)
{
	move m;
	if (scene->before == NULL ||
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

/* Jumps are bent, so that what stands on the peg below can be read. */
static void checkers_draw_hops(FILE *out, const struct star *star, const struct checkers_way *way)
{
	const double bend = 0.33;
	fprintf(out, "M%.1f %.1f", checkers_cell_x(star, way->cells[0]),
		checkers_cell_y(star, way->cells[0]));
	for (int i = 1; i < way->count; i++) {
		double x = checkers_cell_x(star, way->cells[i - 1]);
		double y = checkers_cell_y(star, way->cells[i - 1]);
		double to_x = checkers_cell_x(star, way->cells[i]);
		double to_y = checkers_cell_y(star, way->cells[i]);
		bool step = way->count == 2 && (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y) <
						       2 * checkers_step * checkers_step;
		if (step)
			fprintf(out, "L%.1f %.1f", to_x, to_y);
		else
			fprintf(out, "Q%.1f %.1f %.1f %.1f", (x + to_x) / 2 + bend * (to_y - y),
				(y + to_y) / 2 - bend * (to_x - x), to_x, to_y);
	}
}

static void checkers_draw_way(
	FILE *out, const struct star *star, const struct checkers_way *way, int seat)
{
	static const struct {
		const char *colour;
		double wide;
	} strokes[] = {{"#ffffff", 8.5}, {NULL, 4.5}};
	int from = way->cells[0];
	for (size_t pass = 0; pass < sizeof strokes / sizeof *strokes; pass++) {
		const char *colour = strokes[pass].colour;
		fprintf(out,
			"<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" "
			"stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"",
			colour != NULL ? colour : SVG_INK, strokes[pass].wide);
		checkers_draw_hops(out, star, way);
		fputs("\"/>\n", out);
	}
	for (int i = 1; i < way->count - 1; i++)
		fprintf(out,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\" fill=\"#fff\" "
			"stroke=\"" SVG_INK "\" stroke-width=\"2.5\"/>\n",
			checkers_cell_x(star, way->cells[i]), checkers_cell_y(star, way->cells[i]));
	fprintf(out,
		"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"10\" fill=\"#fff\" stroke=\"%s\" "
		"stroke-width=\"3.5\" stroke-dasharray=\"5 3\"/>\n",
		checkers_cell_x(star, from), checkers_cell_y(star, from), svg_seats[seat - 1].line);
}

/* --- the seats -------------------------------------------------------------------------------- */

static void checkers_tell_seat(
	FILE *out, const struct board_scene *scene, const struct checkers_view *v, int seat)
{
	const int half = (scene->setup->seats + 1) / 2;
	bool right = seat > half;
	double y = 18 + 27 * (right ? seat - half - 1 : seat - 1);
	char text[32];
	snprintf(text, sizeof text, "%u steps from home", v->steps[seat - 1]);
	if (v->home >> (seat - 1) & 1)
		snprintf(text, sizeof text, "is home");
	if (v->out >> (seat - 1) & 1)
		snprintf(text, sizeof text, "has left");
	svg_stone(out, seat, right ? checkers_width - 16 : 62, y - 5, 10);
	svg_text(out, right ? checkers_width - 32 : 78, y, 13, right ? SVG_END : SVG_START,
		"fill=\"" SVG_GREY "\"", text);
}

static void checkers_draw(FILE *out, const struct board_scene *scene)
{
	struct checkers_view v = checkers_view(scene->setup, scene->now);
	struct checkers_way way = {.count = 0};
	bool moved = checkers_last(scene, &way);
	checkers_ground(out, scene->setup, &v);
	checkers_holes(out, v.star);
	checkers_names(out, v.star);
	for (int cell = 0; cell < STAR_CELLS; cell++) {
		int seat = checkers_seat(scene->setup, &v, cell);
		if (seat > 0)
			svg_stone(out, seat, checkers_cell_x(v.star, cell),
				checkers_cell_y(v.star, cell), checkers_peg);
	}
	if (moved) {
		int to = way.cells[way.count - 1];
		double x = checkers_cell_x(v.star, to), y = checkers_cell_y(v.star, to);
		checkers_draw_way(out, v.star, &way, scene->mover);
		fprintf(out,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" "
			"stroke=\"" SVG_INK "\" stroke-width=\"3.5\"/>\n",
			x, y, checkers_peg + 2.5);
		svg_stone(out, scene->mover, x, y, checkers_peg);
	}
	for (int seat = 1; seat <= scene->setup->seats; seat++)
		checkers_tell_seat(out, scene, &v, seat);
}

const struct board board_chinese_checkers = {"chinese-checkers", checkers_size, checkers_draw};
