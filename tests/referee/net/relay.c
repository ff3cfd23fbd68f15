/*
 * Relays: every byte arrives in its order, no more than a bounded number waits inside, and what was
 * said before an end is passed on.
 */
#include "referee/net/relay.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum {
	RELAY_MUCH = 8 << 20,
	RELAY_KERNEL = 1 << 20 /* more than two sockets of the kernel hold */
};

static struct event_base *base;
static struct relay relay;
static int left[2], right[2]; /* [0] ours, [1] the relay's */
static int over;

static void on_over(void *owner, int first)
{
	(void)owner;
	over = 1 + first;
}

static void set_up(void)
{
	const int flags = SOCK_STREAM | SOCK_NONBLOCK;
	signal(SIGPIPE, SIG_IGN);
	base = event_base_new();
	over = 0;
	ck_assert_int_eq(socketpair(AF_UNIX, flags, 0, left), 0);
	ck_assert_int_eq(socketpair(AF_UNIX, flags, 0, right), 0);
	relay = (struct relay){.over = on_over};
	relay.ends[0].in = relay.ends[0].out =
		bufferevent_socket_new(base, left[1], BEV_OPT_CLOSE_ON_FREE);
	relay.ends[1].in = relay.ends[1].out =
		bufferevent_socket_new(base, right[1], BEV_OPT_CLOSE_ON_FREE);
	relay_start(&relay);
}

static void clear(void)
{
	bufferevent_free(relay.ends[0].in);
	bufferevent_free(relay.ends[1].in);
	event_base_free(base);
	close(left[0]);
	close(right[0]);
}

static char byte_at(size_t i)
{
	return (char)(i * 31 + i / 251);
}

/* Writes on until nothing moves any more; returns how much. */
static size_t pour(int fd, size_t from)
{
	static char bytes[4096];
	size_t total = from;
	int idle = 0;
	while (idle < 10 && total < RELAY_MUCH) {
		for (size_t i = 0; i < sizeof bytes; i++)
			bytes[i] = byte_at(total + i);
		ssize_t count = write(fd, bytes, sizeof bytes);
		idle = count > 0 ? 0 : idle + 1;
		total += count > 0 ? (size_t)count : 0;
		event_base_loop(base, EVLOOP_NONBLOCK);
	}
	return total;
}

/* Reads and compares until nothing moves any more; returns how much there was in all. */
static size_t drain(int fd, size_t from)
{
	static char bytes[4096];
	int idle = 0;
	while (idle < 10) {
		ssize_t count = read(fd, bytes, sizeof bytes);
		for (ssize_t i = 0; i < count; i++)
			ck_assert_int_eq(bytes[i], byte_at(from + (size_t)i));
		idle = count > 0 ? 0 : idle + 1;
		from += count > 0 ? (size_t)count : 0;
		event_base_loop(base, EVLOOP_NONBLOCK);
	}
	return from;
}

START_TEST(who_does_not_read_stops_who_writes_and_misses_nothing_later)
	{
		set_up();
		size_t sent = pour(left[0], 0);
		ck_assert_uint_lt(sent, RELAY_KERNEL + 2 * RELAY_ROOM);
		size_t got = drain(right[0], 0);
		ck_assert_uint_eq(got, sent);
		sent = pour(left[0], sent);
		ck_assert_uint_gt(sent, got);
		ck_assert_uint_eq(drain(right[0], got), sent);
		ck_assert_uint_eq(drain(left[0], 0), 0);
		ck_assert_int_eq(over, 0);
		clear();
	}
END_TEST

START_TEST(what_was_said_before_the_end_arrives_before_it)
	{
		set_up();
		size_t sent = pour(right[0], 0);
		shutdown(right[0], SHUT_WR);
		ck_assert_int_eq(over, 0);
		ck_assert_uint_eq(drain(left[0], 0), sent);
		ck_assert_int_eq(over, 2);
		ck_assert(!relay.broke);
		clear();
	}
END_TEST

static void on_all_sent(void *owner)
{
	(void)owner;
	shutdown(left[1], SHUT_WR);
}

/* The relay reads and drops its bytes until it closes: else the socket would be reset,
 * and the last line lost. */
START_TEST(an_end_that_still_writes_gets_the_last_line_and_is_waited_for)
	{
		char text[16] = "";
		set_up();
		relay.all_sent = on_all_sent;
		ck_assert_int_eq(write(right[0], "reason\n", 7), 7);
		shutdown(right[0], SHUT_WR);
		for (int i = 0; i < 10; i++) {
			ck_assert_int_eq(write(left[0], "much\n", 5), 5);
			event_base_loop(base, EVLOOP_NONBLOCK);
		}
		ck_assert_int_eq(over, 0);
		ck_assert_uint_eq(evbuffer_get_length(bufferevent_get_input(relay.ends[0].in)), 0);
		ck_assert_int_eq(read(left[0], text, sizeof text), 7);
		ck_assert_str_eq(text, "reason\n");
		ck_assert_int_eq(read(left[0], text, sizeof text), 0);
		shutdown(left[0], SHUT_WR);
		for (int i = 0; i < 10; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(over, 2);
		clear();
	}
END_TEST

/* A socket that is closed with something unread in it is reset. */
START_TEST(an_end_that_broke_is_told_from_one_that_was_closed)
	{
		set_up();
		ck_assert_int_eq(write(right[0], "go\n", 3), 3);
		for (int i = 0; i < 10; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		close(left[0]);
		for (int i = 0; i < 10; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(over, 1);
		ck_assert(relay.broke);
		ck_assert_int_eq(relay.error, ECONNRESET);
		left[0] = -1;
		clear();
	}
END_TEST

START_TEST(it_is_over_when_both_are_gone)
	{
		set_up();
		pour(left[0], 0);
		close(left[0]);
		close(right[0]);
		for (int i = 0; i < 10; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_ne(over, 0);
		left[0] = right[0] = -1;
		clear();
	}
END_TEST

SUITE("referee/net/relay", CASE(who_does_not_read_stops_who_writes_and_misses_nothing_later),
	CASE(what_was_said_before_the_end_arrives_before_it),
	CASE(an_end_that_still_writes_gets_the_last_line_and_is_waited_for),
	CASE(an_end_that_broke_is_told_from_one_that_was_closed),
	CASE(it_is_over_when_both_are_gone))
