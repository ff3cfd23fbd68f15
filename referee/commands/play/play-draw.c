/*
 * play-draw.c - draws boards, seats, moves and results for a person.
 *
 * Games draw their boards as plain text, and the colours follow from the text. A seat's letter (or
 * its "p1" at the beginning of a line) has the seat's colour. Free cells and the names of rows and
 * columns are dim. Changes since the board before are in reverse.
 */
#include "referee/commands/play/play-draw.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAY_DRAW_WIDTH = 76, PLAY_DRAW_LINE = 200 };

/* Colours of the seats: blue, orange, green, pink, yellow, violet. They also differ in
 * lightness. With red-green colour blindness any two are 26 or more apart in CIE Lab (simulated
 * as in Vienot, Brettel and Mollon 1999). */
static const char *const play_draw_colours[SEATS_MAX] = {
	"38;5;39", "38;5;208", "38;5;29", "38;5;225", "38;5;227", "38;5;99"};

enum { PLAY_DRAW_PLAIN = -1, PLAY_DRAW_DIM = 0 }; /* else a seat */

struct play_draw_style {
	int seat; /* a seat, or one of the two above */
	bool mark;
};

enum play_draw_mode play_draw_mode(int fd)
{
	const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
	if (!isatty(fd))
		return PLAY_DRAW_TEXT;
	bool wanted = no_colour == NULL || *no_colour == '\0';
	bool able = terminal != NULL && strcmp(terminal, "dumb") != 0;
	return wanted && able ? PLAY_DRAW_COLOURS : PLAY_DRAW_MARKS;
}

/* Writes the terminal's escape sequence for style. */
static void play_draw_set(FILE *out, struct play_draw_style style)
{
	fputs("\033[0", out);
	if (style.seat == PLAY_DRAW_DIM && !style.mark)
		fputs(";2", out);
	if (style.seat > 0)
		fprintf(out, ";1;%s", play_draw_colours[style.seat - 1]);
	if (style.mark)
		fputs(";7", out);
	fputc('m', out);
}

/* The changed part of a line. If its length is the same: the characters that differ. Else: the
 * part between the common beginning and the common end. */
struct play_draw_change {
	const char *old;
	size_t old_length, same_begin, same_end;
	bool by_character;
};

static struct play_draw_change play_draw_compare(
	const char *line, size_t length, const char *old, size_t old_length)
{
	struct play_draw_change c = {
		.old = old, .old_length = old_length, .by_character = length == old_length};
	size_t shorter = length < old_length ? length : old_length;
	while (c.same_begin < shorter && line[c.same_begin] == old[c.same_begin])
		c.same_begin++;
	while (c.same_end < shorter - c.same_begin &&
		line[length - c.same_end - 1] == old[old_length - c.same_end - 1])
		c.same_end++;
	return c;
}

static bool play_draw_changed(
	const struct play_draw_change *c, const char *line, size_t length, size_t at)
{
	if (c->old == NULL || line[at] == ' ')
		return false;
	if (c->by_character)
		return line[at] != c->old[at];
	return at >= c->same_begin && at < length - c->same_end;
}

/* Returns the seat of this character. */
static int play_draw_seat_of(const struct setup *s, const char *line, size_t length, size_t at)
{
	const char *letters = s->rules->letters, *stone;
	bool named = length > 2 && line[0] == 'p' && isdigit((unsigned char)line[1]) &&
		     line[1] > '0' && line[1] <= '0' + s->seats && line[2] == ' ';
	if (at < 2 && named)
		return line[1] - '0';
	if (letters == NULL)
		return PLAY_DRAW_PLAIN;
	stone = strchr(letters, line[at]);
	return stone != NULL ? (int)(stone - letters) + 1 : PLAY_DRAW_DIM;
}

static void play_draw_line(FILE *out, const struct setup *s, const char *line, size_t length,
	const struct play_draw_change *change)
{
	struct play_draw_style last = {PLAY_DRAW_PLAIN, false};
	for (size_t at = 0; at < length; at++) {
		struct play_draw_style style = {play_draw_seat_of(s, line, length, at),
			play_draw_changed(change, line, length, at)};
		if (line[at] != ' ' && (style.seat != last.seat || style.mark != last.mark)) {
			play_draw_set(out, style);
			last = style;
		} else if (line[at] == ' ' && last.mark) {
			last.mark = false;
			play_draw_set(out, last);
		}
		fputc(line[at], out);
	}
	fputs("\033[0m", out);
}

/* Writes a line with marks at its changes. Brackets replace the blanks around a new stone. */
static void play_draw_marked(FILE *out, const struct setup *s, const char *line, size_t length,
	const struct play_draw_change *change)
{
	const char *letters = s->rules->letters;
	char marked[PLAY_DRAW_LINE + 2];
	bool any = false;
	length = length < PLAY_DRAW_LINE ? length : PLAY_DRAW_LINE;
	memcpy(marked, line, length);
	marked[length] = ' ';
	marked[length + 1] = '\0';
	for (size_t at = 0; at < length; at++) {
		if (!play_draw_changed(change, line, length, at))
			continue;
		any = true;
		bool stone = letters != NULL && strchr(letters, line[at]) != NULL;
		if (letters != NULL && !stone)
			marked[at] = '*';
		if (stone && at > 0 && marked[at - 1] == ' ')
			marked[at - 1] = '(';
		if (stone && marked[at + 1] == ' ')
			marked[at + 1] = ')';
	}
	if (marked[length] == ' ')
		marked[length] = '\0';
	fputs(marked, out);
	fputs(any && letters == NULL ? "  <" : "", out);
}

void play_draw_board(FILE *out, enum play_draw_mode mode, const struct setup *s,
	const struct position *now, const struct position *before)
{
	char text[BOARD_TEXT], old[BOARD_TEXT] = "";
	const char *was = old;
	s->rules->board(s, now, text);
	if (before != NULL)
		s->rules->board(s, before, old);
	for (const char *line = text; *line != '\0';) {
		size_t length = strcspn(line, "\n"), old_length = strcspn(was, "\n");
		struct play_draw_change change = {NULL, 0, 0, 0, false};
		if (before != NULL)
			change = play_draw_compare(line, length, was, old_length);
		fputs("  ", out);
		if (mode == PLAY_DRAW_COLOURS)
			play_draw_line(out, s, line, length, &change);
		else if (mode == PLAY_DRAW_MARKS)
			play_draw_marked(out, s, line, length, &change);
		else
			fwrite(line, 1, length, out);
		fputc('\n', out);
		line += length + (line[length] == '\n');
		was += old_length + (was[old_length] == '\n');
	}
}

void play_draw_seat(FILE *out, bool colour, const struct setup *s, int seat)
{
	const char *letters = s->rules->letters;
	if (colour)
		play_draw_set(out, (struct play_draw_style){seat, false});
	fprintf(out, "seat %d", seat);
	if (letters != NULL)
		fprintf(out, " (%c)", letters[seat - 1]);
	if (colour)
		fputs("\033[0m", out);
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
		play_draw_seat(out, colour, s, seat);
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
