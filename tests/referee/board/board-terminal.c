/*
 * Boards in lines of text: a person wrote the expected ones by hand. Colours are the seats', and
 * changes are in reverse.
 */
#include "base/error.h"
#include "referee/board/board-terminal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

static const struct {
	const char *game;
	int seats;
	const char *params, *position, *board;
} draw_boards[] = {
	{"tictactoe", 2, NULL, "3/1o1/x2 x 2", " 3  . . .\n 2  . o .\n 1  x . .\n    a b c\n"},
	{"connect4", 2, "columns=4 rows=3 connect=3", "4/3y/3r r 2",
		" 3  . . . .\n 2  . . . y\n 1  . . . r\n    a b c d\n"},
	{"nim", 2, "heaps=3/4", "0/3 p1 2", "a 0\nb 3  |||\n"},
	{"nim", 2, "heaps=30/4", "30/3 p1 1", "a 30  ||||||||||||||||||||||||||||||\nb  3  |||\n"},
	{"letters", 2, "pile=CAB words=AB:3,A:7", "CB/A/- p2 1",
		"Pile  CB\np1    A       7\np2            0\nWords\n"
		"AB 3                A 7             1\n"},
	{"othello", 2, "size=4", "2x1/1xx1/1xo1/4 o 1",
		" 1  . . x .\n 2  . x x .\n 3  . x o .\n 4  . . . .\n    a b c d\n"},
	{"breakthrough", 2, "columns=3 rows=5", "bbb/b1b/wb1/1ww/www w 2",
		" 5  b b b\n 4  b . b\n 3  w b .\n 2  . w w\n 1  w w w\n    a b c\n"},
	{"gomoku", 2, "columns=3 rows=10 row=3", "3/3/3/3/3/3/3/3/1x1/o2 x 2",
		"10  . . .\n 9  . . .\n 8  . . .\n 7  . . .\n 6  . . .\n 5  . . .\n 4  . . .\n"
		" 3  . . .\n 2  . x .\n 1  o . .\n    a b c\n"},
	{"kalah", 2, "pits=3 seeds=4", "0.5.5.1/4.4.5.0 p1 2",
		"p2         c   b   a\n           5   4   4\n       0               1\n"
		"           0   5   5\np1         a   b   c\n"},
	{"tree", 2, "leaves=2,-1,3,0", "2 p2 1", "path   2\nleaves 3 0\n"},
	{"chinese-checkers", 6, NULL,
		"D/DD/DDD/DDDD/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB7FF/BBB6FFF/BBBB5FFFF/AAAA/AAA/AA/A p1 1",
		"17  A 120 to go     D      120 to go D\n"
		"16  B 120 to go    D D     120 to go E\n"
		"15  C 120 to go   D D D    120 to go F\n"
		"14               D D D D\n"
		"13      C C C C . . . . . E E E E\n"
		"12     a C C C . . . . . . E E E\n"
		"11      b C C . . . . . . . E E\n"
		"10       c C . . . . . . . . E\n"
		" 9        d . . . . . . . . .\n"
		" 8         B . . . . . . . . F\n"
		" 7        B B . . . . . . . F F\n"
		" 6       B B B . . . . . . F F F\n"
		" 5      B B B B . . . . . F F F F\n"
		" 4     e f g h i A A A A n o p q\n"
		" 3              j A A A\n"
		" 2               k A A\n"
		" 1                l A\n"
		"                   m\n"},
};

START_TEST(a_board_is_drawn_like_this)
	{
		struct setup *s = draw_setup(
			draw_boards[_i].game, draw_boards[_i].seats, draw_boards[_i].params);
		struct position p;
		draw_read(s, &p, draw_boards[_i].position);
		char *text = board_text(s, &p);
		ck_assert_str_eq(text, draw_boards[_i].board);
		free(text);
		free(s);
	}
END_TEST

/* The board as it goes out. */
static char *draw_board(
	const struct setup *s, enum board_terminal_mode mode, const char *now, const char *before)
{
	struct position p, q;
	char *text;
	size_t length;
	draw_read(s, &p, now);
	if (before != NULL)
		draw_read(s, &q, before);
	FILE *out = open_memstream(&text, &length);
	board_terminal(out, mode,
		&(struct board_scene){.setup = s, .now = &p, .before = before != NULL ? &q : NULL},
		"  ");
	fclose(out);
	return text;
}

#define BLUE   "\033[0;1;38;5;39m"
#define ORANGE "\033[0;1;38;5;208m"
#define DIM    "\033[0;2m"
#define OFF    "\033[0m"

static const struct {
	const char *game, *param, *now, *before;
	enum board_terminal_mode mode;
	const char *line; /* one of the board's */
} draw_lines[] = {
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", BOARD_TERMINAL_TEXT, "\n   1  o . .\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, BOARD_TERMINAL_TEXT, "\n   2  . x .\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, BOARD_TERMINAL_COLOURS,
		"\n  " DIM " 2  . " BLUE "x " DIM "." OFF "\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", BOARD_TERMINAL_COLOURS,
		"\n  " DIM " 1  \033[0;1;38;5;208;7mo" ORANGE " " DIM ". ." OFF "\n"},
	{"connect4", NULL, "7/7/7/7/3y3/3r3 r 2", "7/7/7/7/7/3r3 y 1", BOARD_TERMINAL_COLOURS,
		"\n  " DIM " 1  . . . " BLUE "r " DIM ". . ." OFF "\n"},
	{"connect4", NULL, "7/7/7/7/3y3/3r3 r 2", NULL, BOARD_TERMINAL_COLOURS,
		DIM "a b c d e f g" OFF "\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", BOARD_TERMINAL_COLOURS,
		DIM "a \033[0;7m1" OFF "  |\033[0;7m  " OFF "\n"},
	{"letters", "pile=ABC words=AB:5", "-/AC/B p2 2", "C/A/B p1 2", BOARD_TERMINAL_COLOURS,
		"\n  " BLUE "p1    " OFF "A\033[0;7mC" OFF "      0" OFF "\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", BOARD_TERMINAL_COLOURS,
		"\n  " DIM "b " OFF "4  ||||" OFF "\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", "3/1x1/3 o 1", BOARD_TERMINAL_MARKS, "\n   1 (o). .\n"},
	{"tictactoe", NULL, "3/1x1/2o x 2", "3/1x1/3 o 1", BOARD_TERMINAL_MARKS,
		"\n   1  . .(o)\n"},
	{"tictactoe", NULL, "3/1x1/o2 x 2", NULL, BOARD_TERMINAL_MARKS, "\n   1  o . .\n"},
	{"nim", "heaps=3/4", "1/4 p2 1", "3/4 p1 1", BOARD_TERMINAL_MARKS,
		"  a 1  |**\n  b 4  ||||\n"},
	/* The peg of f4 stepped to f5. */
	{"chinese-checkers", NULL, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/5A7/1AAA/AAA/AA/A p2 1",
		"B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1", BOARD_TERMINAL_MARKS,
		" . . . . .(A). . . "},
	{"chinese-checkers", NULL, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/5A7/1AAA/AAA/AA/A p2 1",
		"B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1", BOARD_TERMINAL_MARKS,
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
			char *plain = draw_board(s, BOARD_TERMINAL_TEXT, start, NULL);
			char *coloured = draw_board(s, BOARD_TERMINAL_COLOURS, start, start),
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

SUITE("referee/board/board-terminal",
	LOOP(a_board_is_drawn_like_this, sizeof draw_boards / sizeof *draw_boards),
	LOOP(a_board_has_this_line, sizeof draw_lines / sizeof *draw_lines),
	CASE(colours_change_no_character))
