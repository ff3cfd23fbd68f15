/*
 * board-nim.c - nim: heaps as rows of matches; the last move's matches are outlines.
 */
#include "referee/board/board.h"
#include "rules/nim.h"

enum { NIM_SHOWN = 40 }; /* maximum matches drawn of a heap; the number tells the rest */

static const double nim_row = 60, nim_step = 15, nim_left = 46;

/* Matches drawn of the largest heap. Each heap has this many cells, then its number. */
static int nim_columns(const struct nim_view *v)
{
	int columns = 12;
	for (int i = 0; i < v->count; i++)
		columns = v->heaps[i] > columns ? v->heaps[i] : columns;
	return columns < NIM_SHOWN ? columns : NIM_SHOWN;
}

static void nim_pieces(FILE *out)
{
	static const char *const looks[] = {"match", "gone"};
	for (int i = 0; i < 2; i++)
		fprintf(out,
			"<g id=\"p-%c\" class=\"match %s\"><rect x=\"-2.5\" width=\"5\" "
			"height=\"34\" rx=\"1.5\"/><ellipse cy=\"1\" rx=\"4.6\" ry=\"6.4\"/></g>\n",
			looks[i][0], looks[i]);
}

static void nim_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct nim_view v = nim_view(board_setup(b), start);
	int columns = nim_columns(&v);
	board_set_size(b, columns * nim_step + 116, v.count * nim_row + 8);
	for (int heap = 0; heap < v.count; heap++) {
		char name[2] = {(char)('a' + heap), '\0'};
		double y = heap * nim_row + 8;
		fprintf(ground,
			"<rect class=\"heap\" x=\"32\" y=\"%g\" width=\"%g\" height=\"54\" "
			"rx=\"10\"/>\n",
			y - 3, columns * nim_step + 22);
		svg_text(ground, 16, y + 30, 18, SVG_MIDDLE, "class=\"soft\"", name);
		for (int i = 0; i < columns; i++)
			board_add_piece(b, nim_left + (i + 0.5) * nim_step, y + 8, NULL);
		board_add_text(
			b, columns * nim_step + 68, y + 31, 19, SVG_START, "class=\"ink\"", name);
	}
}

static void nim_fill(struct board *b, const struct board_scene *scene)
{
	struct nim_view v = nim_view(scene->setup, scene->now), old = v;
	int cell = 0;
	if (scene->before != NULL)
		old = nim_view(scene->setup, scene->before);
	int cells = (int)((board_width(b) - 116) / nim_step + 0.5);
	for (int heap = 0; heap < v.count; heap++) {
		/* If not all matches fit, the removed ones are still visible. */
		int was = old.heaps[heap], shown = was < cells ? was : cells;
		int here = shown - (was - v.heaps[heap]);
		for (int i = 0; i < cells; i++, cell++)
			board_set(b, cell, i < here ? "m" : i < shown ? "g" : "");
		board_print(b, cell++, was > cells ? "… %d" : "%d", v.heaps[heap]);
	}
}

const struct board_kind board_nim = {
	.game = "nim", .radius = 15, .pieces = nim_pieces, .draw = nim_draw, .fill = nim_fill};
