/*
 * Input and output of a bot: the last line to a remote one, also behind bytes that the bot has not
 * read; lines, limits and ends of a socket; the exit status and the stderr of a program.
 */
#include "referee/bot/channel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

/* As protocol/PROTOCOL.md has them. */
static const char *const reasons[DISCONNECT_REASONS] = {
	[DISCONNECT_REASON_REVOKED] = "error revoked ",
	[DISCONNECT_REASON_REPLACED] = "error replaced ",
	[DISCONNECT_REASON_FLOOD] = "error flood ",
	[DISCONNECT_REASON_DEAF] = "error deaf ",
	[DISCONNECT_REASON_STOPPED] = "error stopped ",
	[DISCONNECT_REASON_OFTEN] = "error often ",
	[DISCONNECT_REASON_FULL] = "error full ",
	[DISCONNECT_REASON_KICKED] = "error kicked ",
};

/* All that arrives until the end. */
static size_t read_all(int fd, char *text, size_t room)
{
	size_t used = 0;
	ssize_t count;
	while ((count = read(fd, text + used, room - 1 - used)) > 0)
		used += (size_t)count;
	text[used] = '\0';
	return used;
}

START_TEST(each_reason_is_one_line)
	{
		int ends[2];
		char text[256];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		disconnect_reason_send(ends[0], (enum disconnect_reason)_i, false);
		shutdown(ends[0], SHUT_RDWR);
		size_t length = read_all(ends[1], text, sizeof text);
		ck_assert_int_eq(strncmp(text, reasons[_i], strlen(reasons[_i])), 0);
		ck_assert_ptr_eq(strchr(text, '\n'), text + length - 1);
		close(ends[0]);
		close(ends[1]);
	}
END_TEST

START_TEST(it_stands_behind_what_was_not_read)
	{
		static char text[1 << 22], filling[1000];
		int ends[2];
		memset(filling, 'x', sizeof filling);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		while (send(ends[0], filling, sizeof filling, MSG_DONTWAIT) > 0)
			;
		ck_assert_int_eq(errno, EAGAIN);
		disconnect_reason_send(ends[0], DISCONNECT_REASON_DEAF, true);
		shutdown(ends[0], SHUT_RDWR);
		ck_assert_uint_lt(read_all(ends[1], text, sizeof text), sizeof text - 1);
		char *last = strrchr(text, 'x');
		ck_assert_int_eq(strncmp(last + 1, "\nerror deaf ", 12), 0);
		close(ends[0]);
		close(ends[1]);
	}
END_TEST

START_TEST(who_has_gone_is_told_nothing)
	{
		int ends[2];
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		close(ends[1]);
		disconnect_reason_send(
			ends[0], DISCONNECT_REASON_REVOKED, true); /* SIGPIPE would end us */
		close(ends[0]);
	}
END_TEST

/* --- a channel --------------------------------------------------------------------------- */

static struct {
	struct event_base *base;
	struct channel c;
	int end;	 /* the bot's end of the socket */
	int started;	 /* -1: not yet; else an enum sandbox_result */
	char lines[512]; /* its lines, each with an LF */
	char errors[16384];
	int ends;
	enum channel_end how;
	usec line_at, end_at;
	bool again; /* line() wants more */
} s;

static void on_started(void *owner, enum sandbox_result result, const char *why)
{
	(void)owner, (void)why;
	s.started = (int)result;
}

static bool on_line(void *owner, char *line, usec at)
{
	size_t used = strlen(s.lines);
	(void)owner;
	snprintf(s.lines + used, sizeof s.lines - used, "%s\n", line);
	s.line_at = at;
	return s.again;
}

static void on_errors(void *owner, const char *line, size_t length)
{
	size_t used = strlen(s.errors);
	(void)owner;
	snprintf(s.errors + used, sizeof s.errors - used, "%.*s\n", (int)length, line);
}

static void on_end(void *owner, enum channel_end how, usec at)
{
	(void)owner;
	s.ends++;
	s.how = how;
	s.end_at = at;
}

static const struct channel_owner owner = {on_started, on_line, on_errors, on_end};

static void scene_open(void)
{
	static bool prepared;
	signal(SIGPIPE, SIG_IGN); /* as in all processes that talk to bots */
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	memset(&s, 0, sizeof s);
	s.started = s.end = -1;
	s.again = true;
	s.base = event_base_new();
}

/* A remote bot with these limits. */
static void scene_remote(int64_t line, int64_t output)
{
	int ends[2];
	const struct sandbox_limits a = {.line = line, .output = output};
	scene_open();
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	s.end = ends[1];
	ck_assert(channel_adopt(&s.c, s.base, ends[0], &a, &owner, NULL));
}

static void scene_close(void)
{
	channel_stop(&s.c);
	event_base_free(s.base);
	if (s.end >= 0)
		close(s.end);
}

#define UNTIL(condition)                                                                           \
	while (!(condition))                                                                       \
	event_base_loop(s.base, EVLOOP_ONCE)

static void writes(const char *text)
{
	ck_assert_int_eq(write(s.end, text, strlen(text)), (ssize_t)strlen(text));
}

/* The bot reads exactly this, and then the end. */
static void reads_at_last(const char *text)
{
	char got[256];
	read_all(s.end, got, sizeof got);
	ck_assert_str_eq(got, text);
}

START_TEST(a_socket_passes_on_whole_lines_with_the_time_of_their_end)
	{
		scene_remote(0, 0);
		writes("one\ntw");
		UNTIL(*s.lines != '\0');
		ck_assert_str_eq(s.lines, "one\n");
		usec before = time_now();
		writes("o\r\n\nthree\n");
		UNTIL(strlen(s.lines) > 4);
		ck_assert_str_eq(s.lines, "one\ntwo\n\nthree\n");
		ck_assert_int_ge(s.line_at, before);
		ck_assert_int_le(s.line_at, time_now());
		ck_assert_int_eq(s.ends, 0);
		scene_close();
	}
END_TEST

START_TEST(an_owner_that_wants_no_more_gets_the_rest_with_the_next_read)
	{
		scene_remote(0, 0);
		s.again = false;
		writes("one\ntwo\n");
		UNTIL(*s.lines != '\0');
		ck_assert_str_eq(s.lines, "one\n");
		s.again = true;
		writes("three\n");
		UNTIL(strlen(s.lines) > 4);
		ck_assert_str_eq(s.lines, "one\ntwo\nthree\n");
		scene_close();
	}
END_TEST

static const struct {
	const char *text;
	int64_t line, output;
	bool flood;
} limits[] = {
	{"0123456\n", 8, 0, false},
	{"01234567\n", 8, 0, true},
	{"01234567", 8, 0, true}, /* no room for its end */
	{"0123456", 8, 0, false},
	{"ab\ncd\nef\n", 0, 9, false},
	{"ab\ncd\nefg\n", 0, 9, true},
	{"ab\ncd\nefgh", 0, 9, true},
};

START_TEST(more_than_a_line_or_a_turn_may_have_is_a_flood_and_the_bot_is_told)
	{
		scene_remote(limits[_i].line, limits[_i].output);
		writes(limits[_i].text);
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(s.ends, limits[_i].flood);
		if (limits[_i].flood) {
			ck_assert_int_eq(s.how, CHANNEL_FLOOD);
			reads_at_last("error flood the bot wrote more than it may in a turn\n");
		}
		scene_close();
	}
END_TEST

/* Of a turn of 20 bytes the second line is the last that fits. */
START_TEST(it_does_not_matter_in_which_chunks_a_flood_arrives)
	{
		static const char text[] = "0123456789\nabcdefg\nbestmove a1\n";
		scene_remote(0, 20);
		char first[sizeof text];
		snprintf(first, sizeof first, "%.*s", _i, text);
		writes(first);
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		if (s.ends == 0)
			writes(text + _i);
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		ck_assert_str_eq(s.lines, "0123456789\nabcdefg\n");
		ck_assert_int_eq(s.ends, 1);
		ck_assert_int_eq(s.how, CHANNEL_FLOOD);
		scene_close();
	}
END_TEST

START_TEST(bytes_that_wait_when_a_turn_begins_count_in_it)
	{
		scene_remote(0, 20);
		s.again = false;
		writes("one\n0123456789\nabc");
		UNTIL(*s.lines != '\0');
		channel_turn(&s.c);
		s.again = true;
		writes("defg\n");
		UNTIL(strlen(s.lines) == 23);
		ck_assert_int_eq(s.ends, 0); /* 19 bytes */
		writes("hi\n");
		UNTIL(s.ends == 1);
		ck_assert_str_eq(s.lines, "one\n0123456789\nabcdefg\n");
		scene_close();
	}
END_TEST

START_TEST(a_look_sees_all_that_is_there_and_its_end)
	{
		scene_remote(0, 0);
		channel_look(&s.c);
		ck_assert_int_eq(s.ends, 0);
		writes("one\ntwo\n");
		if (_i == 1)
			shutdown(s.end, SHUT_WR);
		channel_look(&s.c);
		ck_assert_str_eq(s.lines, "one\ntwo\n");
		ck_assert_int_eq(s.ends, _i);
		channel_look(&s.c);
		ck_assert_int_eq(s.ends, _i);
		scene_close();
	}
END_TEST

START_TEST(each_turn_has_its_own_limit)
	{
		scene_remote(0, 9);
		for (int i = 0; i < 3; i++) {
			writes("ab\ncd\nef\n");
			UNTIL(strlen(s.lines) == (size_t)(i + 1) * 9);
			channel_turn(&s.c);
		}
		ck_assert_int_eq(s.ends, 0);
		scene_close();
	}
END_TEST

START_TEST(a_bot_that_does_not_read_is_deaf_and_is_told_after_an_unfinished_line)
	{
		static char line[LINE_FROM_REFEREE];
		static char got[1 << 22];
		scene_remote(0, 0);
		memset(line, 'x', sizeof line);
		while (s.ends == 0)
			channel_send(&s.c, line, sizeof line);
		ck_assert_int_eq(s.how, CHANNEL_DEAF);
		ck_assert_uint_eq(wire_waiting(&s.c.wire), 0); /* they are forgotten */
		read_all(s.end, got, sizeof got);
		const char *last = strrchr(got, 'x');
		ck_assert_ptr_nonnull(last);
		ck_assert_str_eq(last + 1, "\nerror deaf the bot did not read what it was sent\n");
		scene_close();
	}
END_TEST

/* Bytes that did not fit follow when the bot reads. */
START_TEST(bytes_that_wait_arrive_in_their_order)
	{
		static char line[LINE_FROM_REFEREE], got[LINE_FROM_REFEREE];
		scene_remote(0, 0);
		int sent = 0;
		for (; wire_waiting(&s.c.wire) == 0; sent++) {
			memset(line, 'a' + sent % 26, sizeof line);
			channel_send(&s.c, line, sizeof line);
		}
		for (int i = 0; i < sent; i++) {
			for (size_t length = 0; length < sizeof got;) {
				ssize_t count = recv(
					s.end, got + length, sizeof got - length, MSG_DONTWAIT);
				if (count > 0)
					length += (size_t)count;
				else
					event_base_loop(s.base, EVLOOP_NONBLOCK);
			}
			memset(line, 'a' + i % 26, sizeof line);
			ck_assert_mem_eq(got, line, sizeof got);
		}
		ck_assert_uint_eq(wire_waiting(&s.c.wire), 0);
		ck_assert_int_eq(s.ends, 0);
		scene_close();
	}
END_TEST

START_TEST(an_end_that_is_no_fault_has_no_last_line)
	{
		scene_remote(0, 0);
		writes("last\n");
		if (_i == 0)
			shutdown(s.end, SHUT_WR);
		UNTIL(*s.lines != '\0');
		if (_i == 1)
			channel_cut(&s.c);
		UNTIL(s.ends == 1);
		ck_assert_str_eq(s.lines, "last\n");
		ck_assert_int_eq(s.how, CHANNEL_CLOSED);
		ck_assert_int_eq(channel_closing(&s.c), 0);
		reads_at_last("");
		channel_cut(&s.c); /* it has ended once */
		ck_assert_int_eq(s.ends, 1);
		char text[64];
		channel_ending(&s.c, text, sizeof text);
		ck_assert_str_eq(text, "its connection ended");
		channel_send(&s.c, "x\n", 2); /* nothing happens */
		scene_close();
	}
END_TEST

START_TEST(a_connection_that_is_released_stays_open_elsewhere)
	{
		char byte;
		scene_remote(0, 0);
		int other = dup(s.c.sandbox.out);
		channel_release(&s.c);
		ck_assert_int_eq(recv(s.end, &byte, 1, MSG_DONTWAIT), -1);
		ck_assert_int_eq(errno, EAGAIN);
		ck_assert_int_eq(s.ends, 0);
		close(other);
		scene_close();
	}
END_TEST

START_TEST(bytes_from_before_are_dropped_and_later_ones_read)
	{
		int ends[2];
		const struct sandbox_limits a = {.line = 0};
		scene_open();
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		s.end = ends[1];
		writes("early\nhalf");
		ck_assert(channel_adopt(&s.c, s.base, ends[0], &a, &owner, NULL));
		writes("late\n");
		UNTIL(*s.lines != '\0');
		ck_assert_str_eq(s.lines, "late\n");
		scene_close();
	}
END_TEST

/* --- a program --------------------------------------------------------------------------- */

/* Runs this in a shell, without the other layers of a sandbox. */
static void scene_program(const char *script)
{
	static char *argv[] = {(char *)"/bin/sh", (char *)"-c", NULL, NULL};
	struct error err;
	scene_open();
	argv[2] = (char *)script;
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_NONE};
	ck_assert_int_eq(
		channel_start(&s.c, s.base, &options, &owner, NULL, &err), SANDBOX_STARTED);
	UNTIL(s.started >= 0);
	ck_assert_int_eq(s.started, SANDBOX_STARTED);
}

static const struct {
	const char *script, *ending;
	bool runs; /* after its output has ended */
} endings[] = {
	{"exit 3", "ended with exit status 3", false},
	{"exit 0", "ended with exit status 0", false},
	{"kill -9 $$", "was killed by signal 9 (Killed)", false},
	{"exec >&-; while read x; do :; done", "closed its output", true},
};

START_TEST(how_a_program_ended_is_known_when_its_output_has_ended)
	{
		char text[128];
		scene_program(endings[_i].script);
		UNTIL(s.ends == 1);
		ck_assert_int_eq(s.how, CHANNEL_CLOSED);
		/* One that runs on is given two seconds to end, as the loop counts them: its time of
		 * now is a little old. */
		if (endings[_i].runs)
			ck_assert_int_ge(time_now() - s.end_at, 2 * SECOND - SECOND / 10);
		channel_ending(&s.c, text, sizeof text);
		ck_assert_str_eq(text, endings[_i].ending);
		scene_close();
	}
END_TEST

START_TEST(while_the_exit_status_is_waited_for_the_channel_is_closing)
	{
		scene_program("read x; exec >&-; while read x; do :; done");
		ck_assert_int_eq(channel_closing(&s.c), 0);
		usec before = time_now();
		channel_send(&s.c, "x\n", 2);
		UNTIL(s.c.closed != 0);
		ck_assert_int_eq(s.ends, 0);
		ck_assert_int_ge(channel_closing(&s.c), before + 2 * SECOND);
		ck_assert_int_le(channel_closing(&s.c), time_now() + 2 * SECOND);
		UNTIL(s.ends == 1);
		ck_assert_int_eq(channel_closing(&s.c), 0);
		ck_assert_int_ge(s.end_at, before);
		ck_assert_int_lt(s.end_at, time_now() - SECOND);
		scene_close();
	}
END_TEST

START_TEST(a_program_that_closed_its_input_can_still_be_heard)
	{
		scene_program(
			"exec <&-; echo closed; while [ ! -s /proc/1/nothing ]; do sleep 1; done");
		UNTIL(*s.lines != '\0');
		ck_assert(!s.c.wire.gone);
		channel_send(&s.c, "x\n", 2);
		ck_assert(s.c.wire.gone);
		ck_assert_int_eq(s.ends, 0);
		scene_close();
	}
END_TEST

START_TEST(its_stderr_is_passed_on_before_its_later_lines)
	{
		scene_program(
			"read x; echo one >&2; printf tw >&2; echo a; read x; echo o >&2; echo b; read x");
		channel_follow(&s.c);
		channel_send(&s.c, "x\n", 2);
		UNTIL(*s.lines != '\0');
		ck_assert_str_eq(s.errors, "one\n");
		channel_send(&s.c, "x\n", 2);
		UNTIL(strlen(s.lines) == 4);
		ck_assert_str_eq(s.errors, "one\ntwo\n");
		scene_close();
	}
END_TEST

START_TEST(the_last_bytes_of_stderr_are_kept_for_one_game)
	{
		char text[16];
		scene_program(
			"read x; printf 0123456789 >&2; echo a; read x; printf abc >&2; echo b; read x");
		channel_send(&s.c, "x\n", 2);
		UNTIL(*s.lines != '\0');
		ck_assert_uint_eq(channel_stderr(&s.c, text, 5), 4);
		ck_assert_str_eq(text, "6789");
		ck_assert_uint_eq(channel_stderr(&s.c, text, sizeof text), 10);
		ck_assert_str_eq(text, "0123456789");
		channel_forget_errors(&s.c);
		ck_assert_uint_eq(channel_stderr(&s.c, text, sizeof text), 0);
		channel_send(&s.c, "x\n", 2);
		UNTIL(strlen(s.lines) == 4);
		ck_assert_uint_eq(channel_stderr(&s.c, text, sizeof text), 3);
		ck_assert_str_eq(text, "abc");
		scene_close();
	}
END_TEST

/* Sixteen bytes may come between two lines to the bot. */
START_TEST(stderr_beyond_its_limit_is_left_out_until_the_bot_is_sent_more)
	{
		static char *argv[] = {(char *)"/bin/sh", (char *)"-c",
			(char *)"read x; printf 'one\ntwo\n0123456789' >&2; echo a; read x; echo three >&2; echo b; read x",
			NULL};
		const struct sandbox_limits a = {.errors = 16};
		struct error err;
		scene_open();
		const struct sandbox_options options = {
			.argv = argv, .level = SANDBOX_NONE, .resources = &a};
		ck_assert_int_eq(
			channel_start(&s.c, s.base, &options, &owner, NULL, &err), SANDBOX_STARTED);
		UNTIL(s.started >= 0);
		channel_follow(&s.c);
		channel_send(&s.c, "x\n", 2);
		UNTIL(*s.lines != '\0');
		ck_assert_str_eq(s.errors,
			"one\ntwo\n01234567\n(stderr is left out from here until the bot is sent more)\n");
		channel_flush_errors(&s.c);
		*s.errors = '\0';
		channel_send(&s.c, "x\n", 2);
		UNTIL(strlen(s.lines) == 4);
		ck_assert_str_eq(s.errors, "three\n");
		scene_close();
	}
END_TEST

START_TEST(a_stderr_that_was_closed_wakes_us_no_more)
	{
		scene_program("exec 2>&-; echo closed; read x");
		UNTIL(*s.lines != '\0');
		while (event_pending(s.c.err, EV_READ, NULL))
			event_base_loop(s.base, EVLOOP_ONCE);
		ck_assert_int_eq(s.ends, 0);
		scene_close();
	}
END_TEST

START_TEST(its_input_can_be_closed)
	{
		scene_program("while read x; do :; done; echo over");
		channel_send(&s.c, "x\n", 2);
		channel_hang_up(&s.c);
		channel_hang_up(&s.c); /* once */
		UNTIL(s.ends == 1);
		ck_assert_str_eq(s.lines, "over\n");
		scene_close();
	}
END_TEST

#define ROWS(table) (sizeof(table) / sizeof *(table))

SUITE("referee/bot/channel", LOOP(each_reason_is_one_line, DISCONNECT_REASONS),
	CASE(it_stands_behind_what_was_not_read), CASE(who_has_gone_is_told_nothing),
	CASE(a_socket_passes_on_whole_lines_with_the_time_of_their_end),
	CASE(an_owner_that_wants_no_more_gets_the_rest_with_the_next_read),
	LOOP(more_than_a_line_or_a_turn_may_have_is_a_flood_and_the_bot_is_told, ROWS(limits)),
	LOOP(it_does_not_matter_in_which_chunks_a_flood_arrives, 32),
	CASE(bytes_that_wait_when_a_turn_begins_count_in_it),
	LOOP(a_look_sees_all_that_is_there_and_its_end, 2), CASE(each_turn_has_its_own_limit),
	CASE(a_bot_that_does_not_read_is_deaf_and_is_told_after_an_unfinished_line),
	CASE(bytes_that_wait_arrive_in_their_order),
	LOOP(an_end_that_is_no_fault_has_no_last_line, 2),
	CASE(a_connection_that_is_released_stays_open_elsewhere),
	CASE(bytes_from_before_are_dropped_and_later_ones_read),
	LOOP(how_a_program_ended_is_known_when_its_output_has_ended, ROWS(endings)),
	CASE(while_the_exit_status_is_waited_for_the_channel_is_closing),
	CASE(a_program_that_closed_its_input_can_still_be_heard),
	CASE(its_stderr_is_passed_on_before_its_later_lines),
	CASE(the_last_bytes_of_stderr_are_kept_for_one_game),
	CASE(stderr_beyond_its_limit_is_left_out_until_the_bot_is_sent_more),
	CASE(a_stderr_that_was_closed_wakes_us_no_more), CASE(its_input_can_be_closed))
