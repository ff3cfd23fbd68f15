/*
 * Boards of games without a description, whose positions are only text: rows are a grid, other
 * texts stand in a frame. A person wrote the expected boards by hand.
 */
#include "base/error.h"
#include "referee/board/board-kind.h"
#include "referee/board/board-terminal.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

/* Rules whose positions hold their text; the digit before it is the seat to move. */
static void plain_write(const struct setup *s, const struct position *p, char text[POSITION_TEXT])
{
	(void)s;
	snprintf(text, POSITION_TEXT, "%s", (const char *)p->bytes + 1);
}

static int plain_to_move(const struct setup *s, const struct position *p)
{
	(void)s;
	return p->bytes[0] - '0';
}

static void plain_own(const struct setup *s, const struct position *p, char text[BOARD_TEXT])
{
	(void)s;
	snprintf(text, BOARD_TEXT, " /\\ %.3s\n \\/\033[31m\n", (const char *)p->bytes + 1);
}

static const struct rules plain_rules = {
	.name = "no-such-game", .write = plain_write, .to_move = plain_to_move};
static const struct rules plain_drawn = {
	.name = "no-such-game", .write = plain_write, .to_move = plain_to_move, .board = plain_own};

static struct setup plain_setup;

static struct position plain_position(const struct rules *rules, int seats, const char *text)
{
	struct position p = {{0}};
	plain_setup.rules = rules;
	plain_setup.seats = seats;
	snprintf((char *)p.bytes, sizeof p.bytes, "%s", text);
	return p;
}

static const struct {
	const struct rules *rules;
	const char *position, *board;
} plain_rows[] = {
	{&plain_rules, "13/1x1/o2 x 2", " 3  . . .\n 2  . x .\n 1  o . .\n    a b c\n"},
	{&plain_rules, "12#é/X.1+/4 w", " 3  . . # é\n 2  X . . +\n 1  . . . .\n    a b c d\n"},
	{&plain_rules, "110/10/4x5 x",
		" 3  . . . . . . . . . .\n 2  . . . . . . . . . .\n 1  . . . . x . . . . .\n"
		"    a b c d e f g h i j\n"},
	/* no rows, uneven rows, an empty row, a row too long */
	{&plain_rules, "1score 3 to 4", "score 3 to 4\n"},
	{&plain_rules, "13/1x2/o2 x 2", "3/1x2/o2 x 2\n"},
	{&plain_rules, "13//3 x", "3//3 x\n"},
	{&plain_rules, "127/27 x", "27/27 x\n"},
	{&plain_rules, "1999999999999999999999/3 x", "999999999999999999999/3 x\n"},
	{&plain_rules,
		"1abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz",
		"abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefghij\n"
		"klmnopqrstuvwxyz\n"},
	{&plain_drawn, "1-33 x", " /\\ -33\n \\/\\x1b[31m\n"},
	/* a grid is better than the rules' own drawing: it can be clicked */
	{&plain_drawn, "12/x1 x", " 2  . .\n 1  x .\n    a b\n"},
};

START_TEST(a_text_is_this_board)
	{
		struct position p =
			plain_position(plain_rows[_i].rules, 2, plain_rows[_i].position);
		char *text = board_text(&plain_setup, &p);
		ck_assert_str_eq(text, plain_rows[_i].board);
		free(text);
	}
END_TEST

/* The changed line alone is in reverse, from its first column on (ECMA-48: SGR 7). */
START_TEST(a_changed_line_of_a_text_is_marked)
	{
		const struct position before = plain_position(&plain_drawn, 2, "1-33 x");
		const struct position now = plain_position(&plain_drawn, 2, "1-34 x");
		char text[256] = "";
		FILE *out = fmemopen(text, sizeof text, "w");
		board_terminal(out, BOARD_TERMINAL_COLOURS,
			&(struct board_scene){
				.setup = &plain_setup, .before = &before, .now = &now, .move = "4"},
			"");
		fclose(out);
		ck_assert_str_eq(text, "\033[0;7m /\\ -34\033[0m\n \\/\\x1b[31m\033[0m\n");
	}
END_TEST

/* The contents of a board of 2 x 2: a1, b1, a2, b2. The seat to move says whose its letter
 * is; of two seats the only other letter is the other's. */
static const struct {
	int seats;
	const char *start, *now, *cells;
} plain_seats[] = {
	{2, "1xo/2 x", "1xo/2 x", "0 0 1n 2n "},
	{2, "12/2 x", "22/x1 o", "1n 0 0 0 "},
	{2, "1xo/2 x", "0xo/o1 -", "2n 0 1n 2n "},
	{2, "1xo/Xx x", "1xo/Xx x", "dark 1n 1n light "},   /* X may be a king or a third kind */
	{2, "1bw/2 p1 1", "1bw/2 p1 1", "0 0 dark light "}, /* p1 is no letter */
	{3, "1AB/C1 A", "1AB/C1 A", "light 0 1n dark "},
	{2, "1#1/2 x", "1#1/é1 x", "light 0 light 0 "},
};

START_TEST(a_stone_is_this_seats)
	{
		struct position start =
			plain_position(&plain_rules, plain_seats[_i].seats, plain_seats[_i].start);
		struct position now =
			plain_position(&plain_rules, plain_seats[_i].seats, plain_seats[_i].now);
		const struct board_cell *cells;
		struct board *b = board_create(&plain_setup, &start);
		char text[100] = "";
		board_show(b, &(struct board_scene){.setup = &plain_setup, .now = &now});
		if (board_cells(b, &cells) > 4)
			for (int i = 0; i < 4; i++) {
				strcat(text, board_value(&cells[i]));
				strcat(text, " ");
			}
		ck_assert_str_eq(text, plain_seats[_i].cells);
		board_free(b);
	}
END_TEST

/* The cells that choose a move on 3 x 3 cells, counted from a1 by rows, and the line of the
 * terminal with its marks. */
static const struct {
	const char *before, *move, *now;
	int cells[4], count;
	const char *marked;
} plain_moves[] = {
	{"13/3/3 x", "b2", "23/1x1/3 o", {4}, 1, " 2  .(x).\n"},
	/* a stone that moves, and one that it takes from another cell */
	{"1x2/1o1/3 x", "a3c1", "23/3/2x o", {6, 2}, 2, " 2  . . .\n"},
	{"1x2/3/3 x", "a3-a2", "23/x2/3 o", {6, 3}, 2, " 3  * . .\n"},
	/* discs turn over, but the move names its cell */
	{"1xo1/3/3 x", "c3", "2xxx/3/3 o", {8}, 1, " 3  x x(x)\n"},
	/* words that name no cell, or cells that do not change, are not trusted */
	{"13/3/3 x", "2,2", "23/1x1/3 o", {4}, 1, " 2  .(x).\n"},
	{"13/3/3 x", "a1", "22x/3/3 o", {8}, 1, " 3  . .(x)\n"},
	{"13/3/3 x", "pass", "23/3/3 o", {0}, 0, " 2  . . .\n"},
	/* one stone takes the place of another: the same look, another letter */
	{"1X2/3/3 p1", "a3", "2B2/3/3 p2", {6}, 1, " 3 (B). .\n"},
};

START_TEST(a_move_chooses_and_marks_these_cells)
	{
		struct position before = plain_position(&plain_rules, 2, plain_moves[_i].before);
		struct position now = plain_position(&plain_rules, 2, plain_moves[_i].now);
		const struct board_scene scene = {
			&plain_setup, &now, &before, plain_moves[_i].move, 1};
		struct board *b = board_create(&plain_setup, &before);
		int cells[4];
		char *text;
		size_t length;
		board_show(b, &scene);
		ck_assert_int_eq(board_touched(b, &scene, cells, 4), plain_moves[_i].count);
		for (int i = 0; i < plain_moves[_i].count; i++)
			ck_assert_int_eq(cells[i], plain_moves[_i].cells[i]);
		board_free(b);
		FILE *out = open_memstream(&text, &length);
		board_terminal(out, BOARD_TERMINAL_MARKS, &scene, "");
		fclose(out);
		ck_assert_msg(strstr(text, plain_moves[_i].marked) != NULL, "%s", text);
		free(text);
	}
END_TEST

/* A board whose rows change their number or length is drawn as far as it fits. */
START_TEST(a_board_may_change_its_shape)
	{
		static const char *const shapes[] = {
			"13/3/3 x", "13/3 x", "12/2/2 x", "15/5/5/5/5 x", "1no rows", "1"};
		struct position start = plain_position(&plain_rules, 2, shapes[0]);
		struct board *b = board_create(&plain_setup, &start);
		for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
			struct position p = plain_position(&plain_rules, 2, shapes[i]);
			board_show(b, &(struct board_scene){&plain_setup, &p, &start, "a1", 1});
		}
		board_free(b);
	}
END_TEST

START_TEST(a_picture_shows_letters_on_discs)
	{
		struct position p = plain_position(&plain_rules, 2, "1xo/X1 x");
		struct board *b = board_create(&plain_setup, &p);
		char *text;
		size_t length;
		board_show(b, &(struct board_scene){.setup = &plain_setup, .now = &p});
		FILE *out = open_memstream(&text, &length);
		board_svg(out, b, "The board: <x>");
		fclose(out);
		ck_assert_str_eq(text,
			"<svg class=\"board\" viewBox=\"0 0 148 140\" role=\"img\" aria-label=\"The board: &lt;x&gt;\">\n"
			"<rect class=\"cell\" x=\"40\" y=\"10\" width=\"96\" height=\"96\"/>\n"
			"<path class=\"lines\" d=\"M88 10v96M40 58h96\"/>\n"
			"<text x=\"64\" y=\"132\" font-size=\"16\" text-anchor=\"middle\" class=\"soft\">a</text>\n"
			"<text x=\"112\" y=\"132\" font-size=\"16\" text-anchor=\"middle\" class=\"soft\">b</text>\n"
			"<text x=\"20\" y=\"88\" font-size=\"16\" text-anchor=\"middle\" class=\"soft\"> 1</text>\n"
			"<text x=\"20\" y=\"40\" font-size=\"16\" text-anchor=\"middle\" class=\"soft\"> 2</text>\n"
			"<g class=\"cells\">\n"
			"<use data-cell=\"a1\" href=\"#p-dark\" x=\"64\" y=\"82\"/>\n"
			"<use data-cell=\"b1\" href=\"#p-0\" x=\"112\" y=\"82\"/>\n"
			"<use data-cell=\"a2\" href=\"#p-1n\" x=\"64\" y=\"34\"/>\n"
			"<use data-cell=\"b2\" href=\"#p-light\" x=\"112\" y=\"34\"/>\n"
			"<text data-cell=\"@a1\" x=\"64\" y=\"88\" font-size=\"17\" text-anchor=\"middle\" class=\"stone-name\">X</text>\n"
			"<text data-cell=\"@b1\" x=\"112\" y=\"88\" font-size=\"17\" text-anchor=\"middle\" class=\"stone-name\"></text>\n"
			"<text data-cell=\"@a2\" x=\"64\" y=\"40\" font-size=\"17\" text-anchor=\"middle\" class=\"stone-name\">x</text>\n"
			"<text data-cell=\"@b2\" x=\"112\" y=\"40\" font-size=\"17\" text-anchor=\"middle\" class=\"stone-name\">o</text>\n"
			"<use class=\"float\" x=\"64\" y=\"82\"/>\n<use class=\"float\" x=\"64\" y=\"82\"/>\n"
			"</g>\n</svg>\n");
		free(text);
		board_free(b);
	}
END_TEST

SUITE("referee/board/board-plain", CASE(a_changed_line_of_a_text_is_marked),
	LOOP(a_text_is_this_board, sizeof plain_rows / sizeof *plain_rows),
	LOOP(a_stone_is_this_seats, sizeof plain_seats / sizeof *plain_seats),
	LOOP(a_move_chooses_and_marks_these_cells, sizeof plain_moves / sizeof *plain_moves),
	CASE(a_board_may_change_its_shape), CASE(a_picture_shows_letters_on_discs))
