/*
 * The oracle's conversation: each line and its answer.
 */
#include "tests/lib/solve-run.h"

#define NIM(heaps) "uginewgame game nim players 2 seat 1 seed 7 param heaps " heaps "\n"
#define TICTACTOE  "uginewgame game tictactoe players 2 seat 1 seed 7\n"
#define TREE(leaves)                                                                                        \
	"uginewgame game tree players 2 seat 1 seed 7 param depth 2 param branching 2 param leaves " leaves \
	"\n"
#define SMALL "uginewgame game connect4 players 2 seat 1 seed 7 param columns 4 param rows 4\n"
#define KNOWN "error known are uginewgame, position, go nodes N, query exact, isready, quit\n"

static const struct {
	const char *in, *out;
} conversations[] = {
	{"", ""},
	{"isready\n", "readyok\n"},
	{"\n \t\nisready\n", "readyok\n"},
	{"isready\r\nquit\nisready\n", "readyok\n"},
	{"isready", ""}, /* no line ends */
	/* The last token loses: lost where 4 leave 1, and at 0 the other took the last. */
	{NIM("4") "query exact\nposition startpos\nposition startpos moves a3\n"
		  "position startpos moves a3 a1\nposition fen 2 p1 2\n",
		"response nim\nvalue 1\nvalue -1\nvalue 1\nvalue 1\n"},
	/* Each game anew, also with the same position. */
	{NIM("5") "position fen 4 p2 1\n" NIM("4") "position fen 4 p1 1\n" TICTACTOE
						   "position startpos\nposition startpos\n" NIM(
							   "5") "position startpos\n",
		"value 1\nvalue 1\nvalue 0\nvalue 0\nvalue -1\n"},
	{TICTACTOE "position fen xxx/oo1/3 o 3\nposition fen xox/oxx/oxo o 5\n"
		   "position fen ooo/xx1/x2 x 4\nposition fen xx1/oo1/3 x 3\n",
		"value -1\nvalue 0\nvalue -1\nvalue 1\n"},
	/* The leaf is seat 1's gain: max of min(3, 8) and min(5, 2); below 2 seat 2 has -2; at its
	 * end the turn would be seat 1's. */
	{TREE("3,8,5,2") "position startpos\nposition startpos moves 1\nposition startpos moves 2\n"
			 "position startpos moves 2 2\nquery exact\n",
		"value 3\nvalue -3\nvalue -2\nvalue 2\nresponse tree\n"},
	/* Other seats, and games without a solver. */
	{"uginewgame game nim players 3 seat 1 seed 7\nquery exact\nposition startpos\n",
		"response none\nvalue unknown\n"},
	{"uginewgame game othello players 2 seat 1 seed 7\nposition startpos\n"
	 "position startpos moves d3\n",
		"value unknown\nvalue unknown\n"},
	/* A little work finds nothing; the same question with more does. */
	{SMALL "go nodes 1\nposition startpos\ngo nodes 4000000\nposition startpos\ngo nodes 1\n"
	       "position startpos\n",
		"value unknown\nvalue 0\nvalue 0\n"},
	{SMALL "go nodes 4000000\nposition startpos\n" SMALL "go nodes 1\nposition startpos\n",
		"value 0\nvalue unknown\n"},
	/* Wrong lines. */
	{"position startpos\nquery exact\n",
		"error which game? uginewgame comes first\nresponse none\n"},
	{"uginewgame\n", "error which game? uginewgame game NAME players N seat 1 seed S ...\n"},
	{"uginewgame game conect4 players 2 seat 1 seed 7\nposition startpos\n",
		"error no game \"conect4\"; did you mean connect4? (see referee-bot --list)\n"
		"error which game? uginewgame comes first\n"},
	/* A game that cannot be leaves none. */
	{NIM("4") NIM("0") "position startpos\n",
		"error heaps \"0\" is not 1 to 26 heaps of 1 to 9999 tokens such as 3/4/5\n"
		"error which game? uginewgame comes first\n"},
	{NIM("4") "position startpos moves a4\nposition startpos\n",
		"error \"a4\" is no legal move of nim there\nvalue 1\n"},
	{NIM("4") "go movetime 5\ngo nodes 0\ngo nodes 1\nposition startpos\n",
		"error work is limited by nodes alone: go nodes N, from 1\n"
		"error work is limited by nodes alone: go nodes N, from 1\nvalue 1\n"},
	{"query islegal a\nquery exact\n",
		"error unknown query; only query exact is supported\nresponse none\n"},
	{"hello\nugi\nsetoption name x\n", KNOWN KNOWN KNOWN},
};

START_TEST(a_line_is_answered_in_order)
	{
		const char *const words[] = {"oracle", NULL};
		ck_assert_int_eq(solve_run(words, conversations[_i].in), 0);
		ck_assert_str_eq(solve_ran.out, conversations[_i].out);
		ck_assert_str_eq(solve_ran.err, "");
	}
END_TEST

/* The flag is the work for all positions that come before `go nodes`. */
START_TEST(the_work_at_first_is_that_of_the_flag)
	{
		const char *const words[] = {"oracle", "--nodes", "1", NULL};
		ck_assert_int_eq(solve_run(words, SMALL "position startpos\n"), 0);
		ck_assert_str_eq(solve_ran.out, "value unknown\n");
		const char *const many[] = {"oracle", "--nodes", "4000000", NULL};
		ck_assert_int_eq(solve_run(many, SMALL "position startpos\n"), 0);
		ck_assert_str_eq(solve_ran.out, "value 0\n");
	}
END_TEST

/* 65536 bytes with their end fit; of a line that is longer nothing is answered but that. */
START_TEST(a_line_that_is_too_long_is_told_once)
	{
		enum { LENGTHS = 3 };
		static const int lengths[LENGTHS] = {65535, 65536, 200000};
		static char text[200100];
		const char *const words[] = {"oracle", NULL};
		for (int i = 0; i < LENGTHS; i++) {
			memset(text, ' ', (size_t)lengths[i]);
			memcpy(text, "isready", 7);
			strcpy(text + lengths[i], "\nquery exact\n");
			ck_assert_int_eq(solve_run(words, text), 0);
			ck_assert_str_eq(solve_ran.out,
				lengths[i] < 65536 ? "readyok\nresponse none\n"
						   : "error a line was too long\nresponse none\n");
		}
	}
END_TEST

SUITE("bots/solve/solve-oracle",
	LOOP(a_line_is_answered_in_order, sizeof conversations / sizeof *conversations),
	CASE(the_work_at_first_is_that_of_the_flag), CASE(a_line_that_is_too_long_is_told_once))
