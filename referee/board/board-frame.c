/*
 * board-frame.c - the kind for games whose position strings have no even rows: the lines that the
 * rules draw, else the position string, in a frame.
 */
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/html-print.h"
#include "base/memory.h"
#include "referee/board/board-kind.h"

enum {
	FRAME_COLUMNS = 64,
	FRAME_LINES = 64, /* at most */
	FRAME_SPARE = 2	  /* lines in addition to those of the first position */
};

static const double frame_size = 15, frame_line = 20, frame_letter = 9.2;

/* The text of a position; to be freed. */
static char *frame_text(const struct setup *s, const struct position *p)
{
	char text[BOARD_TEXT];
	if (s->rules->board != NULL)
		s->rules->board(s, p, text);
	else
		s->rules->write(s, p, text);
	return escape_text(text, true);
}

/* The bytes of text that fit in a line: whole characters. */
static int frame_fit(const char *text)
{
	int length = (int)strcspn(text, "\n");
	if (length <= FRAME_COLUMNS)
		return length;
	for (length = FRAME_COLUMNS; length > 1 && ((unsigned char)text[length] & 0xc0) == 0x80;)
		length--;
	return length;
}

/* Takes a line; false: there is none. */
static bool frame_next(const char **at, const char **line, int *length)
{
	*line = *at;
	*length = frame_fit(*at);
	*at += *length + ((*at)[*length] == '\n');
	return *at > *line;
}

static void frame_draw(struct board *b, FILE *ground, const struct position *start)
{
	char *text = frame_text(board_setup(b), start);
	const char *at = text, *line;
	int *lines = memory_get(1, sizeof *lines), length, longest = FRAME_COLUMNS / 2;
	while (*lines < FRAME_LINES && frame_next(&at, &line, &length)) {
		++*lines;
		longest = length > longest ? length : longest;
	}
	*lines += FRAME_SPARE;
	board_set_layout(b, lines);
	board_set_size(b, longest * frame_letter + 24, *lines * frame_line + 24);
	html_print(ground, "<rect class=\"heap\" width=\"%g\" height=\"%g\" rx=\"6\"/>\n",
		board_width(b), board_height(b));
	for (int i = 0; i < *lines; i++)
		board_add_text(b,
			(struct board_place){
				.x = 12, .y = 12 + frame_size + i * frame_line, .line = i},
			frame_size, SVG_START, "class=\"mono\" xml:space=\"preserve\"", "");
	free(text);
}

static void frame_fill(struct board *b, const struct board_scene *scene)
{
	char *text = frame_text(scene->setup, scene->now);
	const char *at = text, *line;
	const int *lines = board_layout(b);
	int length;
	for (int i = 0; i < *lines; i++) {
		bool any = frame_next(&at, &line, &length);
		bool cut = any && i == *lines - 1 && *at != '\0';
		board_print(b, i, "%.*s%s", length, line, cut ? "…" : "");
	}
	free(text);
}

const struct board_kind board_kind_frame = {.draw = frame_draw, .fill = frame_fill};
