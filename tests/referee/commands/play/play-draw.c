/*
 * The board as a person sees it: plain text is the game's own, colours are the seats', and what
 * is new is in reverse.
 */
#include "error/error.h"
#include "referee/commands/play/play-draw.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "tests/lib/suite.h"

/* params: "KEY=VALUE" separated by blanks, or NULL. */
static struct setup *draw_setup(const char *game, int seats, const char *params)
{
	struct setup *s = memory_get(1, sizeof *s);
	struct error err;
	char *copy = memory_copy(params != NULL ? params : ""), *rest = copy;
	const char *settings[PARAMETERS_MAX];
	int count = 0;
	while (params != NULL && (settings[count] = strsep(&rest, " ")) != NULL)
		count++;
	ck_assert_msg(
		setup_init(s, rules_find(game), seats, 1, settings, count, &err), "%s", err.text);
	free(copy);
	return s;
}

static void draw_read(const struct setup *s, struct position *p, const char *text)
{
	struct error err;
	ck_assert_msg(s->rules->read(s, p, text, &err), "%s", err.text);
}

/* The board as it goes out. */
static char *draw_board(
	const struct setup *s, enum play_draw_mode mode, const char *now, const char *before)
{
	struct position p, q;
	char *text;
	size_t length;
	draw_read(s, &p, now);
	if (before != NULL)
		draw_read(s, &q, before);
	FILE *out = open_memstream(&text, &length);
	play_draw_board(out, mode, s, &p, before != NULL ? &q : NULL);
	fclose(out);
	return text;
}

#define BLUE   "\033[0;1;38;5;39m"
#define ORANGE "\033[0;1;38;5;208m"
#define DIM    "\033[0;2m"
#define OFF    "\033[0m"

static const struct {
	const char *game, *param, *now, *before;
	enum play_draw_mode mode;
	const char *line; /* one of the board's */
} draw_lines[] = {
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", PLAY_DRAW_TEXT, "\n   1  o . .\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, PLAY_DRAW_TEXT, "\n   2  . x .\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, PLAY_DRAW_COLOURS,
		"\n   " DIM "2  . " BLUE "x " DIM "." OFF "\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", PLAY_DRAW_COLOURS,
		"\n   " DIM "1  \033[0;1;38;5;208;7mo" ORANGE " " DIM ". ." OFF "\n"},
	{"connect4", NULL, "7/7/7/7/3y3/3r3 r 2", "7/7/7/7/7/3r3 y 1", PLAY_DRAW_COLOURS,
		"\n   " DIM "1  . . . " BLUE "r " DIM ". . ." OFF "\n"},
	{"connect4", NULL, "7/7/7/7/3y3/3r3 r 2", NULL, PLAY_DRAW_COLOURS,
		DIM "a b c d e f g" OFF "\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", PLAY_DRAW_COLOURS,
		"  a | \033[0;7m1" OFF "\n"},
	{"letters", "pile=ABC words=AB:5", "-/AC/B p2 2", "C/A/B p1 2", PLAY_DRAW_COLOURS,
		"\n  " BLUE "p1    " OFF "A\033[0;7mC" OFF " = 0" OFF "\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", PLAY_DRAW_COLOURS, "\n  b |||| 4" OFF "\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", PLAY_DRAW_MARKS, "\n   1 (o). .\n"},
	{"tictactoe", NULL, "3/1x1/2o x 2", "3/1x1/3 o 1", PLAY_DRAW_MARKS, "\n   1  . .(o)\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, PLAY_DRAW_MARKS, "\n   1  o . .\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", PLAY_DRAW_MARKS, "  a | 1  <\n  b |||| 4\n"},
	/* The peg of f4 stepped to f5. */
	{"chinese-checkers", NULL, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/5A7/1AAA/AAA/AA/A p2 1",
		"B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1", PLAY_DRAW_MARKS,
		" . . . . .(A). . . "},
	{"chinese-checkers", NULL, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/5A7/1AAA/AAA/AA/A p2 1",
		"B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1", PLAY_DRAW_MARKS,
		" * A A A"},
};

START_TEST(a_board_has_this_line)
	{
		struct setup *s = draw_setup(draw_lines[_i].game, 2, draw_lines[_i].param);
		char *text = draw_board(
			s, draw_lines[_i].mode, draw_lines[_i].now, draw_lines[_i].before);
		ck_assert_msg(strstr(text, draw_lines[_i].line) != NULL, "%s", text);
		free(text);
		free(s);
	}
END_TEST

/* Whatever the colours, the text without them is the same. */
START_TEST(colours_change_no_character)
	{
		for (const struct rules *const *rules = all_rules; *rules != NULL; rules++) {
			struct setup *s = draw_setup((*rules)->name, 0, NULL);
			struct position p;
			char start[POSITION_TEXT];
			s->rules->start(s, &p);
			s->rules->write(s, &p, start);
			char *plain = draw_board(s, PLAY_DRAW_TEXT, start, NULL);
			char *coloured = draw_board(s, PLAY_DRAW_COLOURS, start, start),
			     *to = coloured;
			for (const char *at = coloured; *at != '\0'; at++)
				if (*at == '\033')
					at = strchr(at, 'm');
				else
					*to++ = *at;
			*to = '\0';
			ck_assert_str_eq(coloured, plain);
			free(plain);
			free(coloured);
			free(s);
		}
	}
END_TEST

static const struct {
	const char *game, *param, *position;
	int seats, ranks[4];
	const char *text;
} draw_results[] = {
	{"tictactoe", NULL, "3/3/3 x 1", 2, {1, 1}, "a draw\n"},
	{"tictactoe", NULL, "3/3/3 x 1", 2, {2, 1}, "seat 2 (o) wins\n"},
	{"nim", NULL, "21 p1 1", 3, {2, 1, 2}, "1. seat 2; 2. seat 1, seat 3\n"},
	{"nim", NULL, "21 p1 1", 4, {4, 1, 1, 3}, "1. seat 2, seat 3; 3. seat 4; 4. seat 1\n"},
	{"tree", "leaves=2,-1,3,0", "2/1 p1 2", 2, {1, 2}, "seat 1 wins, 3 : -3\n"},
};

START_TEST(a_result_says_who_came_where)
	{
		struct setup *s = draw_setup(
			draw_results[_i].game, draw_results[_i].seats, draw_results[_i].param);
		struct position p;
		char *text;
		size_t length;
		draw_read(s, &p, draw_results[_i].position);
		FILE *out = open_memstream(&text, &length);
		play_draw_result(out, false, s, &p, draw_results[_i].ranks);
		fclose(out);
		ck_assert_str_eq(text, draw_results[_i].text);
		free(text);
		free(s);
	}
END_TEST

/* With a22 the first line would have 80 columns. */
START_TEST(long_lists_of_moves_are_broken_into_lines)
	{
		struct setup *s = draw_setup("nim", 2, "heaps=22 take=0");
		struct position p;
		char *text;
		size_t length;
		s->rules->start(s, &p);
		FILE *out = open_memstream(&text, &length);
		play_draw_moves(out, s, &p, 3, "<");
		fputc('\n', out);
		play_draw_moves(out, s, &p, 100, "  ");
		fclose(out);
		ck_assert_str_eq(text,
			"<a1 a2 a3 ...\n"
			"  a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21\n"
			"  a22");
		free(text);
		free(s);
	}
END_TEST

SUITE("commands/play-draw", LOOP(a_board_has_this_line, sizeof draw_lines / sizeof *draw_lines),
	CASE(colours_change_no_character),
	LOOP(a_result_says_who_came_where, sizeof draw_results / sizeof *draw_results),
	CASE(long_lists_of_moves_are_broken_into_lines))
