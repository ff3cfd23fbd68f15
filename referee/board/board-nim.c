/*
 * board-nim.c - nim: heaps of matches.
 */
#include "referee/board/board-kind.h"

#include "base/html-print.h"

static void nim_pieces(FILE *out)
{
	static const char *const looks[] = {"match", "gone"};
	for (int i = 0; i < 2; i++)
		html_print(out,
			"<g id=\"p-%c\" class=\"match %s\">"
			"<rect x=\"-2.5\" width=\"5\" height=\"34\" rx=\"1.5\"/>"
			"<ellipse cy=\"1\" rx=\"4.6\" ry=\"6.4\"/></g>\n",
			looks[i][0], looks[i]);
}

const struct board_description board_nim = {
	.game = "nim", .kind = &board_kind_heaps, .radius = 15, .pieces = nim_pieces};
