/*
 * board-frame.c - the kind for position strings without rows: the string in a frame, in lines.
 */
#include <string.h>

#include "referee/base/memory.h"
#include "referee/board/board-kind.h"

enum { FRAME_COLUMNS = 64, FRAME_SPARE = 2 /* lines in addition to those of the first position */ };

static const double frame_size = 15, frame_line = 20, frame_letter = 9.2;

static void frame_draw(struct board *b, FILE *ground, const struct position *start)
{
	char text[POSITION_TEXT];
	int *lines = memory_get(1, sizeof *lines);
	board_setup(b)->rules->write(board_setup(b), start, text);
	*lines = (int)strlen(text) / FRAME_COLUMNS + 1 + FRAME_SPARE;
	board_set_layout(b, lines);
	board_set_size(b, FRAME_COLUMNS * frame_letter + 24, *lines * frame_line + 24);
	fprintf(ground, "<rect class=\"heap\" width=\"%g\" height=\"%g\" rx=\"6\"/>\n",
		board_width(b), board_height(b));
	for (int i = 0; i < *lines; i++)
		board_add_text(b,
			(struct board_place){
				.x = 12, .y = 12 + frame_size + i * frame_line, .line = i},
			frame_size, SVG_START, "class=\"mono\" xml:space=\"preserve\"", "");
}

/* The bytes of text that fit in a line: whole characters. */
static int frame_fit(const char *text)
{
	int length = (int)strlen(text);
	if (length <= FRAME_COLUMNS)
		return length;
	for (length = FRAME_COLUMNS; length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80;)
		length--;
	return length;
}

static void frame_fill(struct board *b, const struct board_scene *scene)
{
	char text[POSITION_TEXT];
	const char *at = text;
	const int *lines = board_layout(b);
	scene->setup->rules->write(scene->setup, scene->now, text);
	for (int i = 0; i < *lines; i++) {
		int length = frame_fit(at);
		bool cut = i == *lines - 1 && at[length] != '\0';
		board_print(b, i, "%.*s%s", length, at, cut ? "…" : "");
		at += length;
	}
}

const struct board_kind board_kind_frame = {.draw = frame_draw, .fill = frame_fill};
