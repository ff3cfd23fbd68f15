/*
 * The conversation with a bot that is a program of this machine: its start, its end, its stderr.
 */
#include "referee/bot/bot.h"

#include <poll.h>

#include "tests/lib/bot-scene.h"

static char *shell[] = {(char *)"/bin/sh", (char *)"-c", NULL, NULL};

/* A bot in the shell: it greets, is ready, and runs these commands at `go`, "quit" and
 * "uginewgame".
 */
static void scene_program(const char *go, const char *quit, const char *newgame)
{
	static char script[2048];
	scene_open("tictactoe", 2);
	snprintf(script, sizeof script,
		"while read word rest; do case $word in ugi) echo feature legal; echo ugiok;; "
		"uginewgame) %s;; isready) echo readyok;; go) %s;; quit) %s;; esac; done",
		newgame, go, quit);
	shell[2] = script;
	s.self.remote = false;
	s.self.argv = shell;
	s.self.resources.startup = s.self.resources.newgame = 60 * SECOND;
	s.self.resources.quit = 100 * MILLISECOND;
	s.calls.restarted = on_restarted;
	bot_init(&s.b, &s.config, &s.self, s.base, &s.calls, &s);
}

START_TEST(a_program_is_started_greeted_asked_and_quits)
	{
		scene_program("echo bestmove b2", "exit 0", ":");
		prepares(1);
		ck_assert_int_eq(s.b.phase, BOT_STARTING);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		UNTIL(*s.said != '\0');
		says("answered b2\n");
		ck_assert_int_ge(s.b.answer.spent.cpu, 0);
		bot_unseat(&s.b);
		bot_quit(&s.b);
		ck_assert_int_eq(s.b.phase, BOT_QUITTING);
		UNTIL(s.b.phase == BOT_GONE);
		says("");
		scene_close();
	}
END_TEST

START_TEST(a_program_that_does_not_quit_is_killed_at_its_deadline)
	{
		scene_program("echo bestmove b2", ":", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		usec before = time_now();
		bot_quit(&s.b);
		ck_assert_int_ge(s.b.deadline, before + 100 * MILLISECOND);
		ck_assert_int_le(s.b.deadline, time_now() + 100 * MILLISECOND);
		bot_tick(&s.b, s.b.deadline);
		ck_assert_int_eq(s.b.phase, BOT_QUITTING);
		passes_its_deadline();
		ck_assert_int_eq(s.b.phase, BOT_GONE);
		says("");
		scene_close();
	}
END_TEST

START_TEST(a_program_without_time_to_quit_is_killed)
	{
		scene_program("echo bestmove b2", "exit 0", ":");
		s.self.resources.quit = 0;
		prepares(1);
		UNTIL(*s.said != '\0');
		bot_quit(&s.b);
		ck_assert_int_eq(s.b.phase, BOT_GONE);
		scene_close();
	}
END_TEST

START_TEST(a_program_that_ends_while_it_thinks_has_crashed)
	{
		scene_program("exit 3", "exit 0", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		UNTIL(*s.said != '\0');
		says("failed crash: ended with exit status 3\n");
		scene_close();
	}
END_TEST

START_TEST(a_program_that_is_not_there_did_not_start)
	{
		static char *argv[] = {(char *)"/nowhere/bot", NULL};
		scene_open("tictactoe", 2);
		s.self.remote = false;
		s.self.argv = argv;
		bot_init(&s.b, &s.config, &s.self, s.base, &s.calls, &s);
		prepares(1);
		UNTIL(*s.said != '\0');
		says("failed startup: there is no file \"/nowhere/bot\"\n");
		scene_close();
	}
END_TEST

START_TEST(its_stderr_is_logged_with_its_conversation)
	{
		scene_program("echo text >&2; echo bestmove b2", "exit 0", ":");
		s.calls.wire = on_wire;
		s.config.log_wire = _i == 0;
		prepares(1);
		UNTIL(strstr(s.said, "ready\n") != NULL && s.b.phase == BOT_READY);
		*s.said = '\0';
		asks();
		UNTIL(strstr(s.said, "answered b2\n") != NULL);
		ck_assert_int_eq(
			strstr(s.said, "! text\n< bestmove b2\nanswered b2\n") != NULL, _i == 0);
		ck_assert_int_eq(strchr(s.said, '!') != NULL, _i == 0);
		scene_close();
	}
END_TEST

START_TEST(a_program_that_ends_before_it_is_ready_did_not_start)
	{
		scene_open("tictactoe", 2);
		static char *argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)"exit 4", NULL};
		s.self.remote = false;
		s.self.argv = argv;
		s.self.resources.startup = 60 * SECOND;
		bot_init(&s.b, &s.config, &s.self, s.base, &s.calls, &s);
		prepares(1);
		UNTIL(*s.said != '\0');
		says("failed startup: ended with exit status 4 before it was ready\n");
		scene_close();
	}
END_TEST

/* Has the program closed its output, or written something, as seen from here? */
static void waits_for_output(void)
{
	struct pollfd end = {s.b.channel.sandbox.out, POLLIN, 0};
	ck_assert_int_eq(poll(&end, 1, -1), 1);
}

/* Its time is over before the end is read, or after; at the moment of that, or when its exit status
 * need not be waited for any longer. */
START_TEST(an_output_that_was_closed_is_a_crash_whichever_event_comes_first)
	{
		scene_program("exec >&-; while read x; do :; done", "exit 0", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		s.config.terms.limits.movetime = MILLISECOND;
		clock_init(&s.game.seat[0].clock, &s.config.terms.limits);
		asks();
		waits_for_output();
		if (_i == 0) {
			bot_tick(&s.b, s.b.deadline + SECOND);
			says("");
		}
		turn();
		says("");
		if (_i == 1)
			bot_tick(&s.b, s.b.deadline + SECOND);
		else if (_i == 2)
			bot_tick(&s.b, channel_closing(&s.b.channel));
		says("");
		UNTIL(*s.said != '\0');
		says("failed crash: closed its output\n");
		scene_close();
	}
END_TEST

START_TEST(so_is_the_end_of_a_program)
	{
		scene_program("exit 5", "exit 0", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		waits_for_output();
		if (_i == 0)
			bot_tick(&s.b, s.b.deadline + SECOND);
		turn();
		if (_i == 1)
			bot_tick(&s.b, s.b.deadline + SECOND);
		UNTIL(*s.said != '\0');
		says("failed crash: ended with exit status 5\n");
		/* It is measured to its end, not to the moment at which that was judged. */
		ck_assert_int_lt(s.b.answer.spent.wall, 60 * SECOND);
		scene_close();
	}
END_TEST

/* Some programs end with the last game. */
START_TEST(a_program_that_ends_when_the_next_game_begins_is_started_again)
	{
		scene_program(
			"echo bestmove b2", "exit 0", "test -n \"$began\" && exit 0; began=1");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		bot_unseat(&s.b);
		prepares(1);
		ck_assert(!s.b.fresh);
		UNTIL(strstr(s.said, "ready\n") != NULL);
		says("restarted\nready\n");
		ck_assert(s.b.fresh);
		scene_close();
	}
END_TEST

START_TEST(a_program_that_closed_its_input_has_a_moment_to_end_and_has_crashed)
	{
		scene_program("echo bestmove b2; exec <&-; sleep 1000", "exit 0", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		UNTIL(*s.said != '\0');
		says("answered b2\n");
		do { /* until it has closed it */
			channel_send(&s.b.channel, "\n", 1);
			turn();
		} while (!s.b.channel.wire.gone);
		asks();
		ck_assert_int_eq(s.b.deadline, s.b.asked_at + 500 * MILLISECOND);
		bot_tick(&s.b, s.b.deadline);
		says("");
		passes_its_deadline();
		says("failed crash: closed its input\n");
		scene_close();
	}
END_TEST

START_TEST(a_silent_program_whose_owner_does_not_examine_it_has_its_input_closed_first)
	{
		scene_program(":", "exit 0", ":");
		s.calls.own_diagnosis = false;
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		passes_its_deadline();
		says("");
		ck_assert(s.b.failing);
		ck_assert_int_lt(s.b.channel.sandbox.in, 0);
		/* It ends with its input, and the failure is reported. */
		UNTIL(*s.said != '\0');
		ck_assert_int_eq(s.b.verdict, VERDICT_TIME);
		ck_assert(s.b.left);
		ck_assert_int_eq(strncmp(s.said, "failed time: no answer after ", 29), 0);
		scene_close();
	}
END_TEST

START_TEST(the_stderr_of_a_game_is_not_that_of_the_game_before)
	{
		char text[64];
		scene_program("echo one >&2; echo bestmove b2", "exit 0", ":");
		prepares(1);
		UNTIL(*s.said != '\0');
		says("ready\n");
		asks();
		UNTIL(*s.said != '\0');
		ck_assert_uint_eq(channel_stderr(&s.b.channel, text, sizeof text), 4);
		bot_unseat(&s.b);
		*s.said = '\0';
		prepares(1);
		UNTIL(*s.said != '\0');
		ck_assert_uint_eq(channel_stderr(&s.b.channel, text, sizeof text), 0);
		scene_close();
	}
END_TEST

SUITE("referee/bot/bot-programs", CASE(a_program_is_started_greeted_asked_and_quits),
	CASE(a_program_that_does_not_quit_is_killed_at_its_deadline),
	CASE(a_program_without_time_to_quit_is_killed),
	CASE(a_program_that_ends_while_it_thinks_has_crashed),
	CASE(a_program_that_is_not_there_did_not_start),
	LOOP(its_stderr_is_logged_with_its_conversation, 2),
	CASE(a_program_that_ends_before_it_is_ready_did_not_start),
	LOOP(an_output_that_was_closed_is_a_crash_whichever_event_comes_first, 3),
	LOOP(so_is_the_end_of_a_program, 2),
	CASE(a_program_that_ends_when_the_next_game_begins_is_started_again),
	CASE(a_program_that_closed_its_input_has_a_moment_to_end_and_has_crashed),
	CASE(a_silent_program_whose_owner_does_not_examine_it_has_its_input_closed_first),
	CASE(the_stderr_of_a_game_is_not_that_of_the_game_before))
