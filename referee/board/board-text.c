/*
 * board-text.c - any game as the text that its rules write, for games without a description.
 */
#include <string.h>

#include "referee/board/board.h"

enum { TEXT_SPARE = 2 /* lines in addition to those of the first position */ };

static const double text_size = 15, text_line = 20, text_letter = 9.2;

static void text_draw(struct board *b, FILE *ground, const struct position *start)
{
	char board[BOARD_TEXT];
	size_t longest = 24, lines = TEXT_SPARE;
	board_setup(b)->rules->board(board_setup(b), start, board);
	for (const char *line = board; *line != '\0'; lines++) {
		size_t length = strcspn(line, "\n");
		longest = length > longest ? length : longest;
		line += length + (line[length] == '\n');
	}
	board_set_size(b, (double)longest * text_letter + 24, (double)lines * text_line + 24);
	fprintf(ground, "<rect class=\"heap\" width=\"%g\" height=\"%g\" rx=\"6\"/>\n",
		board_width(b), board_height(b));
	for (size_t i = 0; i < lines; i++)
		board_add_text(b, 12, 12 + text_size + (double)i * text_line, text_size, SVG_START,
			"class=\"mono\" xml:space=\"preserve\"", "");
}

static void text_fill(struct board *b, const struct board_scene *scene)
{
	char board[BOARD_TEXT], *rest = board;
	int lines = (int)((board_height(b) - 24) / text_line + 0.5);
	scene->setup->rules->board(scene->setup, scene->now, board);
	for (int i = 0; i < lines; i++) {
		char *line = strsep(&rest, "\n");
		board_set(b, i, line != NULL ? line : "");
	}
}

const struct board_kind board_text = {
	.game = "", .radius = 15, .draw = text_draw, .fill = text_fill};
