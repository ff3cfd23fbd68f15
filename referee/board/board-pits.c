/*
 * board-pits.c - the kind for two rows of pits with a store at each end: the numbers of a position
 * string such as `4.4.4.4.4.4.0/4.4.4.4.4.4.0`, each seat's pits from its left, then its store.
 *
 * The second seat sits above, so its pits run from right to left. Cells: for each pit of a seat and
 * its store the seeds, then their number; the same for the second seat; then the mark of the pit
 * that the last move emptied.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/html-print.h"
#include "referee/board/board-kind.h"

enum { PITS_MAX = 26, PITS_SHOWN = 24 /* seeds drawn; the number tells the rest */ };

static const double pits_step = 84, pits_left = 120, pits_radius = 34, pits_top = 110,
		    pits_bottom = 202, pits_height = 314;

struct pits {
	int pits; /* of a seat, without its store */
	long seeds[2][PITS_MAX + 1];
};

static void pits_read(const struct setup *s, const struct position *p, struct pits *pits)
{
	char text[POSITION_TEXT], *rest = text, *row, *word;
	s->rules->write(s, p, text);
	text[strcspn(text, " ")] = '\0';
	*pits = (struct pits){0};
	for (int seat = 0; seat < 2 && (row = strsep(&rest, "/")) != NULL; seat++) {
		int count = 0;
		while ((word = strsep(&row, ".")) != NULL && count <= PITS_MAX)
			pits->seeds[seat][count++] = strtol(word, NULL, 10);
		pits->pits = count - 1;
	}
}

/* The first cell of a pit; that of the store is the last. */
static int pits_cell(int pits, int seat, int pit)
{
	return 2 * ((seat - 1) * (pits + 1) + pit);
}

/* Heaps of seeds: a spiral that fills a circle evenly (Vogel 1979). */
void board_seeds(FILE *out)
{
	const double turn = 2.39996; /* the golden angle */
	for (int heap = 0; heap <= PITS_SHOWN; heap++) {
		html_print(out, "<g id=\"p-s%d\" class=\"seeds\">", heap);
		for (int i = 0; i < heap; i++)
			html_print(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.6\"/>",
				6.2 * sqrt(i + 0.3) * cos(i * turn),
				6.2 * sqrt(i + 0.3) * sin(i * turn));
		html_print(out, "</g>\n");
	}
	html_print(out, "<circle id=\"p-e\" class=\"last\" r=\"%g\"/>\n", pits_radius + 3);
}

/* --- placing ---------------------------------------------------------------------------------- */

/* Where a pit is; the terminal's number ends before its column. */
static struct board_place pits_place(int pits, int seat, int pit)
{
	int column = seat == 1 ? pit : pits - 1 - pit;
	return (struct board_place){pits_left + (column + 0.5) * pits_step,
		seat == 1 ? pits_bottom : pits_top, seat == 1 ? 3 : 1, 12 + 4 * column, true};
}

static struct board_place pits_store(int pits, int seat)
{
	return (struct board_place){seat == 1 ? pits_left + pits * pits_step + 52 : pits_left - 52,
		(pits_top + pits_bottom) / 2, 2, seat == 1 ? 12 + 4 * pits : 8, true};
}

static void pits_add(struct board *b, struct board_place at, double number_y, const char *name)
{
	struct board_place piece = {at.x, at.y, -1, 0, false};
	board_add_piece(b, piece, NULL);
	at.y = number_y;
	board_add_text(b, at, 20, SVG_MIDDLE, "class=\"strong\"", name);
}

static void pits_draw_pit(struct board *b, FILE *ground, int pits, int seat, int pit)
{
	struct board_place at = pits_place(pits, seat, pit), label = at;
	char name[32];
	snprintf(name, sizeof name, "Pits of seat %d", seat);
	html_print(ground, "<circle class=\"hollow\" cx=\"%g\" cy=\"%g\" r=\"%g\"/>\n", at.x, at.y,
		pits_radius);
	pits_add(b, at, seat == 1 ? pits_bottom + 66 : pits_top - 51, name);
	label.y = seat == 1 ? pits_bottom + 92 : pits_top - 82;
	label.line = seat == 1 ? 4 : 0;
	board_label(b, ground, label, 16, SVG_MIDDLE, "class=\"soft\"",
		(char[]){(char)('a' + pit), '\0'});
}

static void pits_draw_store(struct board *b, FILE *ground, int pits, int seat)
{
	struct board_place at = pits_store(pits, seat);
	char name[32];
	snprintf(name, sizeof name, "Store of seat %d", seat);
	html_print(ground,
		"<rect class=\"hollow\" x=\"%g\" y=\"%g\" width=\"68\" height=\"%g\" rx=\"32\"/>\n",
		at.x - 34, pits_top - 34, pits_bottom - pits_top + 68);
	pits_add(b, at, seat == 1 ? pits_bottom + 66 : pits_top - 51, name);
	board_owner(b, ground,
		(struct board_place){at.x, seat == 1 ? pits_bottom + 87 : pits_top - 88,
			seat == 1 ? 4 : 0, 0, false},
		12, seat);
}

static void pits_draw(struct board *b, FILE *ground, const struct position *start)
{
	struct pits pits;
	int *layout = memory_get(1, sizeof *layout);
	pits_read(board_setup(b), start, &pits);
	*layout = pits.pits;
	board_set_layout(b, layout);
	board_set_size(b, 2 * pits_left + pits.pits * pits_step, pits_height);
	html_print(ground,
		"<rect class=\"wood\" x=\"24\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"46\"/>\n",
		pits_top - 42, board_width(b) - 48, pits_bottom - pits_top + 84);
	for (int seat = 1; seat <= 2; seat++) {
		for (int pit = 0; pit < pits.pits; pit++)
			pits_draw_pit(b, ground, pits.pits, seat, pit);
		pits_draw_store(b, ground, pits.pits, seat);
	}
	board_add_float(b);
}

/* --- contents --------------------------------------------------------------------------------- */

static int pits_chosen(const struct board *b, const char *text, int seat)
{
	const int *pits = board_layout(b);
	int pit = text[0] - 'a';
	return text[1] == '\0' && pit >= 0 && pit < *pits ? pits_cell(*pits, seat, pit) : -1;
}

static void pits_fill(struct board *b, const struct board_scene *scene)
{
	struct pits pits;
	const int *count = board_layout(b);
	int mark = pits_cell(*count, 3, 0);
	pits_read(scene->setup, scene->now, &pits);
	for (int seat = 1; seat <= 2; seat++)
		for (int pit = 0; pit <= *count; pit++) {
			int cell = pits_cell(*count, seat, pit);
			long seeds = pits.seeds[seat - 1][pit];
			board_print(b, cell, "s%ld", seeds < PITS_SHOWN ? seeds : PITS_SHOWN);
			board_print(b, cell + 1, "%ld", seeds);
		}
	int chosen = scene->move != NULL ? pits_chosen(b, scene->move, scene->mover) : -1;
	board_set(b, mark, "");
	if (chosen >= 0)
		board_float(b, mark, chosen, "e");
}

const struct board_kind board_kind_pits = {
	.draw = pits_draw, .fill = pits_fill, .chosen = pits_chosen};
