/*
 * The steps of a check: what each says of a bot that is good, and of one that is wrong in one way.
 */
#include "referee/check/check-steps.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/bot-checking.h"

/* Eight plies of tictactoe without a winner: a2 alone is left, for seat 1. */
#define ONE_LEFT "a1 b2 c3 b1 b3 a3 c1 c2"

#define AT_MOVE(n, code) "go=n=$((n+1)); if [ $n = " #n " ]; then " code "; else move; fi"

START_TEST(a_good_bot_passes_all_steps_in_order)
	{
		static struct bot_speed speed;
		CHECKING_BEGIN("tictactoe", NULL);
		k.order.speed = &speed;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_steps_are(
			"start ok; handshake ok; options ok; new game ok; play ok; again ok; openings ok; itself ok; speed ok; lines ok; stop ok; quit ok; ");
		ck_assert_str_eq(k.begun,
			"start handshake options new game play again openings itself speed lines stop quit ");
		checking_says("start", "ok", "it runs and speaks");
		checking_says("handshake", "ok", "\"Shell\" by Tests; features: legal; options: 0");
		checking_says("options", "ok", "none to set; it is ready");
		checking_says("new game", "ok", "it is ready for one");
		checking_says("play", "ok",
			"a whole game as seat 1, against random moves: 2 legal moves");
		checking_says("again", "ok",
			"1 more game in the same process, each other seat once: 2 legal moves");
		checking_says("openings", "ok", "every game begins at the usual start");
		checking_says("itself", "ok",
			"a game against itself, a process in each seat: 4 legal moves");
		checking_tells("speed", "ok", "8 moves: ");
		ck_assert_int_eq(speed.moves, 8);
		checking_says("lines", "ok", "it printed nothing but lines of the protocol");
		checking_says("stop", "ok", "it had all the time and answered at once");
		checking_says("quit", "ok", "it ended by itself");
		for (int i = 0; i < k.count; i++) {
			ck_assert_str_eq(k.steps[i].more, "");
			ck_assert_int_eq(k.steps[i].fault, VERDICT_OK);
			ck_assert_int_ge(k.steps[i].took, 0);
			ck_assert_int_lt(k.steps[i].took, CHECKING_PATIENCE);
		}
	}
END_TEST

/* The time for a word is that of the step of that word. */
static const struct {
	const char *word, *step;
} slow[] = {{"ugi=sleep 0.1; hello", "handshake"}, {"uginewgame=sleep 0.1", "new game"},
	{"isready=sleep 0.1; echo readyok", "options"}, {"go=sleep 0.1; move", "play"},
	{"go=sleep 0.1; move", "itself"}, {"go=sleep 0.1; move", "openings"},
	{"go=sleep 0.1; move", "stop"}, {"quit=sleep 0.1; exit 0", "quit"}};

START_TEST(each_step_says_how_long_the_bot_took)
	{
		CHECKING_BEGIN("tictactoe", slow[_i].word);
		k.config.terms.max_plies = 1;
		k.order.games_count = 1;
		k.order.openings = k.games;
		k.order.openings_count = 1;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		ck_assert_int_ge(checking_step(slow[_i].step)->took, 100 * MILLISECOND);
	}
END_TEST

/* --- kinds of checks -------------------------------------------------------------------------- */

START_TEST(a_quick_check_plays_no_whole_game)
	{
		const struct question openings[] = {{"", "", 1, 7}, {"", "a1", 1, 7}};
		CHECKING_BEGIN("tictactoe", NULL);
		k.order.quick = true;
		k.order.openings = openings;
		k.order.openings_count = 2;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_steps_are(
			"start ok; handshake ok; options ok; new game ok; openings ok; speed ok; lines ok; quit ok; ");
		checking_says("openings", "ok",
			"a legal answer in each of 2 positions that games begin at");
		checking_tells("speed", "ok", "2 moves: ");
	}
END_TEST

/* Of the one ply that is left seat 2 has none: nothing is asked. */
START_TEST(a_game_that_ends_before_the_turn_of_the_bot_asks_nothing)
	{
		const struct question opening = {"", ONE_LEFT, 2, 7};
		CHECKING_BEGIN("tictactoe", NULL);
		k.games[0] = opening;
		k.order.games_count = 1;
		k.order.openings = &opening;
		k.order.openings_count = 1;
		k.config.terms.max_plies = 0;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("play", "ok",
			"a whole game as seat 2 from an opening, against random moves: 0 legal moves");
		checking_says("again", "ok", "it will sit in no other seat");
		checking_says(
			"openings", "ok", "a legal answer in the 1 position that games begin at");
		checking_says("stop", "skipped", "not tried: the game ends before its turn");
		checking_tells("speed", "ok", "1 move: "); /* of the other seat, against itself */
	}
END_TEST

START_TEST(a_check_for_a_tournament_sends_no_stop)
	{
		CHECKING_BEGIN("tictactoe", "stop=echo stop >&2; exit 1");
		k.order.no_stop = true;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_steps_are(
			"start ok; handshake ok; options ok; new game ok; play ok; again ok; openings ok; itself ok; speed ok; lines ok; quit ok; ");
	}
END_TEST

static void ask(const struct question *q)
{
	k.result = bot_check_ask(&k.config, 0, q, checking_on_step, &k);
}

START_TEST(one_question_is_asked_as_it_was_given)
	{
		const struct question q = {"", ONE_LEFT, 1, 7};
		CHECKING_BEGIN("tictactoe", NULL);
		ask(&q);
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_steps_are("start ok; handshake ok; options ok; new game ok; move ok; ");
		checking_tells("move", "ok",
			"as seat 1 it played a2, which is legal; it had 60 s and used ");
		ck_assert_str_eq(checking_step("move")->more,
			"it was sent:\nposition startpos moves " ONE_LEFT
			"\nlegal a2\ngo movetime 60000\nit said:\nbestmove a2\n");
	}
END_TEST

START_TEST(one_question_has_the_clocks_that_were_given)
	{
		struct question q = {"x2/3/3 o 1", "", 2, 7};
		CHECKING_BEGIN("tictactoe", NULL);
		k.config.terms.limits = (struct limits){.tc_time = CHECKING_PATIENCE};
		q.left[0] = 31 * SECOND;
		q.left[1] = 32 * SECOND;
		ask(&q);
		checking_tells("move", "ok", "; it had 32 s and used ");
		checking_has(checking_step("move")->more, "position fen x2/3/3 o 1\n");
		checking_has(checking_step("move")->more, " 31000 ");
		checking_has(checking_step("move")->more, " 32000");
	}
END_TEST

START_TEST(the_answer_to_one_question_is_judged)
	{
		const struct question q = {"", ONE_LEFT, 1, 7};
		CHECKING_BEGIN("tictactoe", "go=echo bestmove resign");
		ask(&q);
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("move", "warning", "as seat 1 it resigned");
		CHECKING_BEGIN("tictactoe", "go=echo oh >&2; echo bestmove a1");
		ask(&q);
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_tells("move", "failed", "as seat 1: \"a1\" is not legal here");
		ck_assert_int_eq(checking_step("move")->fault, VERDICT_ILLEGAL);
		checking_has(checking_step("move")->more, "on stderr it wrote:\noh\n");
	}
END_TEST

/* --- the start and the handshake -------------------------------------------------------------- */

static const char nothing_else[] =
	"start failed; handshake skipped; options skipped; new game skipped; play skipped; again skipped; openings skipped; itself skipped; speed skipped; lines skipped; stop skipped; quit skipped; ";

START_TEST(a_program_that_is_not_there_is_no_bot)
	{
		CHECKING_BEGIN("tictactoe", NULL);
		k.argv[0] = (char *)"./gone";
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_NO_BOT);
		checking_steps_are(nothing_else);
		checking_says("start", "failed", "there is no file \"./gone\"");
		checking_says("quit", "skipped", "not tried");
		ck_assert_int_eq(checking_step("start")->fault, VERDICT_STARTUP);
		ck_assert_str_eq(k.begun, "start ");
	}
END_TEST

START_TEST(a_program_that_ends_before_it_speaks_is_no_bot)
	{
		CHECKING_BEGIN("tictactoe", "start=echo no ideas >&2; exit 3");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_NO_BOT);
		checking_steps_are(nothing_else);
		checking_says("start", "failed", "it wrote on stderr: no ideas");
		ck_assert_int_eq(checking_step("start")->fault, VERDICT_STARTUP);
		ck_assert_str_eq(checking_step("start")->detail,
			"ended with exit status 3 before it was ready; it wrote on stderr: no ideas");
		ck_assert_str_eq(checking_step("start")->more, "on stderr it wrote:\nno ideas\n");
	}
END_TEST

/* env starts, and finds no program "sh\r". */
START_TEST(a_script_with_line_ends_of_windows_is_told_so)
	{
		static const char script[] = "#!/usr/bin/env sh\r\necho\r\n";
		CHECKING_BEGIN("tictactoe", NULL);
		reported_write("windows.sh", script, strlen(script));
		ck_assert_int_eq(chmod("windows.sh", 0755), 0);
		k.argv[0] = (char *)"./windows.sh";
		checking_run();
		unlink("windows.sh");
		ck_assert_int_eq(k.result, BOT_CHECK_NO_BOT);
		checking_says("start", "failed",
			"the first line of \"./windows.sh\" ends with a carriage return, as Windows writes it: save it with Unix line ends");
	}
END_TEST

START_TEST(what_a_bot_says_of_itself_is_shown)
	{
		static const struct {
			const char *word, *verdict, *text;
		} rows[] = {
			{"ugi=echo ugiok", "ok",
				"\"no name\" by no author; no features, plain UGI; options: 0"},
			{"ugi=echo option name A type check default true; echo feature gameover; hello",
				"ok", "\"Shell\" by Tests; features: legal gameover; options: 1"},
			{"ugi=echo feature newgame error clock players; hello", "ok",
				"\"Shell\" by Tests; features: newgame players legal error clock; options: 0"},
			{"ugi=echo feature dance; hello", "warning",
				"it asks for the feature \"dance\", which there is not: see PROTOCOL.md"},
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			CHECKING_BEGIN("tictactoe", rows[i].word);
			k.order.quick = true;
			checking_run();
			checking_says("handshake", rows[i].verdict, rows[i].text);
		}
	}
END_TEST

START_TEST(a_game_of_three_needs_its_feature)
	{
		static const char *const words[] = {NULL};
		checking_begin("nim", 3, words);
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("handshake", "failed",
			"this game has 3 players: if it can play with more than two, let it print \"feature players\" before \"ugiok\"");
		ck_assert_str_eq(checking_step("handshake")->detail,
			"did not send \"feature players\", so it cannot play games of 3 seats");
		ck_assert_int_eq(checking_step("handshake")->fault, VERDICT_STARTUP);
		checking_says("play", "skipped", "not tried");
		const char *const more[] = {"ugi=echo feature players; hello", NULL};
		checking_begin("nim", 3, more);
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_tells(
			"again", "ok", "2 more games in the same process, each other seat once: ");
		/* of the game that three processes of it play, it has all four moves */
		checking_says("itself", "ok",
			"a game against itself, a process in each seat: 4 legal moves");
	}
END_TEST

/* --- seats ------------------------------------------------------------------------------------ */

START_TEST(a_bot_of_one_seat_plays_that_seat_alone)
	{
		CHECKING_BEGIN("tictactoe", "ugi=echo feature seats 2; hello");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		ck_assert_str_eq(checking_step("handshake")->more,
			"it plays seat 2 alone: its games in other seats are left out of a tournament, and of this check\n");
		checking_says("play", "ok",
			"a whole game as seat 2, against random moves: 2 legal moves");
		checking_says("again", "ok", "it plays no other seat");
		checking_says("itself", "skipped", "not tried, since it does not play seat 1");
		checking_says("stop", "ok", "it had all the time and answered at once");
	}
END_TEST

START_TEST(a_format_that_needs_every_seat_refuses_it)
	{
		CHECKING_BEGIN("tictactoe", "ugi=echo feature seats 1; hello");
		k.order.every_seat = "round-robin";
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("handshake", "failed",
			"it plays seat 1 alone (feature seats), and format = round-robin puts each bot into each seat");
		ck_assert_int_eq(checking_step("handshake")->fault, VERDICT_STARTUP);
		checking_says("itself", "skipped", "not tried, since it failed before");
		/* a game in its seat shows more of its mistakes */
		checking_says("play", "ok",
			"a whole game as seat 1, against random moves: 2 legal moves");
	}
END_TEST

START_TEST(a_game_in_a_seat_that_it_plays_is_made_if_there_is_none)
	{
		const struct question opening = {"", "", 1, 7};
		CHECKING_BEGIN("tictactoe", "ugi=echo feature seats 2; hello");
		k.order.games_count = 1; /* in seat 1 */
		k.order.openings = &opening;
		k.order.openings_count = 1;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("play", "ok",
			"a whole game as seat 2, against random moves: 2 legal moves");
		checking_says(
			"openings", "ok", "a legal answer in the 1 position that games begin at");
		checking_tells("speed", "ok", "3 moves: ");
	}
END_TEST

START_TEST(a_bot_that_plays_from_the_start_alone_is_told_what_follows)
	{
		CHECKING_BEGIN("tictactoe", "ugi=echo feature startpos-only; hello");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		ck_assert_str_eq(checking_step("handshake")->more,
			"it plays from the usual start alone: a tournament with openings refuses it\n");
		CHECKING_BEGIN("tictactoe", "ugi=echo feature startpos-only; hello");
		k.games[0].moves = "a1";
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("handshake", "failed",
			"sent \"feature startpos-only\", so it cannot play from an opening; openings = none");
	}
END_TEST

START_TEST(a_limit_that_the_bot_does_not_get_is_named)
	{
		CHECKING_BEGIN("tictactoe", NULL);
		k.config.terms.limits.depth = 3;
		checking_run();
		checking_has(checking_step("handshake")->more,
			"without `feature clock` it gets one kind of limit: ");
		CHECKING_BEGIN("tictactoe", "ugi=echo feature clock; hello");
		k.config.terms.limits.depth = 3;
		checking_run();
		ck_assert_str_eq(checking_step("handshake")->more, "");
	}
END_TEST

/* --- options ---------------------------------------------------------------------------------- */

#define DEPTH "ugi=echo option name Depth type spin default 1 min 1 max 9; hello"

/* Runs a quick check of a bot that has one option, and of which shared are for all bots. */
static void check_options(const char *const *options, int count, int shared, const char *word)
{
	static char *list[4];
	CHECKING_BEGIN("tictactoe", DEPTH, "setoption=echo \"$rest\" >>options.txt", word);
	for (int i = 0; i < count; i++)
		list[i] = (char *)options[i];
	k.bot.options = list;
	k.bot.options_count = count;
	k.bot.options_shared = shared;
	k.order.quick = true;
	reported_write("options.txt", "", 0);
	checking_run();
}

static void options_were(const char *wanted)
{
	char text[256];
	FILE *file = fopen("options.txt", "r");
	ck_assert_ptr_nonnull(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	unlink("options.txt");
	ck_assert_str_eq(text, wanted);
}

#define OPTIONS(...)                                                                               \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}

START_TEST(options_that_it_has_are_set)
	{
		check_options(OPTIONS("Depth=3"), 1, 0, NULL);
		checking_says("options", "ok", "1 set; it is ready");
		ck_assert_str_eq(checking_step("options")->more, "");
		options_were("name Depth value 3\n");
		check_options(OPTIONS("Depth=3", "Depth=4"), 2, 1, NULL);
		checking_says("options", "ok", "2 set; it is ready");
		options_were("name Depth value 3\nname Depth value 4\n");
	}
END_TEST

START_TEST(options_for_all_bots_that_it_lacks_are_left_out)
	{
		check_options(OPTIONS("Depth=3", "Style=x"), 2, 1, NULL);
		checking_says("options", "ok", "1 set; it is ready");
		ck_assert_str_eq(checking_step("options")->more, OFFERED_OPTION_OMITTED
			"option = \"Style=x\", which is for all bots: this bot has no such option\n");
		options_were("name Depth value 3\n");
		check_options(OPTIONS("Style=x"), 1, 1, NULL);
		checking_says("options", "ok", "none to set; it is ready");
		options_were("");
	}
END_TEST

START_TEST(options_of_its_own_that_it_lacks_fail)
	{
		check_options(OPTIONS("Style=x"), 1, 0, NULL);
		checking_tells("options", "failed", "\"Style\"");
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		ck_assert_int_eq(checking_step("options")->fault, VERDICT_OK);
		unlink("options.txt");
		check_options(OPTIONS("Depth=10", "Depth=5", "Style=x"), 3, 0, NULL);
		checking_tells("options", "failed", "10");
		ck_assert_ptr_null(strstr(checking_step("options")->text, "Style"));
		checking_has(checking_step("options")->more, "\"Style\"");
		/* that is no reason to play no game */
		checking_says("new game", "ok", "it is ready for one");
		unlink("options.txt");
	}
END_TEST

START_TEST(a_bot_that_is_not_ready_after_its_options_fails)
	{
		check_options(OPTIONS("Style=x"), 1, 0, "isready=exit 3");
		checking_tells("options", "failed", "it ended with exit status 3");
		ck_assert_int_eq(checking_step("options")->fault, VERDICT_STARTUP);
		checking_has(checking_step("options")->more, "\"Style\"");
		checking_says("new game", "skipped", "not tried");
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		unlink("options.txt");
	}
END_TEST

START_TEST(a_bot_that_is_not_ready_for_a_game_fails)
	{
		CHECKING_BEGIN(
			"tictactoe", "isready=n=$((n+1)); [ $n = 2 ] && exit 4; echo readyok");
		checking_run();
		checking_tells("new game", "failed", "it ended with exit status 4");
		ck_assert_int_eq(checking_step("new game")->fault, VERDICT_CRASH);
		checking_says("play", "skipped", "not tried");
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
	}
END_TEST

/* --- games ------------------------------------------------------------------------------------ */

static const char after_a_fault[] =
	"start ok; handshake ok; options ok; new game ok; play failed; again skipped; openings skipped; itself skipped; speed ok; lines ok; stop skipped; quit ok; ";

START_TEST(an_illegal_move_ends_the_games)
	{
		CHECKING_BEGIN("tictactoe", "go=echo bestmove z9");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_steps_are(after_a_fault);
		checking_tells("play", "failed", "as seat 1: \"z9\" is not legal here");
		checking_says("again", "skipped", "not tried, since it failed before");
		checking_says("quit", "ok", "it ended by itself");
	}
END_TEST

START_TEST(the_position_of_an_illegal_move_is_shown)
	{
		const struct step_result *result;
		CHECKING_BEGIN("tictactoe", "go=echo bestmove z9");
		k.games[0].fen = "x2/3/3 o 1";
		k.games[0].seat = 2;
		checking_run();
		result = checking_step("play");
		ck_assert_int_eq(result->fault, VERDICT_ILLEGAL);
		checking_has(result->text, "as seat 2: \"z9\"");
		ck_assert_ptr_null(strstr(result->detail, "as seat"));
		checking_has(result->more, "as seat 2, after: position fen x2/3/3 o 1\n");
		CHECKING_BEGIN("tictactoe", AT_MOVE(2, "echo bestmove z9"));
		k.games[0].moves = "a1 b2";
		checking_run();
		result = checking_step("play");
		checking_has(result->more, "as seat 1, after: position startpos moves a1 b2 ");
		checking_has(result->more, "x"); /* the board */
	}
END_TEST

/* After many moves a position string is shorter. */
START_TEST(the_position_after_many_moves_is_a_string)
	{
		CHECKING_BEGIN("chinese-checkers", AT_MOVE(100, "echo bestmove z9"));
		k.config.terms.max_plies = 0;
		checking_run();
		checking_tells("play", "failed", "as seat 1: \"z9\" is not legal here");
		checking_has(checking_step("play")->more, "as seat 1, after: position fen ");
	}
END_TEST

START_TEST(a_bot_that_resigns_is_warned)
	{
		CHECKING_BEGIN("tictactoe", "go=echo bestmove resign");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("play", "warning",
			"it resigned as seat 1 before it made a move: it loses all such games");
		checking_says("again", "warning",
			"it resigned in each other seat before it made a move: it loses all such games");
		checking_says("stop", "ok", "it resigned");
		CHECKING_BEGIN("tictactoe", "uginewgame=n=0", AT_MOVE(2, "echo bestmove resign"));
		checking_run();
		checking_says("play", "ok",
			"a whole game as seat 1, against random moves: 1 legal move, then it resigned");
		checking_says("again", "ok",
			"1 more game in the same process, each other seat once: 1 legal move, then it resigned");
		checking_says("itself", "ok",
			"a game against itself, a process in each seat: 2 legal moves, then it resigned");
	}
END_TEST

START_TEST(a_bot_that_ends_with_each_game_is_warned)
	{
		CHECKING_BEGIN("tictactoe", "uginewgame=g=$((g+1)); [ $g = 2 ] && exit 0");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("again", "warning",
			"it exits after each game and must be restarted, which costs time; keep reading until \"quit\"");
		/* that is what restart = yes does */
		CHECKING_BEGIN("tictactoe", NULL);
		k.config.terms.restart = true;
		checking_run();
		checking_says("again", "ok", "1 more game, each other seat once: 2 legal moves");
	}
END_TEST

/* Each move takes longer than the limit, and the margin saves it. */
START_TEST(a_speed_that_the_margin_saves_is_warned)
	{
		CHECKING_BEGIN("tictactoe", "go=sleep 0.03; move");
		k.config.terms.limits =
			(struct limits){.movetime = 10 * MILLISECOND, .margin = CHECKING_PATIENCE};
		k.order.quick = true;
		k.order.openings = k.games;
		k.order.openings_count = 1;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_tells("speed", "warning",
			"after its time, saved by the margin alone: it should stop thinking earlier");
		checking_has(checking_step("speed")->more, "1 move: ");
		ck_assert_int_ge(checking_step("speed")->took, 30 * MILLISECOND);
	}
END_TEST

/* --- lines ------------------------------------------------------------------------------------ */

START_TEST(lines_that_are_no_words_of_the_protocol_are_counted)
	{
		CHECKING_BEGIN("tictactoe", "ugi=echo hi there; hello");
		k.order.quick = true;
		checking_run();
		checking_says("lines", "warning",
			"1 line with \"hi\" ignored: no word of the protocol; print debug output to stderr");
		ck_assert_str_eq(checking_step("lines")->more, "");
		CHECKING_BEGIN("tictactoe",
			"ugi=for i in a b c d e f g h i j k; do echo $i; echo a; done; hello");
		k.order.quick = true;
		checking_run();
		checking_says("lines", "warning",
			"12 lines with \"a\" ignored: no word of the protocol; print debug output to stderr");
		const char *more = checking_step("lines")->more;
		checking_has(more,
			"1 line with \"b\" ignored: no word of the protocol; print debug output to stderr\n1 line with \"c\" ");
		ck_assert_ptr_null(strstr(more, "\"a\""));
		/* eight words are kept: a to h */
		checking_has(more, "1 line with \"h\" ");
		checking_has(more, "and 3 lines more\n");
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
	}
END_TEST

static const struct {
	const char *begin, *why;
} unseen_rows[] = {
	/* U+FEFF in UTF-8, and green: ECMA-48 */
	{"\\357\\273\\277id",
		"\"\xef\xbb\xbfid\" ignored: a byte order mark is before it: write UTF-8 without one (C#: new UTF8Encoding(false))"},
	{"\\357\\273\\277\\nid",
		"\"\xef\xbb\xbf\" ignored: a byte order mark is before it: write UTF-8 without one (C#: new UTF8Encoding(false))"},
	{"\\033[32mid", "[32mid\" ignored: it has escape codes of a terminal: print plain text"},
	{"\\033[32mdebug",
		"[32mdebug\" ignored: no word of the protocol; print debug output to stderr"},
	{"\\357\\273\\277hello",
		"\"\xef\xbb\xbfhello\" ignored: no word of the protocol; print debug output to stderr"},
};

START_TEST(bytes_that_are_not_seen_are_told)
	{
		char bot[128];
		snprintf(
			bot, sizeof bot, "ugi=printf '%s name x\\n'; hello", unseen_rows[_i].begin);
		CHECKING_BEGIN("tictactoe", bot);
		k.order.quick = true;
		checking_run();
		checking_has(checking_step("lines")->text, unseen_rows[_i].why);
	}
END_TEST

/* --- the end ---------------------------------------------------------------------------------- */

/* The move that is stopped has ten minutes. */
#define WHEN_STOPPED(code) "go=case $rest in *600000*) read -r word; " code ";; *) move;; esac"

START_TEST(an_answer_to_stop_is_judged)
	{
		static const char forgiven[] =
			"a tournament never sends \"stop\", so the bot can play\n";
		CHECKING_BEGIN("tictactoe", WHEN_STOPPED("move"));
		k.order.think = MILLISECOND;
		checking_run();
		checking_tells("stop", "ok", " after \"stop\"");
		ck_assert_ptr_nonnull(strstr(checking_step("stop")->text, "it answered "));
		CHECKING_BEGIN("tictactoe", WHEN_STOPPED("echo bestmove z9"));
		k.order.think = MILLISECOND;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_tells("stop", "warning", "\"z9\" is not legal here");
		checking_has(checking_step("stop")->more, forgiven);
		ck_assert_int_eq(checking_step("stop")->fault, VERDICT_OK);
		CHECKING_BEGIN("tictactoe", WHEN_STOPPED("exit 5"));
		k.order.think = MILLISECOND;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_tells("stop", "warning", "it ended with exit status 5");
		checking_has(checking_step("stop")->more, forgiven);
		/* it is started again for the next step */
		checking_says("quit", "ok", "it ended by itself");
	}
END_TEST

START_TEST(a_bot_that_needs_no_stop_is_not_stopped)
	{
		CHECKING_BEGIN("tictactoe", "go=case $rest in *600000*) sleep 0.3;; esac; move");
		checking_run();
		checking_says("stop", "ok", "it had all the time and answered at once");
	}
END_TEST

START_TEST(a_bot_that_does_not_stop_is_warned)
	{
		CHECKING_BEGIN("tictactoe", WHEN_STOPPED(":"));
		k.order.think = k.order.patience = 0; /* as usual */
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("stop", "warning",
			"no \"bestmove\" within 1 s of \"stop\": read input while the bot thinks (a tournament never sends \"stop\", so the bot can play)");
		ck_assert_int_ge(checking_step("stop")->took, SECOND);
		checking_says("quit", "ok", "it ended by itself");
	}
END_TEST

/* Without "stop" the mistake is one of any game. */
START_TEST(a_wrong_answer_before_stop_is_a_fault)
	{
		CHECKING_BEGIN("tictactoe",
			"go=case $rest in *600000*) echo bestmove z9;; *) move;; esac");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_tells("stop", "failed", "\"z9\" is not legal here");
		ck_assert_int_eq(checking_step("stop")->fault, VERDICT_ILLEGAL);
		CHECKING_BEGIN("tictactoe",
			"go=case $rest in *600000*) echo 'out of ideas' >&2; exit 5;; *) move;; esac");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("stop", "failed", "it wrote on stderr: out of ideas");
		ck_assert_int_eq(checking_step("stop")->fault, VERDICT_CRASH);
	}
END_TEST

START_TEST(the_end_of_the_bot_is_judged)
	{
		CHECKING_BEGIN("tictactoe", "quit=exit 3");
		k.order.quick = true;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("quit", "warning",
			"it ended with exit status 3 at \"quit\"; a good end has status 0");
		CHECKING_BEGIN("tictactoe", "quit=kill -9 $$");
		k.order.quick = true;
		checking_run();
		checking_tells("quit", "warning", "signal 9");
		CHECKING_BEGIN("tictactoe", "quit=:");
		k.bot.resources.quit = 40 * MILLISECOND;
		k.order.quick = true;
		checking_run();
		checking_says("quit", "warning",
			"it still ran 40 ms after \"quit\" and is killed: nothing is lost, but end when you read it");
		ck_assert_int_ge(checking_step("quit")->took, 40 * MILLISECOND);
	}
END_TEST

enum { CROWD = 12 };

static struct {
	pid_t processes[CROWD];
	cpu_set_t all; /* our processors before */
} crowd;

/* Starts processes that use up the first processor of ours, and stays on it. */
static void crowd_begin(void)
{
	cpu_set_t one;
	int first = 0;
	ck_assert_int_eq(sched_getaffinity(0, sizeof crowd.all, &crowd.all), 0);
	while (!CPU_ISSET(first, &crowd.all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	for (int i = 0; i < CROWD; i++) {
		crowd.processes[i] = fork();
		ck_assert_int_ge(crowd.processes[i], 0);
		if (crowd.processes[i] > 0)
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setsid(); /* the scheduler may share by sessions */
		for (volatile int turns = 0;; turns = turns + 1)
			;
	}
}

static void crowd_end(void)
{
	for (int i = 0; i < CROWD; i++) {
		kill(crowd.processes[i], SIGKILL);
		ck_assert_int_eq(waitpid(crowd.processes[i], NULL, 0), crowd.processes[i]);
	}
	ck_assert_int_eq(sched_setaffinity(0, sizeof crowd.all, &crowd.all), 0);
}

/* The bot computes until 1.3 s have passed since "quit"; most of that it waits for a processor, of
 * which it gets a thirteenth, or a half where the scheduler shares by control groups. */
START_TEST(a_bot_that_waits_for_a_processor_is_not_late_with_its_end)
	{
		CHECKING_BEGIN("tictactoe",
			"quit=now() { read -r up all </proc/uptime; up=${up%.*}${up#*.}; }; now; "
			"end=$((up + 130)); while [ $up -lt $end ]; do now; done; exit 0");
		k.bot.resources.quit = 1 * SECOND;
		k.config.terms.limits.clock = CLOCK_FAIR;
		k.order.quick = true;
		crowd_begin();
		checking_run();
		crowd_end();
		checking_says("quit", "ok", "it ended by itself");
		ck_assert_int_gt(checking_step("quit")->took, 1 * SECOND);
	}
END_TEST

/* It waits for a processor for almost all of the time, and so do we: together longer than it took.
 */
START_TEST(a_bot_that_never_ends_is_not_waited_for_without_end)
	{
		CHECKING_BEGIN("tictactoe", "quit=while :; do :; done");
		k.bot.resources.quit = 40 * MILLISECOND;
		k.config.terms.limits.clock = CLOCK_FAIR;
		k.order.quick = true;
		crowd_begin();
		checking_run();
		crowd_end();
		checking_tells(
			"quit", "warning", "it still ran 40 ms after \"quit\" and is killed");
		checking_end();
	}
END_TEST

SUITE("check/check-steps", CASE(a_good_bot_passes_all_steps_in_order),
	LOOP(each_step_says_how_long_the_bot_took, sizeof slow / sizeof *slow),
	CASE(a_quick_check_plays_no_whole_game),
	CASE(a_game_that_ends_before_the_turn_of_the_bot_asks_nothing),
	CASE(a_check_for_a_tournament_sends_no_stop), CASE(one_question_is_asked_as_it_was_given),
	CASE(one_question_has_the_clocks_that_were_given),
	CASE(the_answer_to_one_question_is_judged), CASE(a_program_that_is_not_there_is_no_bot),
	CASE(a_program_that_ends_before_it_speaks_is_no_bot),
	CASE(a_script_with_line_ends_of_windows_is_told_so),
	CASE(what_a_bot_says_of_itself_is_shown), CASE(a_game_of_three_needs_its_feature),
	CASE(a_bot_of_one_seat_plays_that_seat_alone),
	CASE(a_format_that_needs_every_seat_refuses_it),
	CASE(a_game_in_a_seat_that_it_plays_is_made_if_there_is_none),
	CASE(a_bot_that_plays_from_the_start_alone_is_told_what_follows),
	CASE(a_limit_that_the_bot_does_not_get_is_named), CASE(options_that_it_has_are_set),
	CASE(options_for_all_bots_that_it_lacks_are_left_out),
	CASE(options_of_its_own_that_it_lacks_fail),
	CASE(a_bot_that_is_not_ready_after_its_options_fails),
	CASE(a_bot_that_is_not_ready_for_a_game_fails), CASE(an_illegal_move_ends_the_games),
	CASE(the_position_of_an_illegal_move_is_shown),
	CASE(the_position_after_many_moves_is_a_string), CASE(a_bot_that_resigns_is_warned),
	CASE(a_bot_that_ends_with_each_game_is_warned),
	CASE(a_speed_that_the_margin_saves_is_warned),
	CASE(lines_that_are_no_words_of_the_protocol_are_counted),
	LOOP(bytes_that_are_not_seen_are_told, sizeof unseen_rows / sizeof *unseen_rows),
	CASE(an_answer_to_stop_is_judged), CASE(a_bot_that_needs_no_stop_is_not_stopped),
	CASE(a_bot_that_does_not_stop_is_warned), CASE(a_wrong_answer_before_stop_is_a_fault),
	CASE(the_end_of_the_bot_is_judged),
	CASE(a_bot_that_waits_for_a_processor_is_not_late_with_its_end),
	CASE(a_bot_that_never_ends_is_not_waited_for_without_end))
