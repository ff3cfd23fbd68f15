/*
 * Programs that read the others' moves: in every seat, and with more than two of them.
 */
#include "tests/lib/adapter-dialogue.h"

#define LONG_GO "> go movetime 600000\n"

/* Answers each line `go` with the words of its lines in turn. */
static void begin(const char *answers)
{
	char script[512];
	snprintf(script, sizeof script,
		"echo start >>log\nset -- %s\nwhile read -r line; do\n	echo \"$line\" >>log\n"
		"	case $line in go) echo \"$1\"; shift ;; esac\ndone\n",
		answers);
	dialogue_begin("line", script);
	dialogue.options.turn = "go";
	dialogue.options.first = "you are {seat},begin";
	dialogue.options.second = "you are {seat}";
}

START_TEST(it_is_told_each_move_of_the_others_once)
	{
		begin("a1 a2");
		dialogue.options.move = "<{m}>";
		dialogue.options.answer = "(.*)";
		dialogue_start();
		dialogue_talk("> uginewgame game tictactoe players 2 seat 2 seed 7\n"
			      "> position startpos moves b2\n" LONG_GO "< bestmove a1\n");
		ck_assert_str_eq(dialogue_file("log"), "start\nyou are 2\n<b2>\ngo\n");
		dialogue_end();
	}
END_TEST

START_TEST(with_three_seats_it_is_told_the_moves_of_both_others)
	{
		begin("a1 a2 a1");
		dialogue_start();
		dialogue_talk("> uginewgame game nim players 3 seat 2 seed 7 param heaps 20\n"
			      "> position startpos moves a3\n" LONG_GO "< bestmove a1\n"
			      "> position startpos moves a3 a1 a2 a1\n" LONG_GO "< bestmove a2\n"
			      "> position startpos moves a3 a1 a2 a1 a2 a3 a1\n" LONG_GO
			      "< bestmove a1\n");
		ck_assert_str_eq(
			dialogue_file("log"), "start\nyou are 2\na3\ngo\na2\na1\ngo\na3\na1\ngo\n");
		dialogue_quit();
	}
END_TEST

START_TEST(a_game_after_another_begins_anew)
	{
		begin("1 2");
		dialogue_start();
		for (int game = 0; game < 2; game++)
			dialogue_talk("> uginewgame game connect4 players 2 seat 1 seed 7\n"
				      "> position startpos\n" LONG_GO "< bestmove a\n"
				      "> position startpos moves a g\n" LONG_GO "< bestmove b\n");
		ck_assert_str_eq(dialogue_file("log"),
			"start\nyou are 1\nbegin\ngo\n7\ngo\nstart\nyou are 1\nbegin\ngo\n7\ngo\n");
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-line", CASE(it_is_told_each_move_of_the_others_once),
	CASE(with_three_seats_it_is_told_the_moves_of_both_others),
	CASE(a_game_after_another_begins_anew))
