/*
 * Programs of CodinGame's contest: the lines of each turn, by its statement.
 */
#include "tests/lib/adapter-dialogue.h"

#define GAME(seat)                                                                                 \
	"> uginewgame game connect4 players 2 seat " #seat                                         \
	" seed 7 param columns 3 param rows 3 param connect 3\n"

/* A turn is 1 line, 3 rows, the number of columns and each of them, and the last one. */
static void begin(const char *answer)
{
	char script[512];
	snprintf(script, sizeof script,
		"read -r ids; echo \"$ids\" >>log\n"
		"while read -r turn && read -r top && read -r middle && read -r bottom && read -r count; do\n"
		"	echo \"$turn $top $middle $bottom $count\" >>log\n"
		"	for i in $(seq $count); do read -r column; echo \"$column\" >>log; done\n"
		"	read -r last; echo \"last $last\" >>log\n	%s\ndone\n",
		answer);
	dialogue_begin("codingame", script);
}

START_TEST(a_turn_has_its_number_the_rows_the_legal_columns_and_the_last_one)
	{
		begin("echo 2");
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos\n> go movetime 900\n< bestmove c\n"
				      "> position startpos moves b b\n> go movetime 900\n"
				      "< bestmove c\n");
		ck_assert_str_eq(dialogue_file("log"),
			"0 1\n0 ... ... ... 3\n0\n1\n2\nlast -1\n2 ... .1. .0. 3\n0\n1\n2\nlast 1\n");
		dialogue_quit();
	}
END_TEST

START_TEST(seat_2_is_player_1_and_each_game_begins_with_the_ids)
	{
		begin("echo 0");
		dialogue_start();
		for (int game = 0; game < 2; game++)
			dialogue_talk(GAME(2) "> position startpos moves c\n> go movetime 900\n"
					      "< bestmove a\n");
		ck_assert_str_eq(dialogue_file("log"),
			"1 0\n1 ... ... ..0 3\n0\n1\n2\nlast 2\n1 0\n1 ... ... ..0 3\n0\n1\n2\nlast 2\n");
		dialogue_quit();
	}
END_TEST

static const struct {
	const char *says, *answer, *errors;
} answers[] = {
	{"2", "c", ""},
	{"3", "d", ""}, /* illegal: the referee judges it */
	{"-2", "-2", ""},
	{"depth 3\\n1", "b", "depth 3\n"},
};

START_TEST(the_answer_is_a_column_from_0)
	{
		char does[128], said[256];
		snprintf(does, sizeof does, "printf -- '%s\\n'", answers[_i].says);
		begin(does);
		dialogue_start();
		snprintf(said, sizeof said,
			GAME(1) "> position startpos\n> go movetime 900\n< bestmove %s\n",
			answers[_i].answer);
		dialogue_talk(said);
		ck_assert_str_eq(dialogue_file("errors"), answers[_i].errors);
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-codingame",
	CASE(a_turn_has_its_number_the_rows_the_legal_columns_and_the_last_one),
	CASE(seat_2_is_player_1_and_each_game_begins_with_the_ids),
	LOOP(the_answer_is_a_column_from_0, sizeof answers / sizeof *answers))
