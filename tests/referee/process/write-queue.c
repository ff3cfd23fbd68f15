/*
 * Write queues: what a pipe does not take at once goes when it does, in one piece and in order.
 */
#include "referee/process/write-queue.h"

#include <errno.h>
#include <fcntl.h>
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
static struct write_queue outbox;
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
	ck_assert(write_queue_init(&outbox, base, ends[1]));
	for (int i = 0; i < OUTBOX_MUCH / 8; i++) {
		char word[9];
		snprintf(word, sizeof word, "%08d", i);
		write_queue_add(&outbox, word, 8);
	}
	write_queue_flush(&outbox);
}

static void outbox_end(void)
{
	write_queue_clear(&outbox);
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
				write_queue_add(&outbox, word, 8);
			}
			write_queue_flush(&outbox);
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
			write_queue_finish(&outbox);
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
			write_queue_flush(&outbox);
			at = outbox_read(at);
		}
		ck_assert_int_eq(at, OUTBOX_MUCH / 8);
		outbox_end();
	}
END_TEST

SUITE("referee/process/write-queue", CASE(what_does_not_fit_goes_by_itself_when_there_is_room),
	CASE(what_is_added_later_comes_behind_what_is_left),
	CASE(what_is_left_at_the_end_goes_before_it),
	CASE(where_room_cannot_be_waited_for_each_flush_tries_again))
