/*
 * play-draw.c - draws moves and results for a person.
 */
#include "referee/terminal/play-draw.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAY_DRAW_WIDTH = 76 };

enum board_terminal_mode play_draw_mode(int fd)
{
	const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
	if (!isatty(fd))
		return BOARD_TERMINAL_TEXT;
	bool wanted = no_colour == NULL || *no_colour == '\0';
	bool able = terminal != NULL && strcmp(terminal, "dumb") != 0;
	return wanted && able ? BOARD_TERMINAL_COLOURS : BOARD_TERMINAL_MARKS;
}

void play_draw_moves(
	FILE *out, const struct setup *s, const struct position *p, int max, const char *indent)
{
	static move moves[MOVES_MAX];
	char text[MOVE_TEXT];
	int count = s->rules->moves(s, p, moves), column = (int)strlen(indent);
	fputs(indent, out);
	for (int i = 0; i < count && i < max; i++) {
		int length = s->rules->move_text(s, p, moves[i], text);
		if (i > 0 && column + length + 1 > PLAY_DRAW_WIDTH) {
			fprintf(out, "\n%s", indent);
			column = (int)strlen(indent);
		} else if (i > 0) {
			fputc(' ', out);
			column++;
		}
		fputs(text, out);
		column += length;
	}
	if (count > max)
		fputs(" ...", out);
}

/* Writes the seats of this place, after a text if there are any. */
static bool play_draw_place(FILE *out, bool colour, const struct setup *s, const int *ranks,
	int place, const char *before)
{
	const char *between = before;
	for (int seat = 1; seat <= s->seats; seat++) {
		if (ranks[seat - 1] != place)
			continue;
		fputs(between, out);
		board_terminal_seat(out, colour, s, seat);
		between = ", ";
	}
	return between != before;
}

void play_draw_result(
	FILE *out, bool colour, const struct setup *s, const struct position *p, const int *ranks)
{
	int64_t scores[SEATS_MAX];
	char before[16];
	if (s->seats == 2 && ranks[0] == ranks[1])
		fputs("a draw", out);
	else if (s->seats == 2 && play_draw_place(out, colour, s, ranks, 1, ""))
		fputs(" wins", out);
	for (int place = 1; place <= s->seats && s->seats > 2; place++) {
		snprintf(before, sizeof before, "%s%d. ", place > 1 ? "; " : "", place);
		play_draw_place(out, colour, s, ranks, place, before);
	}
	s->rules->scores(s, p, scores);
	for (int i = 0; i < s->seats && s->rules->scored; i++)
		fprintf(out, "%s%lld", i > 0 ? " : " : ", ", (long long)scores[i]);
	fputc('\n', out);
}
