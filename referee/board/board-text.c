/*
 * board-text.c - any game, as its board is written: for games that have no picture of their own.
 */
#include "referee/board/board.h"

#include <string.h>

#include "referee/board/svg.h"

static const double text_size = 15, text_line = 20, text_letter = 9.2;

static void text_room(const struct board_scene *scene, double *width, double *height)
{
	char board[BOARD_TEXT];
	size_t longest = 0, lines = 0;
	scene->setup->rules->board(scene->setup, scene->now, board);
	for (const char *line = board; *line != '\0'; lines++) {
		size_t length = strcspn(line, "\n");
		longest = length > longest ? length : longest;
		line += length + (line[length] == '\n');
	}
	*width = (double)longest * text_letter + 24;
	*height = (double)lines * text_line + 24;
}

static void text_draw(FILE *out, const struct board_scene *scene)
{
	char board[BOARD_TEXT], *rest = board, *line;
	double width, height, y = 12 + text_size;
	text_room(scene, &width, &height);
	scene->setup->rules->board(scene->setup, scene->now, board);
	fprintf(out,
		"<rect width=\"%.1f\" height=\"%.1f\" rx=\"6\" fill=\"#f4f6f8\" stroke=\"" SVG_PALE
		"\"/>\n",
		width, height);
	for (; (line = strsep(&rest, "\n")) != NULL; y += text_line)
		if (*line != '\0')
			svg_text(out, 12, y, text_size, SVG_START,
				"font-family=\"monospace\" xml:space=\"preserve\"", line);
}

const struct board board_text = {"", text_room, text_draw};
