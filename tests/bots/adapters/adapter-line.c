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

/* A turn of kalah may have several moves: of the other before the first own one, and of its own. */
START_TEST(a_turn_of_several_moves_is_no_opening)
	{
		begin("a e a");
		dialogue_start();
		/* c ends in the store of seat 1, which moves again. */
		dialogue_talk("> uginewgame game kalah players 2 seat 2 seed 7\n"
			      "> position startpos moves c a\n" LONG_GO "< bestmove a\n");
		ck_assert_str_eq(dialogue_file("log"), "start\nyou are 2\nc\na\ngo\n");
		dialogue_quit();
		begin("c d");
		dialogue_start();
		dialogue_talk("> uginewgame game kalah players 2 seat 1 seed 7\n"
			      "> position startpos\n" LONG_GO "< bestmove c\n"
			      "> position startpos moves c\n" LONG_GO "< bestmove d\n");
		ck_assert_str_eq(dialogue_file("log"), "start\nyou are 1\nbegin\ngo\ngo\n");
		dialogue_quit();
	}
END_TEST

/* Its own first move was made without it. */
START_TEST(an_opening_of_moves_cannot_be_told)
	{
		begin("a");
		dialogue_start();
		dialogue_talk("> uginewgame game kalah players 2 seat 2 seed 7\n"
			      "> position startpos moves c a b c\n" LONG_GO);
		dialogue_fails(
			"referee-adapt: this program keeps a board of its own, so its games begin at the usual start: openings = none\n");
	}
END_TEST

/* The moves c4 to a1 leave o without a cell. */
#define TO_PASS	      "c4 e3 f6 e6 f5 b3 c5 g6 b4 c6 a2 c3 d2 c2 d1 a3 a4 e1 f1 b2 c1 b1 a1"
#define OTHELLO(seat) "> uginewgame game othello players 2 seat " #seat " seed 7\n"

/* The words that seat 2 is told and says, up to its pass. */
static const char told[] = "c4\nf6\nf5\nc5\nb4\na2\nd2\nd1\na4\nf1\nc1\na1\n";
static const char says[] = "e3 e6 b3 g6 c6 c3 c2 a3 e1 b2 b1";

/* Talks about each move of the seat in the moves up to the pass. */
static void talk_to_pass(int seat)
{
	static const char moves[] = TO_PASS " ";
	dialogue_talk(seat == 1 ? OTHELLO(1) : OTHELLO(2));
	for (int at = 3 * (seat - 1); moves[at] != '\0'; at += 6) {
		char said[256];
		snprintf(said, sizeof said,
			"> position startpos%s%.*s\n" LONG_GO "< bestmove %.2s\n",
			at > 0 ? " moves " : "", at, moves, moves + at);
		dialogue_talk(said);
		if (at + 6 > (int)strlen(moves))
			break;
	}
}

/* The words for a pass of the other, which is told whatever the form of moves is. */
static const struct {
	const char *pass, *told;
} other_passes[] = {{NULL, "pass\n"}, {"PASS", "PASS\n"}, {"-1 -1", "-1 -1\n"}, {"", ""}};

START_TEST(the_others_pass_is_told_as_the_option_says)
	{
		char log[256], script[256];
		bool silent = *other_passes[_i].told == '\0';
		/* One that sees the pass itself goes on with its next move. */
		snprintf(script, sizeof script,
			"for word in c4 f6 f5 c5 b4 a2 d2 d1 a4 f1 c1 %s; do\n"
			"	printf '%%b\\n' \"$word\"\n	read -r line && echo \"$line\" >>log\ndone\n",
			silent ? "'a1\\ne2'" : "a1 e2");
		dialogue_begin("line", script);
		dialogue.options.move = "{c}{R}";
		dialogue.options.pass = other_passes[_i].pass;
		dialogue_start();
		talk_to_pass(1);
		dialogue_talk(
			"> position startpos moves " TO_PASS " pass\n" LONG_GO "< bestmove e2\n");
		snprintf(log, sizeof log, "e3\ne6\nb3\ng6\nc6\nc3\nc2\na3\ne1\nb2\nb1\n%s",
			other_passes[_i].told);
		ck_assert_str_eq(dialogue_file("log"), log);
		dialogue_quit();
	}
END_TEST

/* Programs that print their pass in some way, and one that says nothing. */
static const char *const own_passes[] = {"pass", "PASS", "pa", "-1", "'-1 -1'", "64", ""};

START_TEST(its_own_pass_is_played_whatever_it_says_of_it)
	{
		char script[512];
		const char *said = own_passes[_i];
		/* It says its words when it is told moves, and a silent one nothing at its pass. */
		snprintf(script, sizeof script,
			"set -- %s %s e2\nwhile read -r line; do\n	echo \"$line\" >>log\n"
			"	case $line in a1) %s ;; *) echo \"$1\"; shift ;; esac\ndone\n",
			says, said, *said != '\0' ? "echo \"$1\"; shift" : ":");
		dialogue_begin("line", script);
		dialogue.options.move = "{c}{r}";
		dialogue_start();
		talk_to_pass(2);
		dialogue_talk("> position startpos moves " TO_PASS "\n" LONG_GO "< bestmove pass\n"
			      "> isready\n< readyok\n");
		/* Its answer to the next move is its move. */
		dialogue_talk("> position startpos moves " TO_PASS " pass a5\n" LONG_GO
			      "< bestmove e2\n");
		snprintf(script, sizeof script, "%sa5\n", told);
		ck_assert_str_eq(dialogue_file("log"), script);
		dialogue_quit();
	}
END_TEST

SUITE("bots/adapters/adapter-line", CASE(it_is_told_each_move_of_the_others_once),
	CASE(with_three_seats_it_is_told_the_moves_of_both_others),
	CASE(a_game_after_another_begins_anew), CASE(a_turn_of_several_moves_is_no_opening),
	CASE(an_opening_of_moves_cannot_be_told),
	LOOP(the_others_pass_is_told_as_the_option_says,
		sizeof other_passes / sizeof *other_passes),
	LOOP(its_own_pass_is_played_whatever_it_says_of_it, sizeof own_passes / sizeof *own_passes))
