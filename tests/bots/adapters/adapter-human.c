/*
 * Games for a person: questions that are answered, prompts that are waited for, and moves that are
 * found in what the program prints.
 */
#include <poll.h>

#include "tests/lib/adapter-dialogue.h"

#define GAME(seat) "> uginewgame game tictactoe players 2 seat " #seat " seed 7\n"
#define LONG_GO	   "> go movetime 600000\n"

static void begin(const char *script)
{
	dialogue_begin("human", script);
	dialogue.options.ask = "your move";
	dialogue.options.answer = "I play ([a-c][1-3])";
}

START_TEST(its_questions_are_answered_by_the_seat)
	{
		static const char script[] =
			"printf 'Name? '; read -r a; echo \"$a\" >>log\n"
			"printf 'Do you begin? '; read -r a; echo \"$a\" >>log\n"
			"[ \"$a\" = n ] || { printf 'Your move: '; read -r a; echo \"$a\" >>log; }\n"
			"echo 'I play c3.'\nread -r a\n";
		begin(script);
		dialogue.options.first = "Ada {seat}{stone},n";
		dialogue.options.second = "Bob {seat}{stone},y";
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos\n" LONG_GO "< bestmove c3\n");
		ck_assert_str_eq(dialogue_file("log"), "Ada 1X\nn\n");
		dialogue_talk(GAME(2) "> position startpos moves b2\n" LONG_GO "< bestmove c3\n");
		ck_assert_str_eq(dialogue_file("log"), "Ada 1X\nn\nBob 2O\ny\nb2\n");
		dialogue_quit();
	}
END_TEST

/* A line of input before the prompt would be read by another question. */
START_TEST(a_move_is_typed_when_its_prompt_has_come)
	{
		begin("read -r gate <gate\necho 'Welcome.'\necho 'YOUR MOVE, 1 to 9'\n"
		      "read -r a\necho \"$a\" >>log\necho 'you played it; I play a1'\nread -r a\n");
		dialogue.options.move = "{i}";
		dialogue.options.answer = "I play (.)";
		dialogue_start();
		dialogue_talk(GAME(2) "> position startpos moves c3\n" LONG_GO);
		char path[DIALOGUE_PATH];
		dialogue_path("gate", path);
		ck_assert_str_eq(dialogue_file("log"), "");
		FILE *gate = fopen(path, "w");
		fputs("open\n", gate);
		fclose(gate);
		dialogue_talk("< bestmove a\n");
		ck_assert_str_eq(dialogue_file("log"), "3\n");
		ck_assert_str_eq(dialogue_file("errors"), "Welcome.\nYOUR MOVE, 1 to 9\n");
		dialogue_quit();
	}
END_TEST

/* Seat 1 in a game that begins; the move is b2. */
static const struct {
	const char *says, *answer, *row, *errors;
} shows[] = {
	{"I play b2", "I play (..)", NULL, ""},
	{"thinking\\nI PLAY B2!", "I play (..)", NULL, "thinking\n"},
	/* before the prompt, in the same line */
	{"I play b2. Your move: \\c", "I play (..)", NULL, ""},
	{"|.|.|.|\\n|.|X|.|\\n|.|.|.|", NULL, "^[|]", ""},
	{"Board:\\n1 |.|.|.|\\n2 |.|X|.|\\n3 |.|.|.|", NULL, "^[1-3] ([|].*)", "Board:\n"},
};

START_TEST(its_own_move_is_found_in_what_it_prints)
	{
		char script[256];
		snprintf(
			script, sizeof script, "printf '%%b\\n' '%s'\nread -r a\n", shows[_i].says);
		begin(script);
		dialogue.options.answer = shows[_i].answer;
		dialogue.options.row = shows[_i].row;
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos\n" LONG_GO "< bestmove b2\n");
		ck_assert_str_eq(dialogue_file("errors"), shows[_i].errors);
		dialogue_quit();
	}
END_TEST

/* The complaint stands in the log before the program says its move. */
START_TEST(a_prompt_before_its_own_move_is_told)
	{
		char path[DIALOGUE_PATH];
		begin("printf 'Your move: '\nread -r a <gate\necho\necho I play b2\nread -r a\n");
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos\n" LONG_GO);
		while (strchr(dialogue_file("errors"), '\n') == NULL)
			poll(NULL, 0, 1);
		ck_assert_str_eq(dialogue_file("errors"),
			"referee-adapt: the program asks for a move before the adapter has read its own; see --answer and --row\n");
		dialogue_path("gate", path);
		FILE *gate = fopen(path, "w");
		fputs("go on\n", gate);
		fclose(gate);
		dialogue_talk("< bestmove b2\n");
		dialogue_quit();
	}
END_TEST

START_TEST(without_a_prompt_moves_are_typed_at_once)
	{
		begin("read -r a\necho \"$a\" >>log\necho I play a1\nread -r a\necho \"$a\" >>log\n"
		      "echo I play c1\nread -r a\n");
		dialogue.options.ask = NULL;
		dialogue_start();
		dialogue_talk(
			GAME(2) "> position startpos moves b2\n" LONG_GO "< bestmove a1\n"
				"> position startpos moves b2 a1 a3\n" LONG_GO "< bestmove c1\n");
		ck_assert_str_eq(dialogue_file("log"), "b2\na3\n");
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-human", CASE(its_questions_are_answered_by_the_seat),
	CASE(a_move_is_typed_when_its_prompt_has_come),
	LOOP(its_own_move_is_found_in_what_it_prints, sizeof shows / sizeof *shows),
	CASE(a_prompt_before_its_own_move_is_told), CASE(without_a_prompt_moves_are_typed_at_once))
