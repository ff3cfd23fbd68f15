/*
 * tree.c - values and visited nodes of trees, against the vectors and by hand; every way to get
 * the input wrong.
 */
#include "bots/solve/game-tree.h"
#include "tests/lib/byte-source.h"
#include "tests/lib/suite.h"

#include <inttypes.h>

enum { TREE_ROOM = 1 << 17, TREE_WHY = 1024 };

static const char *const tree_vectors[] = {"tree-01", "tree-02", "tree-03", "tree-04", "tree-05",
	"tree-06", "tree-07", "tree-08", "tree-09", "tree-10", "tree-11", "tree-12"};
static const char *const tree_exercises[] = {"tree-exercise-1", "tree-exercise-2",
	"tree-exercise-3", "tree-exercise-4", "tree-exercise-5", "tree-exercise-6",
	"tree-exercise-7"};
static const size_t tree_pieces[] = {1, 2, 3, 7, 8, 9, 64, 4096, 1 << 20};

enum {
	TREE_VECTORS = sizeof tree_vectors / sizeof *tree_vectors,
	TREE_EXERCISES = sizeof tree_exercises / sizeof *tree_exercises,
	TREE_PIECES = sizeof tree_pieces / sizeof *tree_pieces
};

static enum solve_status tree_solve(const char *bytes, size_t length, size_t piece, bool prune,
	struct game_tree_answer *answer, struct error *err)
{
	struct source source = {bytes, length, piece};
	struct input *in = input_create(source_read, &source);
	struct game_tree tree;
	enum solve_status status = SOLVE_INPUT;

	ck_assert_ptr_nonnull(in);
	error_clear(err);
	if (game_tree_read(in, &tree, err))
		status = game_tree_solve(in, &tree, prune, answer, err);
	input_free(in);
	return status;
}

/* "VALUE NODES" of a text, or what is wrong with it. */
static const char *tree_line(const char *text, size_t piece, bool prune)
{
	static struct error line;
	struct game_tree_answer answer;

	if (tree_solve(text, strlen(text), piece, prune, &answer, &line) == SOLVE_DONE)
		error_set(&line, "%" PRId64 " %" PRIu64, answer.value, answer.nodes);
	return line.text;
}

static void tree_check(const char *folder, const char *name, size_t piece)
{
	static char in[TREE_ROOM], out[TREE_ROOM];

	ck_assert(source_file(folder, name, "in", in, sizeof in));
	ck_assert(source_file(folder, name, "out", out, sizeof out));
	out[strcspn(out, "\n")] = '\0';
	ck_assert_str_eq(tree_line(in, piece, true), out);
}

START_TEST(value_and_nodes_are_those_of_the_vectors)
	{
		for (int i = 0; i < TREE_PIECES; i++)
			tree_check("tests/vectors/puzzles", tree_vectors[_i], tree_pieces[i]);
	}
END_TEST

START_TEST(value_and_nodes_are_those_of_the_exercise)
	{
		static char in[TREE_ROOM];

		if (source_file(source_reference(), tree_exercises[_i], "in", in, sizeof in))
			tree_check(source_reference(), tree_exercises[_i], 4096);
		else
			printf("%s is not here: passed over\n", tree_exercises[_i]);
	}
END_TEST

/* Trees done by hand. */
static const struct tree_row {
	const char *in, *alphabeta, *minimax;
} tree_rows[] = {
	{"0 3\n-7\n", "-7 1", "-7 1"},
	{"1 1 34", "34 2", "34 2"},
	{"3 1 5", "5 4", "5 4"},
	{"2 2\n3 4 1 9", "3 6", "3 7"},
	{"2 2\r\n3\r\n4\t 1\n\n\n9  ", "3 6", "3 7"},
	{"2 2 3 4 5 9", "5 7", "5 7"},
	{"1 3 9223372036854775807 1 2", "9223372036854775807 4", "9223372036854775807 4"},
	{"1 2 -9223372036854775808 -9223372036854775808", "-9223372036854775808 3",
		"-9223372036854775808 3"},
	/* An end of the numbers is no infinity: nothing is cut before both bounds are set. */
	{"2 2 9223372036854775807 9223372036854775807 9223372036854775807 5",
		"9223372036854775807 6", "9223372036854775807 7"},
	{"3 2 9223372036854775807 1 2 3 4 5 6 7", "5 14", "5 15"},
	{"2 2 -9223372036854775808 1 2 -9223372036854775808", "-9223372036854775808 7",
		"-9223372036854775808 7"},
	{"1 4 0000000000000000000000012 -0 00000007 12345678", "12345678 5", "12345678 5"},
};

START_TEST(values_and_nodes_are_those_found_by_hand)
	{
		const struct tree_row *row = &tree_rows[_i];

		for (int i = 0; i < TREE_PIECES; i++) {
			ck_assert_str_eq(tree_line(row->in, tree_pieces[i], true), row->alphabeta);
			ck_assert_str_eq(tree_line(row->in, tree_pieces[i], false), row->minimax);
		}
	}
END_TEST

static const struct tree_wrong {
	const char *in, *where;
} tree_wrongs[] = {
	{"", "line 1, column 1: the input ends where a depth"},
	{"   \n", "line 2, column 1: the input ends where a depth"},
	{"x 2 1 2", "line 1, column 1: \"x\" is not a depth"},
	{"-1 2 1 2", "line 1, column 1: a depth (depth and branching come first) is from 0"},
	{"2 \033[2J", "line 1, column 3: \"?[2J\" is not a branching"},
	{"2", "line 1, column 2: the input ends where a branching"},
	{"2 0\n", "line 1, column 3: a branching (depth and branching come first) is from 1"},
	{"2 2\n1 2 3", "line 2, column 6: the input ends where leaf 4 of 4"},
	{"2 2\n1 2 3\n", "line 3, column 1: the input ends where leaf 4 of 4"},
	{"2 2\n1 2 3 4 5\n", "line 2, column 9: more than 4 leaves"},
	{"2 2\n1 2\n3 4\n  5", "line 4, column 3: more than 4 leaves"},
	{"2 2\n1 x 3 4\n", "line 2, column 3: \"x\" is not leaf 2 of 4"},
	{"2 2\n1 2.5 3 4\n", "line 2, column 3: \"2.5\" is not leaf 2 of 4"},
	{"2 2\n1 2- 3 4\n", "line 2, column 3: \"2-\" is not leaf 2 of 4"},
	{"2 2\n1 - 3 4\n", "line 2, column 3: \"-\" is not leaf 2 of 4"},
	{"2 2\n1 --2 3 4\n", "line 2, column 3: \"--2\" is not leaf 2 of 4"},
	{"2 2\n1 9223372036854775808 3 4\n", "line 2, column 3: \"9223372036854775808\" is not"},
	{"2 2\n1 -9223372036854775809 3 4\n", "line 2, column 3: \"-9223372036854775809\" is not"},
	/* Below a cut: the second min node is cut at 1, what follows is only dropped. */
	{"2 5\n5 5 5 5 5\n1 2 3 y 5\n1 2 3 4 5 1 2 3 4 5 1 2 3 4 5",
		"line 3, column 7: \"y\" is not leaf 9"},
	{"2 5\n5 5 5 5 5\n1 2 3 4- 5\n1 2 3 4 5 1 2 3 4 5 1 2 3 4 5",
		"line 3, column 7: \"4-\" is not leaf 9"},
	{"2 5\n5 5 5 5 5\n1 2 3 99999999999999999999 5\n",
		"line 3, column 7: \"99999999999999999999\""},
	{"2 5\n5 5 5 5 5\n1 2 3", "line 3, column 6: the input ends where leaf 9 of 25"},
	{"80 2\n1 2", "line 2, column 4: the input ends where leaf 3 of more than 2^64"},
};

START_TEST(what_is_wrong_is_told_with_its_line_and_column)
	{
		const struct tree_wrong *row = &tree_wrongs[_i];

		for (int i = 0; i < TREE_PIECES; i++) {
			const char *line = tree_line(row->in, tree_pieces[i], true);
			ck_assert_msg(strncmp(line, row->where, strlen(row->where)) == 0,
				"expected %s\ngot      %s", row->where, line);
			line = tree_line(row->in, tree_pieces[i], false);
			ck_assert_msg(strncmp(line, row->where, strlen(row->where)) == 0,
				"expected %s\ngot      %s", row->where, line);
		}
	}
END_TEST

START_TEST(a_path_of_a_million_nodes_is_no_problem)
	{
		ck_assert_str_eq(tree_line("1000000 1\n-42\n", 4096, true), "-42 1000001");
		ck_assert_str_eq(tree_line("1000000 1\n-42\n", 4096, false), "-42 1000001");
	}
END_TEST

/* A cut must drop exactly as many leaves as it reports, whatever they look like. */
START_TEST(dropped_numbers_of_all_lengths_are_counted_right)
	{
		enum { LEAVES = 20000, LONGEST = 24 };
		static char text[LEAVES * LONGEST + 64];
		static const char *const blanks[] = {" ", "\n", "\r\n", "\t ", "     "};
		uint64_t random = (uint64_t)_i + 1;
		int used = 0;

		for (int i = 0; i < LEAVES; i++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			int64_t number = (int64_t)random >> (random >> 58);
			used += sprintf(
				text + used, "%" PRId64 "%s", number, blanks[random >> 33 & 3]);
		}
		for (int i = 0; i < TREE_PIECES; i++) {
			struct source source = {text, (size_t)used, tree_pieces[i]};
			struct input *in = input_create(source_read, &source);
			uint64_t left = LEAVES;
			for (uint64_t step = 1; left > 0; step = step * 3 + 1) {
				uint64_t most = step < left ? step : left;
				ck_assert_uint_eq(input_skip(in, most), most);
				left -= most;
			}
			ck_assert(!input_seek(in));
			input_free(in);
		}
	}
END_TEST

SUITE("bots/solve/tree", LOOP(value_and_nodes_are_those_of_the_vectors, TREE_VECTORS),
	LOOP(value_and_nodes_are_those_of_the_exercise, TREE_EXERCISES),
	LOOP(values_and_nodes_are_those_found_by_hand, sizeof tree_rows / sizeof *tree_rows),
	LOOP(what_is_wrong_is_told_with_its_line_and_column,
		sizeof tree_wrongs / sizeof *tree_wrongs),
	CASE(a_path_of_a_million_nodes_is_no_problem),
	LOOP(dropped_numbers_of_all_lengths_are_counted_right, 20))
