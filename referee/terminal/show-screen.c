/*
 * show-screen.c - the screen of a replay: the title, the board and the players (side by side or
 * stacked), the last turn, the keys. A key of the terminal sends a byte, or a sequence that begins
 * with ESC (ECMA-48: ESC [ parameters final; in application mode ESC O final).
 */
#include "referee/terminal/show-screen.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "referee/game/score.h"

enum { SHOW_TEN = 10, SHOW_SIDE = 36, SHOW_GAP = 3 };

/* --- the bytes of keys ---------------------------------------------------------------------- */

struct show_keys_row {
	unsigned char byte;
	enum show_key key;
};

/* clang-format off */
static const struct show_keys_row show_keys_plain[] = {
	{'l', SHOW_KEY_ON}, {' ', SHOW_KEY_ON}, {'n', SHOW_KEY_ON},
	{'h', SHOW_KEY_BACK}, {'p', SHOW_KEY_BACK},
	{'j', SHOW_KEY_TEN_ON}, {'k', SHOW_KEY_TEN_BACK},
	{'g', SHOW_KEY_FIRST}, {'G', SHOW_KEY_LAST},
	{'\b', SHOW_KEY_ERASE}, {0x7f, SHOW_KEY_ERASE},
	{'\r', SHOW_KEY_ENTER}, {'\n', SHOW_KEY_ENTER}, {'?', SHOW_KEY_HELP},
	{'q', SHOW_KEY_QUIT}, {'Q', SHOW_KEY_QUIT}, {4 /* Ctrl-D */, SHOW_KEY_QUIT},
}, show_keys_finals[] = {
	{'A', SHOW_KEY_TEN_BACK}, {'B', SHOW_KEY_TEN_ON}, {'C', SHOW_KEY_ON},
	{'D', SHOW_KEY_BACK}, {'H', SHOW_KEY_FIRST}, {'F', SHOW_KEY_LAST},
}, show_keys_numbers[] = { /* ESC [ number ~ */
	{1, SHOW_KEY_FIRST}, {7, SHOW_KEY_FIRST}, {4, SHOW_KEY_LAST}, {8, SHOW_KEY_LAST},
	{5, SHOW_KEY_TEN_BACK}, {6, SHOW_KEY_TEN_ON},
};
/* clang-format on */

static enum show_key show_keys_find(
	const struct show_keys_row *rows, size_t size, unsigned char byte)
{
	for (size_t i = 0; i < size / sizeof *rows; i++)
		if (rows[i].byte == byte)
			return rows[i].key;
	return SHOW_KEY_NONE;
}

/* Parameter bytes begin at 0x30, intermediate bytes at 0x20, final bytes at 0x40. */
static enum show_key show_keys_take_csi(struct show_keys *keys, unsigned char byte)
{
	if (byte >= '0' && byte <= '9' && keys->parameters == 0 && keys->number < 100)
		keys->number = 10 * keys->number + byte - '0';
	if (byte == ';')
		keys->parameters++;
	if (byte >= 0x20 && byte < 0x40)
		return SHOW_KEY_NONE;
	keys->state = SHOW_KEYS_PLAIN;
	if (byte == '~')
		return show_keys_find(
			show_keys_numbers, sizeof show_keys_numbers, (unsigned char)keys->number);
	return show_keys_find(show_keys_finals, sizeof show_keys_finals, byte);
}

enum show_key show_keys_take(struct show_keys *keys, unsigned char byte)
{
	if (byte == 0x1b) {
		*keys = (struct show_keys){.state = SHOW_KEYS_ESCAPE};
		return SHOW_KEY_NONE;
	}
	switch (keys->state) {
	case SHOW_KEYS_PLAIN:
		break;
	case SHOW_KEYS_ESCAPE:
		keys->state = byte == '['   ? SHOW_KEYS_CSI
			      : byte == 'O' ? SHOW_KEYS_SS3
					    : SHOW_KEYS_PLAIN;
		if (keys->state != SHOW_KEYS_PLAIN)
			return SHOW_KEY_NONE;
		break; /* ESC was a separate key */
	case SHOW_KEYS_CSI:
		return show_keys_take_csi(keys, byte);
	case SHOW_KEYS_SS3:
		keys->state = SHOW_KEYS_PLAIN;
		return show_keys_find(show_keys_finals, sizeof show_keys_finals, byte);
	}
	if (byte >= '0' && byte <= '9')
		return (enum show_key)(SHOW_KEY_DIGIT + byte - '0');
	return show_keys_find(show_keys_plain, sizeof show_keys_plain, byte);
}

/* --- the effect of keys --------------------------------------------------------------------- */

static void show_screen_go(struct show_screen *s, int count)
{
	s->count = count < 0 ? 0 : count > s->moves->count ? s->moves->count : count;
}

void show_screen_key(struct show_screen *s, enum show_key key)
{
	static const int steps[SHOW_KEYS] = {
		[SHOW_KEY_ON] = 1,
		[SHOW_KEY_BACK] = -1,
		[SHOW_KEY_ERASE] = -1,
		[SHOW_KEY_TEN_ON] = SHOW_TEN,
		[SHOW_KEY_TEN_BACK] = -SHOW_TEN,
	};
	size_t typed = strlen(s->typed);
	if (key == SHOW_KEY_NONE)
		return;
	s->help = key == SHOW_KEY_HELP && !s->help;
	s->quit = key == SHOW_KEY_QUIT;
	if (key >= SHOW_KEY_DIGIT) {
		if (typed + 1 < sizeof s->typed) {
			s->typed[typed] = (char)('0' + key - SHOW_KEY_DIGIT);
			s->typed[typed + 1] = '\0';
		}
	} else if (key == SHOW_KEY_ERASE && typed > 0) {
		s->typed[typed - 1] = '\0';
	} else if (key == SHOW_KEY_ENTER) {
		int plies = move_list_plies(s->moves, s->moves->count), ply = atoi(s->typed);
		if (typed > 0)
			show_screen_go(s, move_list_turns(s->moves, ply > plies ? plies : ply));
		s->typed[0] = '\0';
	} else {
		s->typed[0] = '\0';
		show_screen_go(s, key == SHOW_KEY_FIRST	 ? 0
				  : key == SHOW_KEY_LAST ? s->moves->count
							 : s->count + steps[key]);
	}
}

/* --- parts of the screen, each of several lines --------------------------------------------- */

void show_screen_time(FILE *out, int64_t usecs)
{
	if (usecs < MILLISECOND)
		fprintf(out, "%lld us", (long long)usecs);
	else if (usecs < SECOND)
		fprintf(out, "%.1f ms", (double)usecs / MILLISECOND);
	else
		fprintf(out, "%.2f s", (double)usecs / SECOND);
}

/* Writes the board. Returns the position in now. */
static void show_screen_board(
	FILE *out, const struct show_screen *s, enum board_terminal_mode mode, struct game *now)
{
	static const struct limits none;
	struct game *before = memory_get(1, sizeof *before);
	struct error err;
	struct board_scene scene = {.setup = s->moves->setup, .now = &now->position};
	if (s->count > 0 && move_list_replay(s->moves, s->count - 1, &none, before, &err)) {
		const struct move_list_turn *turn = &s->moves->turns[s->count - 1];
		scene.before = &before->position;
		scene.move = turn->verdict == VERDICT_OK ? turn->move : NULL;
		scene.mover = turn->seat;
	}
	if (move_list_replay(s->moves, s->count, &none, now, &err))
		board_terminal(out, mode, &scene, "  ");
	else
		fprintf(out, "%s\n", err.text);
	free(before);
}

/* Writes a plain number; and a score as score.h writes it. */
static void show_screen_number(FILE *out, int64_t number)
{
	fprintf(out, "%lld", (long long)number);
}

static void show_screen_score(FILE *out, int64_t score)
{
	char text[SCORE_TEXT];
	score_write(score, text);
	fputs(text, out);
}

void show_screen_numbers(
	FILE *out, const struct move_numbers *numbers, const char *order, const char *before)
{
	static const struct {
		char letter;
		const char *name;
		void (*write)(FILE *out, int64_t number);
	} rows[MOVE_NUMBERS] = {{'w', "in", show_screen_time}, {'c', "cpu", show_screen_time},
		{'q', "waited", show_screen_time}, {'d', "depth", show_screen_number},
		{'s', "score", show_screen_score}, {'n', "nodes", show_screen_number}};
	for (; *order != '\0'; order++)
		for (int i = 0; i < MOVE_NUMBERS; i++) {
			int64_t number = move_number(numbers, i);
			if (rows[i].letter != *order || number == UNKNOWN)
				continue;
			fprintf(out, "%s%s ", before, rows[i].name);
			rows[i].write(out, number);
			before = ", ";
		}
}

/* Describes the last turn. */
static void show_screen_turn(FILE *out, const struct show_screen *s, bool colour)
{
	if (s->count == 0) {
		fputs("The game begins.\n", out);
		return;
	}
	const struct move_list_turn *turn = &s->moves->turns[s->count - 1];
	board_terminal_seat(out, colour, s->moves->setup, turn->seat);
	if (turn->verdict != VERDICT_OK) {
		char *detail = escape_text(turn->detail, false);
		if (turn->verdict == VERDICT_VOID) /* only an unfinished game has such a turn */
			fputs(" left; the reason follows at the end\n", out);
		else
			fprintf(out, " left: %s%s%s\n", verdict_table[turn->verdict].name,
				*detail != '\0' ? ", " : "", detail);
		free(detail);
		return;
	}
	fprintf(out, " played %s", turn->move);
	show_screen_numbers(out, &turn->numbers, "wdsn", " ");
	fputc('\n', out);
}

static int64_t show_screen_used(const struct show_screen *s, int seat)
{
	int64_t used = 0;
	for (int i = 0; i < s->count; i++) {
		const struct move_list_turn *turn = &s->moves->turns[i];
		if (turn->seat == seat && turn->numbers.wall != UNKNOWN &&
			__builtin_add_overflow(used, turn->numbers.wall, &used))
			return INT64_MAX; /* of a forged record */
	}
	return used;
}

/* Writes the state of a seat: out, or its place at the end. */
static void show_screen_state(
	FILE *out, const struct show_screen *s, const struct game *g, int seat)
{
	const struct game_seat *at = &g->seat[seat - 1];
	if (at->verdict != VERDICT_OK)
		fprintf(out, ", %s",
			at->verdict == VERDICT_VOID ? "left" : verdict_table[at->verdict].name);
	if (s->count == s->moves->count && s->ranks != NULL)
		fprintf(out, ", place %d", s->ranks[seat - 1]);
}

/* Writes two lines for each player: its name, and the time used. */
static void show_screen_players(
	FILE *out, const struct show_screen *s, bool colour, const struct game *g)
{
	const struct move_list *h = s->moves;
	bool over = s->count == h->count && s->ranks != NULL;
	for (int seat = 1; seat <= h->setup->seats; seat++) {
		char *name =
			escape_text(h->names[seat - 1] != NULL ? h->names[seat - 1] : "", false);
		fputs(!over && game_to_move(g) == seat ? "> " : "  ", out);
		board_terminal_seat(out, colour, h->setup, seat);
		fprintf(out, " %s\n     ", name);
		show_screen_time(out, show_screen_used(s, seat));
		show_screen_state(out, s, g, seat);
		fputc('\n', out);
		if (s->more != NULL)
			s->more(out, s->arg, seat);
		free(name);
	}
}

static const char show_screen_keys[] = "right, l, n, space        one turn on\n"
				       "left, h, p, backspace     one turn back\n"
				       "down, j, page down        ten on\n"
				       "up, k, page up            ten back\n"
				       "Home, g   End, G          the start, the end\n"
				       "digits and Enter          to that ply\n"
				       "?                         this, and back to the game\n"
				       "q                         quit\n";

static void show_screen_foot(FILE *out, const struct show_screen *s)
{
	if (s->typed[0] != '\0')
		fprintf(out, "to ply %s (Enter)", s->typed);
	else
		fprintf(out, "ply %d/%d   left right  up down  Home End   q quit  ? help",
			move_list_plies(s->moves, s->count),
			move_list_plies(s->moves, s->moves->count));
}

/* --- the whole screen ----------------------------------------------------------------------- */

/* Writes the part of a line that fits into this many columns; colours take none. Returns the
 * columns. out NULL: only measures. */
static int show_screen_put(FILE *out, const char *line, size_t length, int columns)
{
	int used = 0;
	for (const char *at = line; at < line + length;) {
		char character[8] = "";
		size_t bytes = *at == '\033' ? strcspn(at, "m") + 1 : (size_t)utf8_length(at);
		bytes = bytes == 0 ? 1 : bytes;
		if (*at != '\033') {
			memcpy(character, at, bytes);
			int wide = escape_width(character);
			if (used + wide > columns)
				bytes = 0;
			used += bytes > 0 ? wide : 0;
		}
		if (bytes == 0)
			break;
		if (out != NULL)
			fwrite(at, 1, bytes, out);
		at += bytes;
	}
	if (out != NULL && memchr(line, '\033', length) != NULL)
		fputs("\033[0m", out);
	return used;
}

/* Takes the next line of a text. False: there is none. */
static bool show_screen_line(const char **text, const char **line, size_t *length)
{
	if (**text == '\0')
		return false;
	*line = *text;
	*length = strcspn(*text, "\n");
	*text += *length + ((*text)[*length] == '\n');
	return true;
}

static int show_screen_measure(const char *text, int *lines)
{
	const char *line;
	size_t length;
	int widest = 0;
	for (*lines = 0; show_screen_line(&text, &line, &length); ++*lines) {
		int wide = show_screen_put(NULL, line, length, 1000);
		widest = wide > widest ? wide : widest;
	}
	return widest;
}

/* Writes the board's lines, with the players beside them if they fit, else below. */
static void show_screen_middle(
	FILE *out, const char *board, const char *players, int columns, int rows)
{
	int lines, wide = show_screen_measure(board, &lines);
	const char *line;
	size_t length;
	bool beside = wide + SHOW_GAP + SHOW_SIDE <= columns, more = true;
	for (; rows > 0 && more; rows--) {
		int used = 0;
		more = show_screen_line(&board, &line, &length);
		if (more)
			used = show_screen_put(out, line, length, columns);
		if ((beside || !more) && show_screen_line(&players, &line, &length)) {
			int left = beside ? wide + SHOW_GAP : 0;
			fprintf(out, "%*s", left - used, "");
			show_screen_put(out, line, length, columns - left);
			more = true;
		}
		if (more)
			fputc('\n', out);
	}
}

char *show_screen_text(
	const struct show_screen *s, enum board_terminal_mode mode, int columns, int rows)
{
	char *part[4] = {NULL}, *text = NULL; /* turn, board, players, foot */
	size_t size;
	bool colour = mode == BOARD_TERMINAL_COLOURS;
	struct game *g = memory_get(1, sizeof *g);
	FILE *out = memory_open(&part[1], &size);
	show_screen_board(out, s, mode, g);
	memory_close(out);
	out = memory_open(&part[0], &size);
	show_screen_turn(out, s, colour);
	memory_close(out);
	out = memory_open(&part[2], &size);
	show_screen_players(out, s, colour, g);
	memory_close(out);
	out = memory_open(&part[3], &size);
	show_screen_foot(out, s);
	memory_close(out);
	out = memory_open(&text, &size);
	show_screen_put(out, s->title, strlen(s->title), columns);
	fputc('\n', out);
	show_screen_put(out, part[0], strcspn(part[0], "\n"), columns);
	fputs(rows > 22 ? "\n\n" : "\n", out);
	show_screen_middle(out, s->help ? show_screen_keys : part[1], s->help ? "" : part[2],
		columns, rows - (rows > 22 ? 5 : 3));
	fputs(rows > 22 ? "\n" : "", out);
	show_screen_put(out, part[3], strlen(part[3]), columns);
	memory_close(out);
	for (int i = 0; i < 4; i++)
		free(part[i]);
	free(g);
	return text;
}
