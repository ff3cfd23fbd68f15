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
	/* the board before the move, then the one after it */
	{"|.|.|.|\\n|.|.|.|\\n|.|.|.|\\n\\n|.|.|.|\\n|.|X|.|\\n|.|.|.|", NULL, "^[|]", ""},
	{"|.|.|.|\\n|.|.|.|\\n|.|.|.|\\n|.|.|.|\\n|.|X|.|\\n|.|.|.|", NULL, "^[|]", ""},
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

/* Three rows of three cells, of which the log says why they gave no move. */
static const struct {
	const char *prints, *cells, *row, *why;
} unread[] = {
	{"X was here", ".XO", "^[|]", "--row: no line that the program prints fits \"^[|]\""},
	{"|.|Y|.|", ".XO", "^[|]",
		"--row: \"|.|Y|.|\" is no row of 3 cells; --cells \".XO\" is a free cell and the stones, and the first group of --row the cells alone"},
	{"|.|.|.|\\n|.|X|.|\\n|.|.|.|", "_ox", "^[|]",
		"--row: \"|.|.|.|\" is no row of 3 cells; --cells \"_ox\" is a free cell and the stones, and the first group of --row the cells alone"},
	{"|.|.|.|\\n|.|X|.|\\n|.|.|.|", ".OX", "^[|]",
		"--row: no legal move leads to the board that ends with \"|.|.|.|\"; is --cells \".OX\" its free cell and its stones?"},
};

START_TEST(a_board_that_gives_no_move_is_explained_at_the_prompt)
	{
		char script[256], errors[1024], path[DIALOGUE_PATH];
		snprintf(script, sizeof script,
			"printf '%%b\\n' '%s'\nprintf 'Your move: '\nread -r a <gate\n",
			unread[_i].prints);
		begin(script);
		dialogue.options.answer = NULL;
		dialogue.options.row = unread[_i].row;
		dialogue.options.cells = unread[_i].cells;
		dialogue_start();
		dialogue_talk(GAME(1) "> position startpos\n" LONG_GO);
		snprintf(errors, sizeof errors,
			"referee-adapt: the program asks for a move before the adapter has read its own; see --answer and --row\nreferee-adapt: %s\n",
			unread[_i].why);
		while (strstr(dialogue_file("errors"), "referee-adapt: --row:") == NULL)
			poll(NULL, 0, 1);
		ck_assert_ptr_nonnull(strstr(dialogue_file("errors"), errors));
		dialogue_path("gate", path);
		FILE *gate = fopen(path, "w");
		fputs("go on\n", gate);
		fclose(gate);
		ck_assert_int_ne(dialogue_ended(), 0);
		dialogue_end();
	}
END_TEST

/* The same when its time is nearly up, and for a program that says nothing at all. */
static const struct {
	const char *prints, *errors;
} late[] = {
	{"echo X was here",
		"X was here\nreferee-adapt: the program printed \"X was here\", in which the adapter finds no move\n"
		"referee-adapt: --row: no line that the program prints fits \"^[|]\"\n"},
	{"echo '|.|Y|.|'",
		"|.|Y|.|\nreferee-adapt: the program printed \"|.|Y|.|\", in which the adapter finds no move\n"
		"referee-adapt: --row: \"|.|Y|.|\" is no row of 3 cells; --cells \".XO\" is a free cell and the stones, and the first group of --row the cells alone\n"},
	{":", "referee-adapt: the program printed nothing; did it flush its output, or does it wait for another line?\n"
	      "referee-adapt: --row: no line that the program prints fits \"^[|]\"\n"},
};

START_TEST(a_board_that_gives_no_move_is_explained_when_its_time_is_nearly_up)
	{
		char script[128], path[DIALOGUE_PATH];
		snprintf(script, sizeof script, "%s\nread -r a <gate\n", late[_i].prints);
		begin(script);
		dialogue.options.answer = NULL;
		dialogue.options.row = "^[|]";
		dialogue_start();
		dialogue_talk(
			GAME(1) "> isready\n< readyok\n> position startpos\n> go movetime 1500\n");
		while (strstr(dialogue_file("errors"), "referee-adapt: --row:") == NULL)
			poll(NULL, 0, 1);
		ck_assert_str_eq(dialogue_file("errors"), late[_i].errors);
		dialogue_path("gate", path);
		FILE *gate = fopen(path, "w");
		fputs("go on\n", gate);
		fclose(gate);
		ck_assert_int_ne(dialogue_ended(), 0);
		dialogue_end();
	}
END_TEST

/* Bars behind the cells, and blanks for free ones: as GrimmAuxiliatrix/ConnectFour draws. */
START_TEST(a_bar_behind_each_cell_is_no_border)
	{
		static const char free_row[] = " | | | | | | |";
		char script[1024];
		snprintf(script, sizeof script,
			"for i in 1 2 3 4 5; do echo '%s'; done; echo ' |C| | | | | |'; echo 'I have moved.'\n"
			"printf 'Your column (1-7): '; read -r a; echo \"$a\" >>log\n"
			"for i in 1 2 3 4 5; do echo '%s'; done; echo ' |C| | | | |R|'; echo 'I have moved.'\n"
			"for i in 1 2 3 4 5; do echo '%s'; done; echo ' |C| |C| | |R|'; echo 'I have moved.'\n"
			"printf 'Your column (1-7): '; read -r a\n",
			free_row, free_row, free_row);
		begin(script);
		dialogue.options.ask = "your column";
		dialogue.options.answer = NULL;
		dialogue.options.row = "[|]";
		dialogue.options.cells = " CR";
		dialogue_start();
		dialogue_talk("> uginewgame game connect4 players 2 seat 1 seed 7\n"
			      "> position startpos\n" LONG_GO "< bestmove b\n"
			      "> position startpos moves b g\n" LONG_GO "< bestmove d\n");
		ck_assert_str_eq(dialogue_file("log"), "7\n");
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
	CASE(a_prompt_before_its_own_move_is_told),
	LOOP(a_board_that_gives_no_move_is_explained_at_the_prompt, sizeof unread / sizeof *unread),
	LOOP(a_board_that_gives_no_move_is_explained_when_its_time_is_nearly_up,
		sizeof late / sizeof *late),
	CASE(a_bar_behind_each_cell_is_no_border), CASE(without_a_prompt_moves_are_typed_at_once))
