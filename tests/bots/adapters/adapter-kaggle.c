/*
 * Kaggle's agents: the observation and the configuration that the function gets, and its answer.
 */
#include "tests/lib/adapter-dialogue.h"

#define GAME(seat)                                                                                 \
	"> uginewgame game connect4 players 2 seat " #seat                                         \
	" seed 7 param columns 4 param rows 3 param connect 3\n"

/* A file with an agent; the text of its function. */
static void begin(const char *text)
{
	dialogue_begin("kaggle", text);
}

static void start(void)
{
	static const char *const words[] = {"python3", "./program", NULL};
	dialogue_start_command(words);
}

static const char observer[] =
	"import sys\n"
	"loaded = 'fresh'\n"
	"def agent(o, c):\n"
	"    global loaded\n"
	"    print(o.board, o.mark, o['step'], o.remainingOverageTime, c.rows, c['columns'], c.inarow,\n"
	"        c.actTimeout, c.timeout, loaded)\n"
	"    loaded = 'used'\n"
	"    return o.board.index(0)\n";

START_TEST(the_function_gets_the_board_from_the_top_and_the_time_of_the_move)
	{
		begin(observer);
		start();
		dialogue_talk(GAME(2) "> position startpos moves d\n> go movetime 2500\n"
				      "< bestmove a\n> position startpos moves d a c\n"
				      "> go movetime 2500\n< bestmove a\n");
		/* With a clock a twentieth, and what is left beside it. */
		dialogue_talk(GAME(1) "> position startpos\n> go p1time 40000 p2time 1000\n"
				      "< bestmove a\n");
		ck_assert_str_eq(dialogue_file("errors"),
			"[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] 2 1 0.0 3 4 3 2.5 2.5 fresh\n"
			"[0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1] 2 3 0.0 3 4 3 2.5 2.5 used\n"
			"[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] 1 0 38.0 3 4 3 2.0 2.0 fresh\n");
		dialogue_quit();
	}
END_TEST

START_TEST(tictactoe_has_three_in_a_row_and_cells)
	{
		begin("def agent(o, c):\n    print(c.inarow)\n    return 2\n");
		start();
		dialogue_talk("> uginewgame game tictactoe players 2 seat 1 seed 7\n"
			      "> position startpos\n> go movetime 900\n< bestmove c3\n");
		ck_assert_str_eq(dialogue_file("errors"), "3\n");
		dialogue_quit();
	}
END_TEST

static const struct {
	const char *text, *function, *answer;
} agents[] = {
	{"def agent(o, c):\n    return 1\ndef last(o, c):\n    return 2\n", NULL, "b"},
	{"def my_agent(o):\n    return 1\ndef last(o, c):\n    return 2\n", NULL, "b"},
	{"def agent(o):\n    return 1\ndef my_agent(o):\n    return 2\n", NULL, "b"},
	{"def one(o, c):\n    return 1\ndef last(*all):\n    return len(all)\n", NULL, "c"},
	{"def one(o, c):\n    return 1\ndef agent(o, c):\n    return 2\n", "one", "b"},
	{"class A:\n    def __call__(self, o, c):\n        return 3.0\nit = A()\n", NULL, "d"},
	{"def agent(o, c):\n    return 2.5\n", NULL, "2.5"},
	{"def agent(o, c):\n    return True\n", NULL, "b"},
	{"def agent(o, c):\n    return None\n", NULL, "None"},
	{"def agent(o, c):\n    return 4\n", NULL, "e"}, /* illegal: the referee judges it */
};

START_TEST(the_answer_is_that_of_the_function_which_kaggle_takes)
	{
		char said[256];
		begin(agents[_i].text);
		dialogue.options.function = agents[_i].function;
		start();
		snprintf(said, sizeof said,
			GAME(1) "> position startpos\n> go movetime 900\n< bestmove %s\n",
			agents[_i].answer);
		dialogue_talk(said);
		dialogue_quit();
	}
END_TEST

START_TEST(one_word_too_many_is_named)
	{
		static const char *const words[] = {"python3", "-u", "./program", NULL};
		begin("");
		dialogue_start_command(words);
		dialogue_talk("> ugi\n");
		dialogue_fails(
			"referee-adapt: kaggle: \"./program\" is one word too many; write FILE.py, or PYTHON FILE.py\n");
	}
END_TEST

SUITE("bots/adapters/adapter-kaggle",
	CASE(the_function_gets_the_board_from_the_top_and_the_time_of_the_move),
	CASE(tictactoe_has_three_in_a_row_and_cells),
	LOOP(the_answer_is_that_of_the_function_which_kaggle_takes, sizeof agents / sizeof *agents),
	CASE(one_word_too_many_is_named))
