/*
 * board-heaps.c - the kind for heaps as rows of matches: the numbers at the begin of a position
 * string, separated by /. The last move's matches are outlines.
 *
 * Cells: for each heap its matches, then their number.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/html-print.h"
#include "referee/board/board-kind.h"

enum {
	HEAPS_MAX = 26,
	HEAPS_LEAST = 12, /* places for matches in a row */
	HEAPS_SHOWN = 40  /* maximum matches drawn of a heap; the number tells the rest */
};

static const double heaps_row = 60, heaps_step = 15, heaps_left = 46;

struct heaps {
	int count;
	long heaps[HEAPS_MAX];
};

static void heaps_read(const struct setup *s, const struct position *p, struct heaps *h)
{
	char text[POSITION_TEXT], *rest = text, *word;
	s->rules->write(s, p, text);
	text[strcspn(text, " ")] = '\0';
	h->count = 0;
	while ((word = strsep(&rest, "/")) != NULL && h->count < HEAPS_MAX)
		h->heaps[h->count++] = strtol(word, NULL, 10);
}

static void heaps_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct heaps h;
	heaps_read(board_setup(b), start, &h);
	long most = 0;
	for (int i = 0; i < h.count; i++)
		most = h.heaps[i] > most ? h.heaps[i] : most;
	int *shown = memory_get(1, sizeof *shown), digits = snprintf(NULL, 0, "%ld", most);
	*shown = most < HEAPS_LEAST ? HEAPS_LEAST : most < HEAPS_SHOWN ? (int)most : HEAPS_SHOWN;
	board_set_layout(b, shown);
	board_set_size(b, *shown * heaps_step + 116, h.count * heaps_row + 8);
	for (int heap = 0; heap < h.count; heap++) {
		char name[2] = {(char)('a' + heap), '\0'};
		double y = heap * heaps_row + 8;
		html_print(ground,
			"<rect class=\"heap\" x=\"32\" y=\"%g\" width=\"%g\" height=\"54\" "
			"rx=\"10\"/>\n",
			y - 3, *shown * heaps_step + 22);
		board_label(b, ground, (struct board_place){16, y + 30, heap, 0, false}, 18,
			SVG_MIDDLE, "class=\"soft\"", name);
		for (int i = 0; i < *shown; i++)
			board_add_piece(b,
				(struct board_place){heaps_left + (i + 0.5) * heaps_step, y + 8,
					heap, digits + 4 + i, false},
				NULL);
		board_add_text(b,
			(struct board_place){
				*shown * heaps_step + 68, y + 31, heap, 2 + digits, true},
			19, SVG_START, "class=\"ink\"", name);
	}
}

static void heaps_fill(struct board *b, const struct board_scene *scene)
{
	struct heaps h, old;
	const int *cells = board_layout(b);
	int cell = 0;
	heaps_read(scene->setup, scene->now, &h);
	heaps_read(scene->setup, scene->before != NULL ? scene->before : scene->now, &old);
	for (int heap = 0; heap < h.count; heap++) {
		/* If not all matches fit, the removed ones are still visible. */
		long was = old.heaps[heap], shown = was < *cells ? was : *cells;
		long here = shown - (was - h.heaps[heap]);
		for (int i = 0; i < *cells; i++, cell++)
			board_set(b, cell, i < here ? "m" : i < shown ? "g" : "");
		board_print(b, cell++, was > *cells ? "… %ld" : "%ld", h.heaps[heap]);
	}
}

const struct board_kind board_kind_heaps = {.draw = heaps_draw, .fill = heaps_fill};
