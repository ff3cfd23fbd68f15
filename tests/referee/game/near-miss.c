/*
 * Answers that are nearly right, and the sentence for the bot's author about each. Connect Four has
 * a letter for each column, a to g; in othello a move is a column and a row.
 */
#include "referee/game/near-miss.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static struct setup setup;
static struct game game;

/* Begins a game with these moves. */
static void begin(const char *rules, const char *moves)
{
	static const struct limits none;
	struct error err;
	ck_assert_msg(setup_init(&setup, rules_find(rules), 2, 1, NULL, 0, &err), "%s", err.text);
	ck_assert_msg(game_begin(&game, &setup, &none, 0, "", moves, &err), "%s", err.text);
}

/* The text behind "bestmove", and what is told of it; NULL: nothing. */
static const struct {
	const char *rules, *moves, *text, *told;
} moves[] = {
	{"connect4", "", "D", "must be \"d\": lower case and upper case are not the same"},
	{"connect4", "", "4",
		"is a number: columns are letters here, and the fourth is \"d\" (\"e\" if you count from 0)"},
	{"connect4", "", "1",
		"is a number: columns are letters here, and the first is \"a\" (\"b\" if you count from 0)"},
	{"connect4", "", "7", "is a number: columns are letters here, and the seventh is \"g\""},
	{"connect4", "", "0", "is a number: columns are letters here, and the first is \"a\""},
	{"connect4", "", "8", "is a number: columns are letters here, and the first is \"a\""},
	{"connect4", "", "26", "is a number: columns are letters here, and the first is \"a\""},
	{"connect4", "", "27", "is a number: columns are letters here, and the first is \"a\""},
	{"connect4", "", "99", "is a number: columns are letters here, and the first is \"a\""},
	{"connect4", "", "3.0",
		"is a number: columns are letters here, and the third is \"c\" (\"d\" if you count from 0)"},
	{"connect4", "", "100", NULL},
	{"connect4", "", "d4", "must be \"d\""},
	{"connect4", "", "d 4", "has more than the move: write \"bestmove d\""},
	{"connect4", "", "d.", "has more than the move: write \"bestmove d\""},
	{"connect4", "", "d e", "is more than one move: write one move only"},
	{"connect4", "", "d, D", "is more than one move: write one move only"},
	{"connect4", "", "None", "is no move: the program chose a missing value"},
	{"connect4", "", "-1", "is no move: the program chose a missing value"},
	{"connect4", "", "(null)", "is no move: the program chose a missing value"},
	{"connect4", "", "h", NULL},
	{"connect4", "", "xyzzy", NULL},
	{"connect4", "d d d d d d", "d",
		"was legal at the start: the column is full, or the place taken"},
	{"connect4", "d d d d d d", "h", NULL},
	{"tictactoe", "b2", "b2", "was legal at the start: the column is full, or the place taken"},
	{"tictactoe", "", "2b", "must be \"b2\""},
	{"tictactoe", "", "B2", "must be \"b2\": lower case and upper case are not the same"},
	{"tictactoe", "", "4", NULL},
};

START_TEST(a_move_that_is_nearly_right_is_explained)
	{
		struct error err = {""};
		begin(moves[_i].rules, moves[_i].moves);
		bool told = near_miss_move(&game, moves[_i].text, &err);
		ck_assert_int_eq(told, moves[_i].told != NULL);
		ck_assert_str_eq(err.text, told ? moves[_i].told : "");
	}
END_TEST

#define WROTE(line) "it wrote \"" line "\", which is not an answer: write a line such as "

/* Lines in the place of an answer in Connect Four; NULL: none of them was meant as one. */
static const struct {
	const char *said, *told;
} lines[] = {
	{"bestmove d",
		"it wrote \"bestmove d\" without a line end, which is not an answer: write a line such as \"bestmove d\" (the end of the line is missing)"},
	{"Bestmove d\n", WROTE("Bestmove d") "\"bestmove d\" (\"bestmove\" is in lower case)"},
	{"BESTMOVE x\n", WROTE("BESTMOVE x") "\"bestmove a\" (\"bestmove\" is in lower case)"},
	{"bestmove:d\n",
		WROTE("bestmove:d") "\"bestmove d\" (only a blank separates \"bestmove\" and the move)"},
	{"bestmove=4\n",
		WROTE("bestmove=4") "\"bestmove d\" (only a blank separates \"bestmove\" and the move; columns are letters here, and the fourth is \"d\" (\"e\" if you count from 0))"},
	{"best move d\n", WROTE("best move d") "\"bestmove d\" (\"bestmove\" is one word)"},
	{"best_move d\n", WROTE("best_move d") "\"bestmove d\" (\"bestmove\" is one word)"},
	{"my bestmove d\n", WROTE("my bestmove d") "\"bestmove d\" (\"bestmove\" begins the line)"},
	{"{\"bestmove\": \"d\"}\n",
		WROTE("{\"bestmove\": \"d\"}") "\"bestmove d\" (an answer is plain words, not JSON)"},
	{"{\"move\": \"e\"}\n",
		WROTE("{\"move\": \"e\"}") "\"bestmove e\" (an answer is plain words, not JSON)"},
	{"[\"d\"]\n", WROTE("[\"d\"]") "\"bestmove d\" (an answer is plain words, not JSON)"},
	{"[3, 4]\n",
		WROTE("[3, 4]") "\"bestmove c\" (an answer is plain words, not JSON; columns are letters here, and the third is \"c\" (\"d\" if you count from 0))"},
	{"[\"bestmove\", \"d\"]\n",
		WROTE("[\"bestmove\", \"d\"]") "\"bestmove d\" (an answer is plain words, not JSON)"},
	{"move d\n", WROTE("move d") "\"bestmove d\" (the word before the move is \"bestmove\")"},
	{"I play d\n",
		WROTE("I play d") "\"bestmove d\" (the word before the move is \"bestmove\")"},
	{"column: 4\n",
		WROTE("column: 4") "\"bestmove d\" (the word before the move is \"bestmove\"; columns are letters here, and the fourth is \"d\" (\"e\" if you count from 0))"},
	{"d\n", WROTE("d") "\"bestmove d\" (the word \"bestmove\" is missing before the move)"},
	{"(d, 3)\n",
		WROTE("(d, 3)") "\"bestmove d\" (the word \"bestmove\" is missing before the move)"},
	{"4\n", WROTE("4") "\"bestmove d\" (the word \"bestmove\" is missing before the move; columns are letters here, and the fourth is \"d\" (\"e\" if you count from 0))"},
	/* of several lines the last that was meant so */
	{"e\nthinking about it\n",
		WROTE("e") "\"bestmove e\" (the word \"bestmove\" is missing before the move)"},
	{"d\ne\n", WROTE("e") "\"bestmove e\" (the word \"bestmove\" is missing before the move)"},
	{"d\n\n  \n",
		WROTE("d") "\"bestmove d\" (the word \"bestmove\" is missing before the move)"},
	/* bytes that are not seen */
	{"\357\273\277bestmove d\n",
		"it wrote a byte order mark before \"bestmove d\": write UTF-8 without one (C#: new UTF8Encoding(false))"},
	{"\033[1;32mbestmove d\033[0m\n",
		"it wrote \"bestmove d\" in colours or with other escape codes of a terminal: print plain text"},
	{"\033[31mbestmoved\033[0m\n",
		WROTE("\033[31mbestmoved\033[0m") "\"bestmove d\" (\"bestmove\" begins the line)"},
	{"bestmove d\r",
		"it ends its lines with a carriage return alone (\\r): end each with a line feed (\\n)"},
	{"\r", NULL},
	{"\033[31m\n", NULL},
	{"\033[", NULL},
	{"d\r\n", WROTE("d") "\"bestmove d\" (the word \"bestmove\" is missing before the move)"},
	{"\n", NULL},
	{"", NULL},
	{"{\"score\": true}\n", NULL},
	{"[]\n", NULL},
	{"depth 3 score 10\n", NULL},
	{"bestmove d\n", NULL},
};

START_TEST(a_line_that_was_meant_as_an_answer_is_explained)
	{
		struct error err = {""};
		begin("connect4", "");
		bool told = near_miss_answer(&game, lines[_i].said, &err);
		ck_assert_msg(told == (lines[_i].told != NULL), "%s", err.text);
		ck_assert_str_eq(err.text, told ? lines[_i].told : "");
	}
END_TEST

START_TEST(without_a_game_a_line_with_bestmove_is_explained_still)
	{
		struct error err = {""};
		ck_assert(near_miss_answer(NULL, "Bestmove d\n", &err));
		ck_assert_str_eq(err.text,
			WROTE("Bestmove d") "\"bestmove MOVE\" (\"bestmove\" is in lower case)");
		ck_assert(!near_miss_answer(NULL, "d\n", &err));
	}
END_TEST

/* Twelve lines are looked at, and 80 bytes of one are shown. */
START_TEST(only_the_last_lines_and_the_beginning_of_a_line_count)
	{
		struct error err = {""};
		char text[256] = "d\n";
		begin("connect4", "");
		for (int i = 0; i < 11; i++)
			strcat(text, "no answer\n");
		ck_assert(near_miss_answer(&game, text, &err));
		strcat(text, "no answer\n");
		ck_assert(!near_miss_answer(&game, text, &err));
		memset(text, 'x', sizeof text);
		memcpy(text, "Bestmove ", 9);
		text[sizeof text - 1] = '\0';
		ck_assert(near_miss_answer(&game, text, &err));
		ck_assert_uint_eq(strcspn(strchr(err.text, '"') + 1, "\""), NEAR_MISS_LINE);
	}
END_TEST

static const struct {
	const char *awaited, *said, *told;
} words[] = {
	{"ugiok", "UGIOK\n",
		"it wrote \"UGIOK\", which is not an answer: write the line \"ugiok\" in lower case"},
	{"ugiok", "ugi ok\n",
		"it wrote \"ugi ok\", which is not an answer: write the line \"ugiok\""},
	{"ugiok", "ugiok",
		"it wrote \"ugiok\" without a line end, which is not an answer: write the line \"ugiok\""},
	{"ugiok", "ok\n", "it wrote \"ok\", which is not an answer: write the line \"ugiok\""},
	{"ugiok", "hello\nready!\n",
		"it wrote \"ready!\", which is not an answer: write the line \"ugiok\""},
	{"readyok", "ready\n",
		"it wrote \"ready\", which is not an answer: write the line \"readyok\""},
	{"readyok", "readyok, captain\n",
		"it wrote \"readyok, captain\", which is not an answer: write the line \"readyok\""},
	{"readyok", "isready\n",
		"it wrote \"isready\", which is not an answer: write the line \"readyok\""},
	{"ugiok", "ugiok\n", NULL},
	{"ugiok", "loading\n", NULL},
	{"ugiok", "ready now\n", NULL},
	{"ugiok", "", NULL},
};

START_TEST(a_word_that_is_nearly_the_awaited_one_is_explained)
	{
		struct error err = {""};
		bool told = near_miss_word(words[_i].awaited, words[_i].said, &err);
		ck_assert_msg(told == (words[_i].told != NULL), "%s", err.text);
		ck_assert_str_eq(err.text, told ? words[_i].told : "");
	}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

SUITE("game/near-miss", LOOP(a_move_that_is_nearly_right_is_explained, ROWS(moves)),
	LOOP(a_line_that_was_meant_as_an_answer_is_explained, ROWS(lines)),
	CASE(without_a_game_a_line_with_bestmove_is_explained_still),
	CASE(only_the_last_lines_and_the_beginning_of_a_line_count),
	LOOP(a_word_that_is_nearly_the_awaited_one_is_explained, ROWS(words)))
