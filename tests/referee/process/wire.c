/*
 * Wires: what a pipe does not take at once goes when it does, in one piece and in order; what comes in
 * any pieces is whole lines.
 */
#include "referee/process/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { OUTBOX_MUCH = 1 << 20 /* more than a pipe holds */ };

static bool no_room; /* the kernel has none for what is to be listened for */

/* In the place of the C library's. */
int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event)
{
	if (no_room && what == EPOLL_CTL_ADD) {
		errno = ENOSPC;
		return -1;
	}
	return (int)syscall(SYS_epoll_ctl, epoll, what, fd, event);
}

static struct event_base *base;
static struct wire outbox;
static int ends[2];

static void on_warning(int severity, const char *line)
{
	(void)severity, (void)line;
}

/* Gives it more than the pipe takes. */
static void outbox_begin(void)
{
	event_set_log_callback(on_warning);
	ck_assert_int_eq(pipe2(ends, O_NONBLOCK), 0);
	base = event_base_new();
	ck_assert(wire_init(&outbox, base, -1, ends[1], NULL, NULL));
	for (int i = 0; i < OUTBOX_MUCH / 8; i++) {
		char word[9];
		snprintf(word, sizeof word, "%08d", i);
		wire_add(&outbox, word, 8);
	}
	wire_flush(&outbox);
}

static void outbox_end(void)
{
	wire_clear(&outbox);
	event_base_free(base);
	close(ends[0]);
	close(ends[1]);
	no_room = false;
}

/* Reads all that there is; at: how many words came before. Returns how many there are now. */
static int outbox_read(int at)
{
	char word[9] = "";
	while (read(ends[0], word, 8) == 8)
		ck_assert_int_eq(atoi(word), at++);
	return at;
}

START_TEST(what_does_not_fit_goes_by_itself_when_there_is_room)
	{
		outbox_begin();
		int at = outbox_read(0);
		ck_assert_int_lt(at, OUTBOX_MUCH / 8);
		while (at < OUTBOX_MUCH / 8) {
			event_base_loop(base, EVLOOP_ONCE);
			at = outbox_read(at);
		}
		outbox_end();
	}
END_TEST

/* Some of it went, and more is added to what is left. */
START_TEST(what_is_added_later_comes_behind_what_is_left)
	{
		enum { MORE = OUTBOX_MUCH / 2 };
		outbox_begin();
		int at = outbox_read(0), added = OUTBOX_MUCH / 8;
		while (at < OUTBOX_MUCH / 8 + MORE) {
			for (int i = 0; i < 1000 && added < OUTBOX_MUCH / 8 + MORE; i++) {
				char word[16];
				snprintf(word, sizeof word, "%08d", added++);
				wire_add(&outbox, word, 8);
			}
			wire_flush(&outbox);
			event_base_loop(base, EVLOOP_ONCE);
			at = outbox_read(at);
		}
		/* When all has gone nothing is waited for any more. */
		ck_assert_int_eq(event_base_loop(base, EVLOOP_NONBLOCK), 1);
		outbox_end();
	}
END_TEST

/* Before a process ends: it waits for the reader as long as that takes. */
START_TEST(what_is_left_at_the_end_goes_before_it)
	{
		int status, at = 0, got;
		outbox_begin();
		pid_t child = fork();
		if (child == 0) {
			close(ends[0]);
			wire_finish(&outbox);
			_exit(0);
		}
		close(ends[1]);
		fcntl(ends[0], F_SETFL, 0);
		char word[9] = "";
		while ((got = (int)read(ends[0], word, 8)) == 8)
			ck_assert_int_eq(atoi(word), at++);
		ck_assert_int_eq(got, 0);
		ck_assert_int_eq(at, OUTBOX_MUCH / 8);
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
		ends[1] = -1;
		outbox_end();
	}
END_TEST

START_TEST(where_room_cannot_be_waited_for_each_flush_tries_again)
	{
		no_room = true;
		outbox_begin();
		int at = outbox_read(0);
		for (int i = 0; i < 1000; i++) {
			wire_flush(&outbox);
			at = outbox_read(at);
		}
		ck_assert_int_eq(at, OUTBOX_MUCH / 8);
		outbox_end();
	}
END_TEST

START_TEST(what_is_put_in_one_wake_up_goes_together_at_its_end)
	{
		char got[64] = "";
		ck_assert_int_eq(pipe2(ends, O_NONBLOCK), 0);
		base = event_base_new();
		ck_assert(wire_init(&outbox, base, -1, ends[1], NULL, NULL));
		wire_put(&outbox, "one ", 4);
		wire_put(&outbox, "two", 3);
		ck_assert_uint_eq(wire_waiting(&outbox), 7);
		ck_assert_int_eq(read(ends[0], got, sizeof got), -1);
		event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(read(ends[0], got, sizeof got), 7);
		ck_assert_str_eq(got, "one two");
		ck_assert_uint_eq(wire_waiting(&outbox), 0);
		wire_send(&outbox, "!", 1);
		ck_assert_int_eq(read(ends[0], got, sizeof got), 1);
		outbox_end();
	}
END_TEST

START_TEST(nothing_is_kept_for_a_reader_that_is_gone)
	{
		signal(SIGPIPE, SIG_IGN);
		outbox_begin();
		ck_assert_uint_gt(wire_waiting(&outbox), 0);
		close(ends[0]);
		wire_finish(&outbox);
		ck_assert(outbox.shut);
		wire_put(&outbox, "x", 1);
		wire_send(&outbox, "x", 1);
		ck_assert_uint_eq(wire_waiting(&outbox), 0);
		ends[0] = -1;
		outbox_end();
		wire_clear(&outbox); /* does nothing */
	}
END_TEST

START_TEST(a_process_ends_with_the_one_that_reads_its_vital_wire)
	{
		int status;
		outbox_begin();
		pid_t child = fork();
		if (child == 0) {
			signal(SIGPIPE, SIG_IGN);
			close(ends[0]);
			outbox.vital = true;
			wire_finish(&outbox);
			_exit(0);
		}
		close(ends[0]);
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
		ends[0] = -1;
		outbox_end();
	}
END_TEST

/* --- in --------------------------------------------------------------------------------------- */

static struct {
	struct wire wire;
	char lines[256]; /* each with a bar behind it */
	char room[8];
	bool ended, long_line;
	int reads;
} inbox;

static void inbox_on_readable(evutil_socket_t fd, short what, void *arg)
{
	const char *bytes;
	char *line;
	size_t count;
	enum line_status status;
	(void)fd, (void)what;
	ck_assert_ptr_eq(arg, &inbox);
	inbox.reads++;
	inbox.ended = wire_read(&inbox.wire, &bytes, &count) == WIRE_ENDED;
	while ((status = wire_line(&inbox.wire, &line)) == LINE_READY)
		strcat(strcat(inbox.lines, line), "|");
	inbox.long_line = status == LINE_TOO_LONG;
	if (inbox.ended || inbox.long_line)
		wire_ignore(&inbox.wire);
}

static void inbox_begin(void)
{
	memset(&inbox, 0, sizeof inbox);
	ck_assert_int_eq(pipe(ends), 0);
	base = event_base_new();
	ck_assert(wire_init(&inbox.wire, base, ends[0], -1, inbox_on_readable, &inbox));
	line_reader_init(&inbox.wire.lines, inbox.room, sizeof inbox.room);
	wire_put(&inbox.wire, "unread", 6); /* it has no way out */
}

static void inbox_end(void)
{
	wire_clear(&inbox.wire);
	event_base_free(base);
	close(ends[0]);
}

static void inbox_gets(const char *bytes, const char *lines)
{
	ck_assert_int_eq(write(ends[1], bytes, strlen(bytes)), (int)strlen(bytes));
	event_base_loop(base, EVLOOP_ONCE);
	ck_assert_str_eq(inbox.lines, lines);
}

START_TEST(lines_come_whole_and_the_end_after_them)
	{
		inbox_begin();
		inbox_gets("on", "");
		inbox_gets("e\ntwo\n3", "one|two|");
		inbox_gets("\n", "one|two|3|");
		ck_assert_int_eq(inbox.reads, 3);
		close(ends[1]);
		event_base_loop(base, EVLOOP_ONCE);
		ck_assert(inbox.ended && !inbox.long_line);
		inbox_end();
	}
END_TEST

START_TEST(a_line_that_does_not_fit_is_noticed)
	{
		inbox_begin();
		inbox_gets("1234567\n", "1234567|");
		inbox_gets("12345678", "1234567|");
		ck_assert(inbox.long_line && !inbox.ended);
		close(ends[1]);
		inbox_end();
	}
END_TEST

SUITE("referee/process/wire", CASE(what_does_not_fit_goes_by_itself_when_there_is_room),
	CASE(what_is_added_later_comes_behind_what_is_left),
	CASE(what_is_left_at_the_end_goes_before_it),
	CASE(where_room_cannot_be_waited_for_each_flush_tries_again),
	CASE(what_is_put_in_one_wake_up_goes_together_at_its_end),
	CASE(nothing_is_kept_for_a_reader_that_is_gone),
	CASE(a_process_ends_with_the_one_that_reads_its_vital_wire),
	CASE(lines_come_whole_and_the_end_after_them), CASE(a_line_that_does_not_fit_is_noticed))
