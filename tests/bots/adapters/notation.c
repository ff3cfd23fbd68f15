/*
 * Moves and boards in the words of other programs: each field of a pattern, counted by hand on
 * boards of several sizes.
 */
#include "bots/adapters/notation.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct setup setup;
static struct position position;

static void place(const char *game, const char *text)
{
	struct error err;
	ck_assert_msg(setup_init(&setup, rules_find(game), 2, 1, NULL, 0, &err), "%s", err.text);
	if (text == NULL)
		setup.rules->start(&setup, &position);
	else
		ck_assert_msg(setup.rules->read(&setup, &position, text, &err), "%s", err.text);
}

static move move_of(const char *text)
{
	move m;
	ck_assert_msg(rules_read_move(&setup, &position, text, &m), "%s", text);
	return m;
}

#define CONNECT4_TWO "7/7/7/7/3y3/3r3 r 2"

static const struct row {
	const char *game, *position; /* NULL: the start */
	const char *move, *pattern;
	const char *written[2]; /* the first column, row or cell is 0, or 1 */
} rows[] = {
	{"connect4", NULL, "d", "{m}", {"d", "d"}},
	{"connect4", NULL, "d", "{c}{C}", {"dD", "dD"}},
	{"connect4", NULL, "a", "{d}", {"0", "1"}},
	{"connect4", NULL, "g", "{d}", {"6", "7"}},
	/* A stone falls on those below it: six rows of seven cells. */
	{"connect4", NULL, "d", "{r}", {"0", "1"}},
	{"connect4", NULL, "d", "{t}", {"5", "6"}},
	{"connect4", NULL, "d", "{R}", {"1", "1"}},
	{"connect4", NULL, "d", "{i}", {"38", "39"}},
	{"connect4", CONNECT4_TWO, "d", "{r} {t} {R} {i}", {"2 3 3 24", "3 4 3 25"}},
	{"connect4", CONNECT4_TWO, "a", "{r} {t} {R} {i}", {"0 5 1 35", "1 6 1 36"}},
	{"connect4", NULL, "d", "{from}-{to}", {"d-d", "d-d"}},
	{"tictactoe", NULL, "b3", "{c}{R}", {"b3", "b3"}},
	{"tictactoe", NULL, "b3", "{d},{r},{t},{i}", {"1,2,0,1", "2,3,1,2"}},
	{"tictactoe", NULL, "c1", "{d},{r},{t},{i}", {"2,0,2,8", "3,1,3,9"}},
	{"gomoku", NULL, "o15", "{d} {r} {t} {i}", {"14 14 0 14", "15 15 1 15"}},
	{"gomoku", NULL, "h8", "{i}", {"112", "113"}},
	{"gomoku", NULL, "o1", "{i}", {"224", "225"}},
	{"othello", NULL, "d3", "{i}", {"19", "20"}}, /* a1 is at the top left */
	/* Of two cells the second counts. */
	{"breakthrough", NULL, "a2b3", "{from} {to}", {"a2 b3", "a2 b3"}},
	{"breakthrough", NULL, "a2b3", "{d} {r} {t} {i}", {"1 2 5 41", "2 3 6 42"}},
	{"nim", NULL, "a3", "{m}", {"a3", "a3"}},
	/* Other text stays, and a field that there is none of is nothing. */
	{"connect4", NULL, "d", "drop {d}!", {"drop 3!", "drop 4!"}},
	{"connect4", NULL, "d", "{x}{d", {"{d", "{d"}},
	{"connect4", NULL, "d", "", {"", ""}},
};

START_TEST(a_move_is_written_in_the_pattern)
	{
		const struct row *row = &rows[_i];
		char text[NOTATION_TEXT];
		place(row->game, row->position);
		for (int base = 0; base < 2; base++) {
			const struct notation_form form = {row->pattern, base, NULL};
			notation_write(&setup, &position, move_of(row->move), &form, text);
			ck_assert_str_eq(text, row->written[base]);
		}
	}
END_TEST

/* Whatever names each move by another text is read back as that move. */
static const struct {
	const char *game, *pattern;
} round_trips[] = {{"connect4", "{d}"}, {"connect4", "x{C}"}, {"connect4", "{i}"},
	{"tictactoe", "{i}"}, {"tictactoe", "{t} {d}"}, {"gomoku", "{i}"}, {"gomoku", "{c}{R}"},
	{"breakthrough", "{from}-{to}"}, {"othello", "{r}/{c}"}, {"nim", "{m}"},
	{"chinese-checkers", "{m}"}};

START_TEST(each_legal_move_is_read_as_it_was_written)
	{
		static move moves[MOVES_MAX];
		char text[NOTATION_TEXT];
		move m;
		place(round_trips[_i].game, NULL);
		int count = setup.rules->moves(&setup, &position, moves);
		ck_assert_int_gt(count, 0);
		for (int base = 0; base < 2; base++)
			for (int i = 0; i < count; i++) {
				const struct notation_form form = {
					round_trips[_i].pattern, base, NULL};
				notation_write(&setup, &position, moves[i], &form, text);
				ck_assert_int_eq(notation_read(&setup, &position, text, &form, &m),
					NOTATION_MOVE);
				ck_assert_uint_eq(m, moves[i]);
			}
	}
END_TEST

/* Column a is full. */
#define FULL "y6/r6/y6/r6/y6/r6 r 4"
static const struct {
	const char *text, *pattern, *move; /* NULL: it is no legal move */
} texts[] = {
	{"3", "{d}", "c"},
	{" 3 ", "{d}", "c"},
	{"3.", "{d}", "c"},
	{"3)\r", "{d}", "c"},
	{"\t3,;!", "{d}", "c"},
	{"C", "{c}", "c"},
	{"move C", "MOVE {c}", "c"},
	{"33", "{d}", NULL},
	{"3 4", "{d}", NULL},
	{"x3", "{d}", NULL},
	{"", "{d}", NULL},
	{"1", "{d}", NULL},
	{"8", "{d}", NULL},
	{"0", "{d}", NULL},
	{"-1", "{d}", NULL},
};

START_TEST(a_text_is_the_move_whose_writing_it_is_up_to_blanks_case_and_stops)
	{
		move m;
		place("connect4", FULL);
		const struct notation_form form = {texts[_i].pattern, 1, NULL};
		bool legal = notation_read(&setup, &position, texts[_i].text, &form, &m) ==
			     NOTATION_MOVE;
		ck_assert_msg(legal == (texts[_i].move != NULL), "%s", texts[_i].text);
		if (legal)
			ck_assert_uint_eq(m, move_of(texts[_i].move));
	}
END_TEST

static const struct {
	const char *text, *pattern;
	int base;
	const char *out;
} illegal[] = {
	{"1", "{d}", 1, "a"},
	{"8", "{d}", 1, "h"},
	{"26", "{d}", 1, "z"},
	{"27", "{d}", 1, "27"},
	{"0", "{d}", 1, "0"},
	{"0", "{d}", 0, "a"},
	{"25", "{d}", 0, "z"},
	{"26", "{d}", 0, "26"},
	{"-1", "{d}", 0, "-1"},
	/* A number that is not whole is no column. */
	{"2.5", "{d}", 0, "2.5"},
	{"2.", "{d}", 0, "c"},
	{"2, as ever", "{d}", 0, "c"},
	{"2x", "{d}", 0, "2x"},
	{"8", "{m}", 1, "8"},
	{" hello world", "{d}", 1, "hello"},
	{"x\r", "{d}", 1, "x"},
	{"", "{d}", 1, "none"},
	{"  ", "{m}", 1, "none"},
	/* Legal to the referee, but not by the form: never the move that was made. */
	{"c3", "{c}{t}", 1, "no-move:c3"},
	{"c3 now", "<{m}>", 1, "no-move:c3"},
	{"c16", "{c}{t}", 1, "c16"},
};

START_TEST(a_text_that_is_no_legal_move_becomes_a_word_for_the_referee)
	{
		char out[16];
		const struct notation_form form = {illegal[_i].pattern, illegal[_i].base, NULL};
		place("gomoku", NULL); /* where no move is a letter */
		notation_illegal(&setup, &position, illegal[_i].text, &form, out, sizeof out);
		ck_assert_str_eq(out, illegal[_i].out);
	}
END_TEST

/* The row of a cell by the names of each game, from the top, and cells row by row. A star's rows
 * have 1, 2, 3, 4, 13, 12, ... cells: before row 14, the fourth from the top, there are 1 + 2 + 3.
 */
static const struct {
	const char *game, *position, *move, *pattern, *text; /* from 1 */
} rows_of[] = {
	{"othello", NULL, "d3", "{d} {t} {r} {R} {i}", "4 3 3 3 20"},
	{"othello", NULL, "e6", "{c}{r}/{C}{t}", "e6/E6"},
	{"gomoku", NULL, "d3", "{d} {t} {r} {R} {i}", "4 13 3 3 184"},
	{"tictactoe", NULL, "c3", "{t} {d} {i}", "1 3 3"},
	{"breakthrough", NULL, "a2b3", "{from} {to} {t} {i}", "a2 b3 6 42"},
	{"chinese-checkers", NULL, "j4i5", "{from}>{to} {t} {d}", "j4>i5 13 9"},
	/* Row 5 has 13 cells, e to q; 13 + 12 + 11 + 10 + 9 + 10 + 11 + 12 + 10 are above it. */
	{"chinese-checkers", NULL, "j4i5", "{i}", "103"},
	{"kalah", NULL, "c", "{d}{c}{C}", "3cC"},
	{"nim", NULL, "a3", "{d}:{R}", "1:3"},
};

START_TEST(rows_and_cells_are_counted_as_the_document_says)
	{
		const struct notation_form form = {rows_of[_i].pattern, 1, NULL};
		char text[NOTATION_TEXT];
		place(rows_of[_i].game, rows_of[_i].position);
		notation_write(&setup, &position, move_of(rows_of[_i].move), &form, text);
		ck_assert_str_eq(text, rows_of[_i].text);
	}
END_TEST

/* The moves c4 e3 f6 e6 f5 b3 c5 g6 b4 c6 a2 c3 d2 c2 d1 a3 a4 e1 f1 b2 c1 b1 a1: o has no cell. */
static void place_pass(void)
{
	char moves[] = "c4 e3 f6 e6 f5 b3 c5 g6 b4 c6 a2 c3 d2 c2 d1 a3 a4 e1 f1 b2 c1 b1 a1";
	place("othello", NULL);
	for (char *rest = moves, *word; (word = strsep(&rest, " ")) != NULL;)
		setup.rules->play(&setup, &position, move_of(word));
}

static const struct {
	const char *pass, *written; /* whatever the pattern */
} passes[] = {{NULL, "pass"}, {"-1 -1", "-1 -1"}, {"", ""}};

START_TEST(a_pass_is_a_word_of_its_own_in_every_form)
	{
		static const char *const patterns[] = {"{m}", "{c}{r}", "{d} {t}", "{i}"};
		char text[NOTATION_TEXT];
		move m;
		place_pass();
		for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
			const struct notation_form form = {patterns[i], 0, passes[_i].pass};
			notation_write(&setup, &position, move_of("pass"), &form, text);
			ck_assert_str_eq(text, passes[_i].written);
			/* An empty line is no pass. */
			ck_assert_int_eq(notation_read(&setup, &position, text, &form, &m),
				*text == '\0' ? NOTATION_NONE : NOTATION_MOVE);
			ck_assert_int_eq(
				notation_read(&setup, &position, "a0", &form, &m), NOTATION_NONE);
		}
		ck_assert(notation_is_pass("pass"));
		ck_assert(!notation_is_pass("passed") && !notation_is_pass("a1"));
	}
END_TEST

static const struct {
	const char *game, *pattern, *text;
	enum notation_found found;
} alike[] = {
	{"tictactoe", "{d}", "2", NOTATION_SEVERAL},
	{"tictactoe", "{t} {d}", "1 2", NOTATION_MOVE},
	{"chinese-checkers", "{to}", "i5", NOTATION_SEVERAL},
	{"chinese-checkers", "{from} {to}", "j4 i5", NOTATION_MOVE},
	{"breakthrough", "{to}", "b3", NOTATION_SEVERAL},
	{"breakthrough", "{c}", "j", NOTATION_NONE},
	{"tree", "{d}", "0", NOTATION_SEVERAL},
};

START_TEST(a_text_of_several_legal_moves_is_none_of_them)
	{
		const struct notation_form form = {alike[_i].pattern, 1, NULL};
		move m;
		place(alike[_i].game, NULL);
		ck_assert_int_eq(notation_read(&setup, &position, alike[_i].text, &form, &m),
			alike[_i].found);
	}
END_TEST

START_TEST(a_board_is_read_by_rows_from_the_top)
	{
		struct notation_board b;
		place("connect4", CONNECT4_TWO);
		ck_assert(notation_board(&setup, &position, &b));
		ck_assert(b.rows == 6 && b.columns == 7);
		for (int row = 0; row < 6; row++) {
			ck_assert_int_eq(b.lengths[row], 7);
			for (int column = 0; column < 7; column++) {
				int seat = column != 3 ? 0 : row == 5 ? 1 : row == 4 ? 2 : 0;
				ck_assert_int_eq(b.cells[row][column], seat);
			}
		}
		/* Runs of two digits. */
		place("gomoku", "14o/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 x 2");
		ck_assert(notation_board(&setup, &position, &b));
		ck_assert(b.rows == 15 && b.columns == 15);
		ck_assert(b.cells[0][14] == 2 && b.cells[7][7] == 1 && b.cells[7][8] == 0);
		/* The rows of a star have 1 to 13 cells. */
		place("chinese-checkers", NULL);
		ck_assert(notation_board(&setup, &position, &b));
		ck_assert(b.rows == 17 && b.columns == 13);
		ck_assert(b.lengths[0] == 1 && b.lengths[3] == 4 && b.lengths[4] == 13);
		ck_assert(b.lengths[8] == 9 && b.lengths[16] == 1);
		place("nim", NULL);
		ck_assert(!notation_board(&setup, &position, &b));
	}
END_TEST

SUITE("bots/adapters/notation", LOOP(a_move_is_written_in_the_pattern, sizeof rows / sizeof *rows),
	LOOP(each_legal_move_is_read_as_it_was_written, sizeof round_trips / sizeof *round_trips),
	LOOP(a_text_is_the_move_whose_writing_it_is_up_to_blanks_case_and_stops,
		sizeof texts / sizeof *texts),
	LOOP(a_text_that_is_no_legal_move_becomes_a_word_for_the_referee,
		sizeof illegal / sizeof *illegal),
	LOOP(rows_and_cells_are_counted_as_the_document_says, sizeof rows_of / sizeof *rows_of),
	LOOP(a_pass_is_a_word_of_its_own_in_every_form, sizeof passes / sizeof *passes),
	LOOP(a_text_of_several_legal_moves_is_none_of_them, sizeof alike / sizeof *alike),
	CASE(a_board_is_read_by_rows_from_the_top))
