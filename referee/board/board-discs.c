/*
 * board-discs.c - discs of two seats without marks, for games of black and white: lightness tells
 * them apart. The last one has a dot.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

void board_discs(FILE *out, double radius)
{
	for (int seat = 1; seat <= 2; seat++)
		html_print(out,
			"<g id=\"p-%d\" class=\"stone seat-%d\"><circle r=\"%g\"/></g>\n"
			"<g id=\"p-%dw\"><use href=\"#p-%d\"/>"
			"<circle class=\"won\" r=\"%g\"/></g>\n",
			seat, seat, radius, seat, seat, radius * 0.55);
	html_print(out, "<circle id=\"p-l\" class=\"last-dot\" r=\"%g\"/>\n", radius * 0.25);
}
