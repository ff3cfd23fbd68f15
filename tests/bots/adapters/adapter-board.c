/*
 * Programs that read the board in rows: what they are shown, and what counts as their answer.
 */
#include "tests/lib/adapter-dialogue.h"

#define GAME	 "> uginewgame game tictactoe players 2 seat 1 seed 7\n"
#define POSITION "> position startpos moves b2 c3\n"

/* Reads rows, and answers when it has read the last one. */
static void begin(int rows, const char *answer)
{
	char script[1024];
	snprintf(script, sizeof script,
		"echo start >>log\nwhile read -r line; do\n	echo \"$line\" >>log\n	n=$((n + 1))\n"
		"	if [ $n = %d ]; then\n		n=0\n		%s\n	fi\ndone\necho end >>log\n",
		rows, answer);
	dialogue_begin("board", script);
}

START_TEST(the_board_is_shown_from_the_top)
	{
		begin(3, "echo a1");
		dialogue_start();
		dialogue_talk(GAME POSITION "> go movetime 600000\n< bestmove a1\n");
		ck_assert_str_eq(dialogue_file("log"), "start\n..o\n.x.\n...\n");
		dialogue_quit();
		begin(4, "echo 3 1");
		dialogue.options.cells = "-#O";
		dialogue.options.gap = ", ";
		dialogue.options.turn = "you are {seat}, {stone}";
		dialogue.options.mine = "O";
		dialogue.options.move = "{t} {d}";
		dialogue_start();
		dialogue_talk(GAME POSITION "> go movetime 600000\n< bestmove a1\n");
		ck_assert_str_eq(
			dialogue_file("log"), "start\nyou are 1, O\n-, -, #\n-, O, -\n-, -, -\n");
		dialogue_quit();
	}
END_TEST

START_TEST(a_game_without_rows_is_its_position_string)
	{
		begin(1, "echo a2");
		dialogue_start();
		dialogue_talk(
			"> uginewgame game nim players 2 seat 1 seed 7 param heaps 3/4\n"
			"> position startpos moves a1\n> go movetime 600000\n< bestmove a2\n");
		ck_assert_str_eq(dialogue_file("log"), "start\n2/4 p2 1\n");
		dialogue_quit();
	}
END_TEST

START_TEST(a_program_for_one_move_reads_an_end)
	{
		begin(3, ":");
		dialogue.options.restart = RESTART_MOVE;
		dialogue_start();
		dialogue_talk(GAME POSITION "> go movetime 600000\n");
		dialogue_fails("referee-adapt: the program ended without a move\n");
	}
END_TEST

/* x is to move on `..o`, `.x.`, `...`. */
static const struct {
	const char *says, *answer, *errors;
} answers[] = {
	{"a1", "a1", ""},
	{"A1!", "a1", ""},
	{"7", "7", ""},
	{"I think\\na1", "a1", "I think\n"},
	/* the board after its move, and the one before it first */
	{"..o\\n.x.\\nx..", "a1", ""},
	{"..o\\n.x.\\n...\\n..o\\n.xx\\n...", "c2", ""},
	/* one of earlier in the game, which began with b2 and c3 */
	{"...\\n.x.\\n...\\n..o\\n.x.\\n..x", "c1", ""},
	{"before\\n..o\\n.x.\\n...\\nafter\\n..o\\nxx.\\n...", "a2", "before\nafter\n"},
	/* one that no move leads to */
	{"..o\\n.x.\\nxx.", "board-of-no-legal-move", ""},
	{"..o\\n.o.\\n...", "board-of-no-legal-move", ""},
};

START_TEST(the_answer_is_a_move_or_the_board_after_it)
	{
		char does[256], said[256];
		snprintf(does, sizeof does, "printf '%s\\n'", answers[_i].says);
		begin(3, does);
		dialogue_start();
		snprintf(said, sizeof said, GAME POSITION "> go movetime 600000\n< bestmove %s\n",
			answers[_i].answer);
		dialogue_talk(said);
		ck_assert_str_eq(dialogue_file("errors"), answers[_i].errors);
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-board", CASE(the_board_is_shown_from_the_top),
	CASE(a_game_without_rows_is_its_position_string), CASE(a_program_for_one_move_reads_an_end),
	LOOP(the_answer_is_a_move_or_the_board_after_it, sizeof answers / sizeof *answers))
