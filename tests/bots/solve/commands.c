/*
 * The subcommands answer small questions as by hand, and wrong ones with a line that says why.
 */
#include "tests/lib/solve-run.h"

enum { WORDS = 10 };

static const struct {
	const char *words[WORDS], *in;
	int status;
	const char *out, *err;
} runs[] = {
	/* One heap and moves of up to 3, the last token loses: lost where 4 leave 1. */
	{{"nim"}, "", 0, "-1 -\n", ""},
	{{"nim", "--heaps", "4"}, "", 0, "1 a3\n", ""},
	{{"nim", "--heaps", "5"}, "", 0, "-1 -\n", ""},
	{{"nim", "--heaps", "6"}, "", 0, "1 a1\n", ""},
	{{"nim", "--heaps", "7", "--take", "2"}, "", 0, "-1 -\n", ""},
	{{"nim", "--heaps", "7", "--misere", "0"}, "", 0, "1 a3\n", ""},
	/* Bouton's theorem. */
	{{"nim", "--heaps", "3/4/5", "--take", "0", "--misere", "0"}, "", 0, "1 a2\n", ""},
	{{"nim", "--heaps", "1/1/1", "--take", "0", "--misere", "0"}, "", 0, "1 a1,b1,c1\n", ""},
	/* A node's value is the first player's, a child stands below its parent. */
	{{"nim", "--heaps", "2", "--tree"}, "", 0,
		"1 a1\n"
		"max_2 = 1\n"
		"  a1 min_1 = 1\n"
		"    a1 max_0 = 1\n"
		"  a2 min_0 = -1\n",
		""},
	{{"nim", "--heaps", "1/1", "--take", "0", "--misere", "0", "--tree"}, "", 0,
		"-1 -\n"
		"max_1/1 = -1\n"
		"  a1 min_0/1 = -1\n"
		"    b1 max_0/0 = -1\n"
		"  b1 min_1/0 = -1\n"
		"    a1 max_0/0 = -1\n",
		""},
	{{"nim", "--heaps", "30", "--tree"}, "", 2, "1 a1\n",
		"referee-solve: the tree is too large to print: it has more than 1000000 nodes\n"},
	{{"nim", "--heaps", "2001", "--take", "1", "--tree"}, "", 2, "-1 -\n",
		"referee-solve: the tree is too large to print: it has more than 1000000 nodes\n"},
	{{"nim", "--heaps", "3/0"}, "", 2, "",
		"referee-solve: heaps \"3/0\" is not 1 to 26 heaps of 1 to 9999 tokens such as 3/4/5\n"},
	{{"nim", "--draw", "x.png"}, "", 2, "",
		"referee-solve: --draw writes FILE.dot, not \"x.png\"; dot -Tsvg FILE.dot draws it\n"},
	{{"nim", "--draw", "/no/folder/x.dot", "--heaps", "2"}, "", 70, "",
		"referee-solve: /no/folder/x.dot: No such file or directory\n"},
	{{"nim", "--draw", "/no/folder/x.dot"}, "", 2, "",
		"referee-solve: the tree is too large to draw: it has more than 400 nodes (nothing is drawn)\n"},

	{{"tictactoe"}, "", 0, "0 a1,b1,c1,a2,b2,c2,a3,b3,c3 5478\n", ""},
	/* o has lost; a draw by the last cell, which is known the second time. */
	{{"tictactoe", "-"},
		"xxx/oo1/3 o 3\nxox/1ox/oxo x 5\nxox/1ox/oxo x 5\n\nx x\nxxx/oo1/3 o 3  \r\n", 3,
		"-1 - 1\n0 a2 2\n0 a2 0\n"
		"error: line 4: row 1 from the top has fewer than 3 columns\n"
		"error: line 5: row 1 from the top has fewer than 3 columns\n"
		"-1 - 0\n",
		""},
	{{"tictactoe", "--draw", "x.dot", "-"}, "", 2, "",
		"referee-solve: --draw is for one position, not for -\n"},
	{{"tictactoe", "--draw", "x"}, "", 2, "",
		"referee-solve: --draw writes FILE.dot, not \"x\"; dot -Tsvg FILE.dot draws it\n"},

	{{"letters"}, "4 4\nA S R E\nSA 2\nSE 4\nRE 1\nA 1\n", 0, "S 4-1\n", ""},
	{{"letters"}, "1 1\nA\nAB 3\n", 3, "",
		"referee-solve: line 3, column 2: \"AB\" has B, which is not in the pile A\n"},

	{{"tree"}, "2 2 3 4 1 9", 0, "3 6\n", ""},
	{{"tree", "--algorithm", "alphabeta"}, "2 2 3 4 1 9", 0, "3 6\n", ""},
	{{"tree", "--algorithm", "minimax"}, "2 2 3 4 1 9", 0, "3 7\n", ""},
	{{"tree", "--algorithm", "minmax"}, "2 2 3 4 1 9", 2, "",
		"referee-solve: --algorithm is alphabeta or minimax, not \"minmax\"; did you mean minimax?\n"},
	{{"tree", "--algorithm", "negascout"}, "2 2 3 4 1 9", 2, "",
		"referee-solve: --algorithm is alphabeta or minimax, not \"negascout\"\n"},
	{{"tree", "--draw", "x.svg"}, "2 2 3 4 1 9", 2, "",
		"referee-solve: --draw writes FILE.dot, not \"x.svg\"; dot -Tsvg FILE.dot draws it\n"},
	{{"tree", "--draw", "/no/folder/x.dot"}, "2 2 3 4 1 9", 70, "",
		"referee-solve: /no/folder/x.dot: No such file or directory\n"},
	{{"tree", "--draw", "/no/folder/x.dot"}, "9 9 1 2 3", 2, "",
		"referee-solve: the tree is too large to draw: it has more than 400 nodes (nothing is drawn)\n"},
	{{"tree"}, "2 2 3 4 1", 3, "",
		"referee-solve: line 1, column 10: the input ends where leaf 4 of 4 (a whole number of 64 bits) should be\n"},

	{{"connect4", "--hash", "0"}, "", 2, "",
		"referee-solve: --hash is a whole number from 1 to 65536, not \"0\"\n"},
	{{"connect4", "--hash", "65537"}, "", 2, "",
		"referee-solve: --hash is a whole number from 1 to 65536, not \"65537\"\n"},
	{{"connect4", "--hash", "1", "dh"}, "", 2, "",
		"referee-solve: move 2 is not a column; write a to g, or 1 to 7\n"},
	{{"perft", "connect4", "x"}, "", 2, "",
		"referee-solve: the depth is a whole number from 0 to 10000, not \"x\"\n"},
	{{"perft", "connect4", "10001"}, "", 2, "",
		"referee-solve: the depth is a whole number from 0 to 10000, not \"10001\"\n"},
	{{"perft", "nim", "1", "--players", "7"}, "", 2, "",
		"referee-solve: --players is a whole number from 2 to 6, not \"7\"\n"},
	{{"perft", "conect4", "1"}, "", 2, "",
		"referee-solve: no game \"conect4\"; did you mean connect4? (see referee-bot --list)\n"},
	{{"repertoire", "/no/folder/x", "--plies", "0"}, "", 2, "",
		"referee-solve: --plies is a whole number from 1 to 42, not \"0\"\n"},
	{{"repertoire", "/no/folder/x", "--hash", "65537"}, "", 2, "",
		"referee-solve: --hash is a whole number from 1 to 65536, not \"65537\"\n"},
	{{"oracle", "--nodes", "0"}, "", 2, "",
		"referee-solve: --nodes is a whole number from 1 to 4611686018427387903, not \"0\"\n"},
};

START_TEST(a_question_is_answered_as_by_hand)
	{
		ck_assert_int_eq(solve_run(runs[_i].words, runs[_i].in), runs[_i].status);
		ck_assert_str_eq(solve_ran.err, runs[_i].err);
		ck_assert_str_eq(solve_ran.out, runs[_i].out);
	}
END_TEST

/* Counted by hand; the speed is on standard error. */
static const struct {
	const char *words[WORDS], *out;
} counts[] = {
	{{"perft", "connect4", "0"}, "1\n"},
	{{"perft", "connect4", "0", "--divide"}, "1\n"},
	{{"perft", "connect4", "2"}, "49\n"},
	{{"perft", "connect4", "2", "--divide", "--param", "columns=4"},
		"a 4\nb 4\nc 4\nd 4\n16\n"},
	/* From 3 by 1 or 2: 2 and 1 are left, which have two moves and one. */
	{{"perft", "nim", "2", "--divide", "--param", "heaps=3", "--param", "take=2"},
		"a1 2\na2 1\n3\n"},
	/* Four moves in a game of three, and one that is over before. */
	{{"perft", "nim", "4", "--players", "3", "--param", "heaps=4", "--param", "take=1"}, "1\n"},
	{{"perft", "nim", "5", "--players", "3", "--param", "heaps=4"}, "0\n"},
	{{"perft", "connect4", "2", "--position", "startpos"}, "49\n"},
};

START_TEST(sequences_are_counted)
	{
		ck_assert_int_eq(solve_run(counts[_i].words, ""), 0);
		ck_assert_str_eq(solve_ran.out, counts[_i].out);
		ck_assert_ptr_nonnull(strstr(solve_ran.err, " nodes per second\n"));
	}
END_TEST

static int lines_of(const char *text)
{
	int count = 0;
	for (; (text = strchr(text, '\n')) != NULL; text++)
		count++;
	return count;
}

/* One token at a time: a path. With the answer it has one line more than nodes. */
START_TEST(a_tree_of_2000_tokens_is_printed)
	{
		const char *const words[] = {"nim", "--heaps", "40", "--take", "1", "--tree", NULL};
		ck_assert_int_eq(solve_run(words, ""), 0);
		ck_assert_int_eq(lines_of(solve_ran.out), 42);
		/* Indented by its depth, the last of 2000 lines alone has 4000 blanks. */
		const char *const most[] = {
			"nim", "--heaps", "2000", "--take", "1", "--tree", NULL};
		ck_assert_int_eq(solve_run(most, ""), 0);
		ck_assert_str_eq(solve_ran.err, "");
	}
END_TEST

/* A question a line is answered a line; the wrong ones too, with their numbers. */
START_TEST(many_positions_are_answered_in_order)
	{
		const char *const words[] = {"connect4", "--hash", "1", "-", NULL};
		/* Yellow has no answer to three with both ends free; red wins with its fourth
		 * stone: 22 - 4. */
		ck_assert_int_eq(solve_run(words, "a g b g c f\n12x\na g b g c f\n"), 3);
		ck_assert_int_eq(strncmp(solve_ran.out, "18 d ", 5), 0);
		const char *second = strchr(solve_ran.out, '\n') + 1;
		ck_assert_int_eq(strncmp(second, "error: line 2: ", 15), 0);
		ck_assert_int_eq(lines_of(solve_ran.out), 3);
	}
END_TEST

SUITE("bots/solve/commands", LOOP(a_question_is_answered_as_by_hand, sizeof runs / sizeof *runs),
	LOOP(sequences_are_counted, sizeof counts / sizeof *counts),
	CASE(a_tree_of_2000_tokens_is_printed), CASE(many_positions_are_answered_in_order))
