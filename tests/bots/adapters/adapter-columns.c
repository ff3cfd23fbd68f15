/*
 * Solvers that read the columns played: what they are asked, and the column that their numbers
 * choose.
 */
#include "tests/lib/adapter-dialogue.h"

#define GAME "> uginewgame game connect4 players 2 seat 1 seed 7\n"
#define SMALL                                                                                      \
	"> uginewgame game connect4 players 2 seat 1 seed 7 param columns 4 param rows 3 param connect 3\n"

/* The solver writes the line of its file `answer`, in which $line is the question. */
static void begin(const char *answer)
{
	char script[512];
	snprintf(script, sizeof script,
		"while read -r line; do\n	echo \"$line\" >>log\n	%s\ndone\n", answer);
	dialogue_begin("columns", script);
}

static void ask(const char *game, const char *moves, const char *column)
{
	char said[256];
	dialogue_start();
	snprintf(said, sizeof said,
		"%s> position startpos moves %s\n> go movetime 600000\n< bestmove %s\n", game,
		moves, column);
	dialogue_talk(said);
}

static const struct {
	int base;
	const char *moves, *answer, *column;
} answers[] = {
	/* one column */
	{1, "d", "echo 3", "c"},
	{1, "d", "echo 8", "h"}, /* illegal: the referee judges it */
	{1, "d", "echo 0", "0"},
	{1, "d", "echo -3", "-3"},
	{1, "d", "echo 26", "z"},
	{1, "d", "echo 27", "27"},
	{0, "d", "echo 0", "a"},
	{0, "d", "echo 25", "z"},
	{0, "d", "echo 26", "26"},
	/* a score for each */
	{1, "d", "echo 1 2 3 4 5 6 9", "g"},
	{1, "d", "echo 9 2 3 4 5 6 9", "a"}, /* the first of two as near to the middle */
	{1, "d", "echo 1 9 9 1 1 1 1", "c"}, /* the nearest to the middle */
	{1, "d", "echo 1 1 1 1 9 9 1", "e"},
	{1, "d", "echo -3 -2 -3 -3 -3 -3 -9", "b"},
	{1, "d", "echo 0 0 0 0 0 0 0", "d"},
	{1, "d", "echo $line 1 2 3 4 5 6 9", "g"},
	{1, "d", "echo \"$line: 1, 2; 3,4,5,6	9\"", "g"},
	/* the best of the legal ones: column a is full */
	{1, "a a a a a a", "echo 9 1 2 3 2 1 0", "d"},
	/* what is something else is passed over */
	{1, "d", "echo 1 2 3; echo score 5; echo 7 7x; echo 5", "e"},
	{1, "d", "echo 1 2 3 4 5 6 7 8; echo; echo 2", "b"},
};

START_TEST(the_column_is_the_one_or_that_of_the_best_score)
	{
		begin(answers[_i].answer);
		dialogue.options.base = answers[_i].base;
		ask(GAME, answers[_i].moves, answers[_i].column);
		dialogue_quit();
	}
END_TEST

START_TEST(the_question_is_the_columns_played_as_digits)
	{
		begin("echo 1");
		ask(GAME, "d d c g", "a");
		ck_assert_str_eq(dialogue_file("log"), "4437\n");
		dialogue_quit();
		begin("echo 1");
		dialogue.options.base = 0;
		ask(GAME, "d d c g a", "b");
		ck_assert_str_eq(dialogue_file("log"), "33260\n");
		dialogue_quit();
	}
END_TEST

/* The score of the side to move behind the question: after each legal move the other is to move,
 * so the lowest counts. */
START_TEST(a_score_of_the_position_is_asked_after_each_move)
	{
		begin("case $line in 1) n=2 ;; 11) n=5 ;; 12) n=-3 ;; 13) n=-1 ;; 14) n=-3 ;; esac; echo \"$line $n 4711 12\"");
		ask(SMALL, "a", "b"); /* the first of the lowest */
		ck_assert_str_eq(dialogue_file("log"), "1\n11\n12\n13\n14\n");
		dialogue_quit();
	}
END_TEST

/* Three in a row: c ends the game, and is not asked about. */
START_TEST(a_move_that_ends_the_game_is_taken_at_once)
	{
		begin("echo \"$line -9\"");
		ask(SMALL, "a a b b", "c");
		ck_assert_str_eq(dialogue_file("log"), "1122\n11221\n11222\n");
		dialogue_quit();
	}
END_TEST

START_TEST(numbers_may_stand_in_a_sentence)
	{
		begin("echo 'depth 3: 5'; echo 'Best is [2] at 44'; echo 'best: [3]'");
		dialogue.options.answer = "best: \\[(.*)\\]";
		ask(GAME, "d", "c");
		ck_assert_str_eq(dialogue_file("errors"), "depth 3: 5\nBest is [2] at 44\n");
		dialogue_quit();
	}
END_TEST

START_TEST(a_position_that_is_no_list_of_columns_cannot_be_asked)
	{
		begin("echo 1");
		dialogue_start();
		dialogue_talk(GAME "> position fen 7/7/7/7/3y3/3r3 r 2\n> go movetime 1000\n");
		dialogue_fails(
			"referee-adapt: a list of columns begins at the empty board; openings = none, or random:4\n");
	}
END_TEST

SUITE("bots/adapters/adapter-columns",
	LOOP(the_column_is_the_one_or_that_of_the_best_score, sizeof answers / sizeof *answers),
	CASE(the_question_is_the_columns_played_as_digits),
	CASE(a_score_of_the_position_is_asked_after_each_move),
	CASE(a_move_that_ends_the_game_is_taken_at_once), CASE(numbers_may_stand_in_a_sentence),
	CASE(a_position_that_is_no_list_of_columns_cannot_be_asked))
