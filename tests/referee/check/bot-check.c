/*
 * A check waits for a bot, finds out why a word did not come, and says it once; a bot that plays
 * itself is several processes.
 */
#include "referee/check/bot-check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "tests/lib/bot-checking.h"

/* --- results of steps ------------------------------------------------------------------------- */

START_TEST(a_result_has_a_verdict_a_detail_and_advice)
	{
		static struct step_result result;
		step_result_rule(&result, VERDICT_CRASH, "it is gone");
		ck_assert_int_eq(result.verdict, STEP_RESULT_FAILED);
		ck_assert_int_eq(result.fault, VERDICT_CRASH);
		ck_assert_str_eq(result.text, "it is gone");
		ck_assert_str_eq(result.detail, "it is gone");
		step_result_advise(&result, "look at %s", "line 3");
		ck_assert_str_eq(result.text, "look at line 3");
		ck_assert_str_eq(result.detail, "it is gone");
		step_result_detail(&result, result.text);
		ck_assert_str_eq(result.detail, "it is gone; look at line 3");
		step_result_add(&result, "%d\n", 1);
		step_result_add(&result, "%d\n", 2);
		ck_assert_str_eq(result.more, "1\n2\n");
		step_result_set(&result, STEP_RESULT_WARNING, "%d left", 3);
		ck_assert_int_eq(result.verdict, STEP_RESULT_WARNING);
		ck_assert_str_eq(result.text, "3 left");
	}
END_TEST

START_TEST(a_result_that_is_full_keeps_what_came_first)
	{
		static struct step_result result;
		static char large[STEP_RESULT_MORE + 10];
		memset(large, 'x', sizeof large - 1);
		step_result_rule(&result, VERDICT_CRASH, large);
		step_result_detail(&result, "y");
		step_result_add(&result, "%s", large);
		step_result_add(&result, "y");
		ck_assert_uint_eq(strlen(result.text), STEP_RESULT_TEXT - 1);
		ck_assert_uint_eq(strlen(result.detail), STEP_RESULT_TEXT - 1);
		ck_assert_uint_eq(strlen(result.more), STEP_RESULT_MORE - 1);
		ck_assert_ptr_null(strchr(result.more, 'y'));
		ck_assert_ptr_null(strchr(result.detail, 'y'));
	}
END_TEST

/* --- why a word did not come ------------------------------------------------------------------ */

START_TEST(a_crash_in_a_game_shows_its_last_words_once)
	{
		const struct step_result *result;
		CHECKING_BEGIN("tictactoe", "go=echo out of ideas >&2; exit 3");
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		result = checking_step("play");
		checking_says("play", "failed", "it wrote on stderr: out of ideas");
		ck_assert_int_eq(result->fault, VERDICT_CRASH);
		ck_assert_str_eq(result->detail,
			"ended with exit status 3; it wrote on stderr: out of ideas");
		ck_assert_ptr_eq(
			strstr(result->more, "on stderr it wrote:\nout of ideas\n"), result->more);
		checking_has(result->more, "as seat 1, after: position startpos\n");
		checking_says("speed", "skipped", "it has not moved");
	}
END_TEST

START_TEST(a_crash_without_words_says_only_how_it_ended)
	{
		CHECKING_BEGIN("tictactoe", "go=exit 3");
		checking_run();
		const struct step_result *result = checking_step("play");
		checking_tells("play", "failed", "it ended with exit status 3 after ");
		/* which the verdict says already */
		ck_assert_str_eq(result->detail, "ended with exit status 3");
		ck_assert_ptr_null(strstr(result->more, "stderr"));
	}
END_TEST

/* It answers, but not with the word: no other answer is waited for. */
START_TEST(a_line_that_was_meant_as_the_answer_is_explained)
	{
		CHECKING_BEGIN("tictactoe", "go=echo bestmove: a1; sleep 4; move");
		k.config.terms.limits = (struct limits){.movetime = 2 * SECOND};
		k.order.patience = MILLISECOND;
		checking_run();
		checking_tells("play", "failed",
			"it wrote \"bestmove: a1\", which is not an answer: write a line such as \"bestmove a1\"");
		ck_assert_int_eq(checking_step("play")->fault, VERDICT_TIME);
		checking_has(checking_step("play")->detail, "which is not an answer");
	}
END_TEST

START_TEST(a_word_that_comes_too_late_is_told_how_late)
	{
		CHECKING_BEGIN("tictactoe", "ugi=sleep 2; hello");
		k.bot.resources.startup = SECOND;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("start", "ok", "it runs");
		checking_tells("handshake", "failed", "\"ugiok\" came, but ");
		checking_has(checking_step("handshake")->text, " too late: it had 1");
		ck_assert_int_eq(checking_step("handshake")->fault, VERDICT_STARTUP);
		checking_says("options", "skipped", "not tried");
	}
END_TEST

/* Output that waits in a buffer comes when the input is closed, and not after `uci`. */
START_TEST(a_bot_that_waits_for_the_end_of_its_input_is_told_so)
	{
		CHECKING_BEGIN("tictactoe", "ugi=cat >input.txt; hello");
		k.bot.resources.startup = SECOND;
		checking_run();
		char text[64] = "";
		FILE *file = fopen("input.txt", "r");
		ck_assert_ptr_nonnull(file);
		text[fread(text, 1, sizeof text - 1, file)] = '\0';
		fclose(file);
		unlink("input.txt");
		ck_assert_str_eq(text, "uci\n");
		checking_tells("handshake", "failed",
			", and \"ugiok\" came when its input was closed: its output waits in a buffer");
	}
END_TEST

START_TEST(a_bot_that_speaks_uci_is_told_so)
	{
		CHECKING_BEGIN("tictactoe", "ugi=:", "uci=echo uciok");
		k.bot.resources.startup = SECOND;
		checking_run();
		checking_tells(
			"handshake", "failed", "it speaks UCI, the protocol of chess, not UGI");
	}
END_TEST

START_TEST(a_bot_that_writes_too_much_is_told_so)
	{
		CHECKING_BEGIN("tictactoe", "go=while :; do echo info string x; done");
		checking_run();
		const struct step_result *result = checking_step("play");
		ck_assert_int_eq(result->fault, VERDICT_FLOOD);
		checking_tells("play", "failed", "it wrote more than the limit of one turn");
		/* the verdict has its own words for that */
		ck_assert_ptr_null(strstr(result->detail, "print your own messages"));
	}
END_TEST

/* Without descriptors for its pipes no bot starts. */
START_TEST(a_bot_that_the_referee_cannot_start_is_not_blamed)
	{
		struct rlimit before;
		int next = open("/dev/null", O_RDONLY);
		ck_assert_int_ge(next, 0);
		close(next);
		ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
		CHECKING_BEGIN("tictactoe", NULL);
		const struct rlimit few = {(rlim_t)next + 6, before.rlim_max};
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
		checking_run();
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
		ck_assert_int_eq(k.result, BOT_CHECK_BROKEN);
		checking_says("start", "skipped",
			"the referee: no process can be started; this is no fault of the bot");
		for (int i = 1; i < k.count; i++)
			checking_says(k.steps[i].step, "skipped", "not tried");
		ck_assert_int_eq(checking_step("start")->fault, VERDICT_OK);
	}
END_TEST

/* --- between two games ------------------------------------------------------------------------ */

START_TEST(a_crash_between_two_games_is_a_warning_told_once)
	{
		CHECKING_BEGIN("tictactoe",
			"uginewgame=g=$((g+1)); [ $g = 2 ] && { echo it is over >&2; exit 3; }");
		k.games[2] = k.games[0];
		k.order.games_count = 3;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		checking_says("again", "warning",
			"after the game it ended with exit status 3, and was started again: no game is lost by that, but mend it; it wrote on stderr: it is over");
		ck_assert_str_eq(checking_step("again")->more, "on stderr it wrote:\nit is over\n");
		for (int i = 0; i < k.count; i++)
			ck_assert(strcmp(k.steps[i].step, "again") == 0 ||
				  k.steps[i].verdict == STEP_RESULT_OK);
	}
END_TEST

START_TEST(a_good_end_between_two_games_is_no_crash)
	{
		CHECKING_BEGIN("tictactoe", "uginewgame=g=$((g+1)); [ $g = 2 ] && exit 0");
		checking_run();
		checking_tells(
			"again", "warning", "it exits after each game and must be restarted");
		CHECKING_BEGIN("tictactoe",
			"uginewgame=g=$((g+1)); [ $g = 2 ] && { echo 'Traceback (most recent call last):' >&2; exit 0; }");
		checking_run();
		checking_tells("again", "warning", "after the game it ended with exit status 0");
	}
END_TEST

/* The step that fails says why it does; the crash before it is not in its place. */
START_TEST(a_crash_between_two_games_does_not_hide_a_fault)
	{
		CHECKING_BEGIN("tictactoe",
			"uginewgame=[ -e played ] && echo again >>crashed; [ -e crashed ] || { [ -e played ] && exit 3; }; [ \"$(wc -l <crashed 2>/dev/null)\" = 1 ] && exit 3; touch played",
			"go=[ -e crashed ] && echo bestmove z9 || move");
		checking_run();
		unlink("played");
		unlink("crashed");
		checking_tells("again", "failed", "\"z9\" is not legal here");
	}
END_TEST

/* --- against itself --------------------------------------------------------------------------- */

/* The second process of the bot finds the folder that the first one has made. */
#define TWIN "start=mkdir first 2>/dev/null || twin=yes"

START_TEST(the_second_process_may_fail_alone)
	{
		CHECKING_BEGIN("tictactoe", TWIN, "go=[ -n \"$twin\" ] && exit 5; move");
		checking_run();
		rmdir("first");
		ck_assert_int_eq(k.result, BOT_CHECK_FAULTS);
		checking_says("again", "ok",
			"1 more game in the same process, each other seat once: 2 legal moves");
		checking_tells("itself", "failed", "it ended with exit status 5");
		ck_assert_int_eq(checking_step("itself")->fault, VERDICT_CRASH);
		/* seat 2 was the twin's */
		checking_has(checking_step("itself")->more,
			"as seat 2, after: position startpos moves ");
		checking_says("stop", "skipped", "not tried, since it failed before");
		checking_says("quit", "ok", "it ended by itself");
	}
END_TEST

START_TEST(the_second_process_may_not_get_ready)
	{
		CHECKING_BEGIN("tictactoe", TWIN,
			"ugi=[ -n \"$twin\" ] && { echo only one of me >&2; exit 5; }; hello");
		checking_run();
		rmdir("first");
		checking_says("itself", "failed", "it wrote on stderr: only one of me");
		ck_assert_int_eq(checking_step("itself")->fault, VERDICT_STARTUP);
	}
END_TEST

START_TEST(each_seat_of_a_game_against_itself_is_another_process)
	{
		char text[256] = "";
		int seen = 0;
		/* each process takes the first folder that is free */
		static const char *const words[] = {
			"start=me=1; until mkdir $me 2>/dev/null; do me=$((me+1)); done",
			"ugi=echo feature players newgame; hello",
			"uginewgame=echo $me $rest >>seats", NULL};
		checking_begin("nim", 3, words);
		k.games[0] = (struct question){"", "", 2, 7};
		k.order.games_count = 1;
		checking_run();
		ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
		FILE *file = fopen("seats", "r");
		ck_assert_ptr_nonnull(file);
		int first = 0, taken[4] = {0};
		/* its game; then the same against itself, with a process for each other seat */
		while (fgets(text, sizeof text, file) != NULL) {
			const char *seat = strstr(text, " seat ");
			ck_assert_ptr_nonnull(seat);
			int number = atoi(seat + 6);
			ck_assert(number >= 1 && number <= 3);
			first = first == 0 ? atoi(text) : first;
			ck_assert(number != 2 || atoi(text) == first);
			ck_assert(number == 2 || taken[number] == 0);
			taken[number] = atoi(text);
			seen++;
		}
		fclose(file);
		unlink("seats");
		/* the last one is the game that is stopped */
		ck_assert_int_eq(seen, 1 + 3 + 1);
		ck_assert_int_eq(first, 1);
		ck_assert_int_eq(taken[1], 2);
		ck_assert_int_eq(taken[3], 3);
		rmdir("1");
		rmdir("2");
		rmdir("3");
	}
END_TEST

/* --- is it idle? ------------------------------------------------------------------------------ */

/* Runs a check of one answer that takes this code; returns whether the bot was idle at last. */
static bool was_idle(const char *code)
{
	static volatile bool idle;
	char word[256];
	idle = false;
	snprintf(word, sizeof word, "go=%s; move", code);
	CHECKING_BEGIN("tictactoe", word);
	k.order.quick = true;
	k.order.openings = k.games;
	k.order.openings_count = 1;
	k.order.idle = &idle;
	checking_run();
	ck_assert_int_eq(k.result, BOT_CHECK_GOOD);
	return idle;
}

START_TEST(a_bot_is_idle_when_it_used_no_processor_for_a_second)
	{
		ck_assert(was_idle("sleep 2.5"));
		ck_assert(!was_idle("timeout 2.5 sh -c 'while :; do :; done'"));
		/* nothing is known of one that has just begun */
		ck_assert(!was_idle(":"));
		checking_end();
	}
END_TEST

SUITE("check/bot-check", CASE(a_result_has_a_verdict_a_detail_and_advice),
	CASE(a_result_that_is_full_keeps_what_came_first),
	CASE(a_crash_in_a_game_shows_its_last_words_once),
	CASE(a_crash_without_words_says_only_how_it_ended),
	CASE(a_line_that_was_meant_as_the_answer_is_explained),
	CASE(a_word_that_comes_too_late_is_told_how_late),
	CASE(a_bot_that_waits_for_the_end_of_its_input_is_told_so),
	CASE(a_bot_that_speaks_uci_is_told_so), CASE(a_bot_that_writes_too_much_is_told_so),
	CASE(a_bot_that_the_referee_cannot_start_is_not_blamed),
	CASE(a_crash_between_two_games_is_a_warning_told_once),
	CASE(a_good_end_between_two_games_is_no_crash),
	CASE(a_crash_between_two_games_does_not_hide_a_fault),
	CASE(the_second_process_may_fail_alone), CASE(the_second_process_may_not_get_ready),
	CASE(each_seat_of_a_game_against_itself_is_another_process),
	CASE(a_bot_is_idle_when_it_used_no_processor_for_a_second))
