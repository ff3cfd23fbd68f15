/*
 * The limits of the web process's connections: which one has to leave, and which are waited for.
 * There is no evhttp: connections are ends of pairs of sockets, and their addresses are made up.
 */
#include "referee/web/web.h"

#include <arpa/inet.h>
#include <event2/bufferevent.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { PLACES = 16, MOST = 8 /* so that one address has 2 at most */ };

static struct web web;
static struct web_connection *all[PLACES];
static int others[PLACES], count;
static int hosts[1024]; /* by descriptor: the last byte of its address */

/* In the place of the C library's. */
int getpeername(int fd, __SOCKADDR_ARG address, socklen_t *length)
{
	const struct sockaddr_in from = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(0xc0000200u + (unsigned)hosts[fd])};
	memcpy((void *)*(struct sockaddr **)&address, &from, sizeof from);
	*length = sizeof from;
	return 0;
}

static void on_event(struct bufferevent *bev, short what, void *arg)
{
	(void)bev, (void)what, (void)arg;
}

static void web_open(void)
{
	memset(&web, 0, sizeof web);
	web.base = event_base_new();
	web.timeout = 1000;
	web.sweep = event_new(web.base, -1, 0, web_connections_sweep, &web);
	web_connections_init(&web);
	ck_assert_int_ge(web.connections_most, 8);
	web.connections_most = MOST;
	count = 0;
}

static void web_close(void)
{
	struct bufferevent *bevs[PLACES];
	for (int i = 0; i < count; i++)
		bevs[i] = all[i]->bev;
	web_connections_clear(&web);
	ck_assert_int_eq(web.connections, 0);
	ck_assert_ptr_null(web.sources);
	for (int i = 0; i < count; i++) {
		bufferevent_free(bevs[i]);
		close(others[i]);
	}
	event_free(web.sweep);
	event_base_free(web.base);
}

/* One comes from this host, and its address gets known. */
static struct web_connection *comes(int host)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	ck_assert_int_lt(ends[0], (int)(sizeof hosts / sizeof *hosts));
	hosts[ends[0]] = host;
	struct bufferevent *bev = web_connection_new(web.base, &web);
	bufferevent_setcb(bev, NULL, NULL, on_event, NULL);
	bufferevent_setfd(bev, ends[0]);
	struct web_connection *c = web.newest;
	others[count] = ends[1];
	all[count++] = c;
	while (c->source == NULL)
		ck_assert_int_eq(event_base_loop(web.base, EVLOOP_ONCE), 0);
	return c;
}

/* These places of all are cut, a bit each. */
static int cut(void)
{
	int bits = 0;
	for (int i = 0; i < count; i++)
		bits |= (all[i]->state == WEB_CUT) << i;
	return bits;
}

START_TEST(of_more_than_its_share_of_an_address_the_oldest_leaves)
	{
		web_open();
		comes(1), comes(1), comes(2);
		ck_assert_int_eq(cut(), 0);
		comes(1);
		ck_assert_int_eq(cut(), 1 << 0);
		ck_assert_uint_eq(web.cut, 1);
		comes(2);
		ck_assert_int_eq(cut(), 1 << 0);
		/* It is one of its own, even where an older one is of as many. */
		comes(2);
		ck_assert_int_eq(cut(), 1 << 0 | 1 << 2);
		web_close();
	}
END_TEST

START_TEST(one_without_a_whole_request_leaves_before_an_older_one_that_has)
	{
		web_open();
		web_connection_received(comes(1));
		comes(1);
		comes(1);
		ck_assert_int_eq(cut(), 1 << 1);
		web_close();
	}
END_TEST

/* Seven hosts have eight, one of them two, which is its share; then an eighth comes. */
START_TEST(where_all_are_too_many_one_of_the_address_with_most_leaves)
	{
		web_open();
		for (int host = 1; host <= 6; host++)
			comes(host);
		comes(4);
		comes(7);
		ck_assert_int_eq(cut(), 0);
		ck_assert_int_eq(web.connections, MOST);
		comes(8);
		ck_assert_int_eq(cut(), 1 << 3);
		web_close();
	}
END_TEST

/* When it is cut; 0: never. */
static time_t until(const struct web_connection *c)
{
	struct timeval at = {.tv_sec = 0};
	return event_pending(c->timer, EV_TIMEOUT, &at) ? at.tv_sec : 0;
}

static void hears(struct web_connection *c)
{
	const struct evbuffer_cb_info info = {.n_added = 1};
	web_connection_input(bufferevent_get_input(c->bev), &info, c);
}

static void sends(struct web_connection *c, size_t had, size_t added, size_t deleted)
{
	const struct evbuffer_cb_info info = {
		.orig_size = had, .n_added = added, .n_deleted = deleted};
	web_connection_output(bufferevent_get_output(c->bev), &info, c);
}

/* The time that a connection has is made longer at each step, so that a deadline that is set anew
 * is later by much. */
START_TEST(the_first_byte_of_each_request_sets_the_deadline)
	{
		web_open();
		struct web_connection *c = comes(1);
		time_t first = until(c);
		ck_assert_int_ne(first, 0);
		web.timeout = 100000;
		hears(c);
		time_t begun = until(c);
		ck_assert_int_ge(begun, first + 90000);
		web.timeout = 200000;
		hears(c);
		ck_assert_int_eq(until(c), begun);
		web_connection_received(c);
		ck_assert_int_eq(until(c), 0);
		sends(c, 0, 100, 0);
		ck_assert_int_eq(c->state, WEB_SENDS);
		ck_assert_int_ge(until(c), first + 190000);
		web.timeout = 300000;
		sends(c, 100, 0, 99);
		ck_assert_int_lt(until(c), first + 290000);
		ck_assert_int_eq(c->state, WEB_SENDS);
		sends(c, 1, 0, 1);
		ck_assert_int_eq(c->state, WEB_RECEIVES);
		ck_assert_int_ge(until(c), first + 290000);
		web.timeout = 400000;
		hears(c); /* the next request */
		ck_assert_int_ge(until(c), first + 390000);
		web_connection_follow(c);
		ck_assert_int_eq(until(c), 0);
		web_close();
	}
END_TEST

static void receives(struct web_connection *c, size_t bytes)
{
	const struct evbuffer_cb_info info = {.n_added = bytes};
	web_connection_input(bufferevent_get_input(c->bev), &info, c);
}

START_TEST(a_large_request_has_a_second_more_for_each_8192_bytes)
	{
		web_open();
		struct web_connection *c = comes(1);
		receives(c, 1);
		time_t first = until(c);
		receives(c, (size_t)8192 * 3000);
		ck_assert_int_ge(until(c), first + 2990);
		ck_assert_int_le(until(c), first + 4000);
		ck_assert_uint_eq(web.unread, (size_t)8192 * 3000 + 1);
		web_connection_received(c);
		ck_assert_uint_eq(web.unread, 0);
		web_close();
	}
END_TEST

START_TEST(of_too_many_bytes_of_requests_the_largest_one_leaves)
	{
		web_open();
		struct web_connection *one = comes(1), *two = comes(2);
		receives(one, WEB_UNREAD / 2 + 1);
		receives(two, WEB_UNREAD / 2 - 1);
		ck_assert_int_eq(cut(), 0);
		receives(two, 1);
		ck_assert_int_eq(cut(), 1 << 0);
		web_close();
		ck_assert_uint_eq(web.unread, 0);
	}
END_TEST

START_TEST(a_large_answer_has_a_second_more_for_each_8192_bytes)
	{
		web_open();
		struct web_connection *c = comes(1);
		time_t first = until(c);
		web_connection_received(c);
		sends(c, 0, (size_t)8192 * 7000, 0);
		ck_assert_int_ge(until(c), first + 6990);
		ck_assert_int_le(until(c), first + 9000);
		web_close();
	}
END_TEST

/* 64 MiB in all; then one of those that take an answer leaves. */
START_TEST(where_too_much_waits_one_that_takes_an_answer_leaves)
	{
		const size_t half = (size_t)32 << 20;
		web_open();
		comes(1), comes(1), comes(2);
		web_connection_received(all[1]), web_connection_received(all[2]);
		sends(all[1], 0, half, 0);
		sends(all[2], 0, half, 0);
		ck_assert_uint_eq(web.unsent, 2 * half);
		sends(all[1], half, 0, 1000);
		ck_assert_uint_eq(web.unsent, 2 * half - 1000);
		sends(all[2], half, 1000, 0);
		ck_assert_uint_eq(web.unsent, 2 * half);
		ck_assert_int_eq(cut(), 0);
		sends(all[2], half + 1000, 1, 0);
		ck_assert_int_eq(cut(), 1 << 1);
		web_close();
	}
END_TEST

/* Waits until the clock that libevent reads shows a later time. */
static void clock_moves(void)
{
	struct timespec before, now;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &before);
	do
		clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	while (now.tv_sec == before.tv_sec && now.tv_nsec == before.tv_nsec);
}

/* When the sweep comes, in microseconds. */
static int64_t sweep_at(void)
{
	struct timeval at = {.tv_sec = 0};
	ck_assert(event_pending(web.sweep, EV_TIMEOUT, &at));
	return (int64_t)at.tv_sec * SECOND + at.tv_usec;
}

START_TEST(a_cut_hurries_the_sweep_and_a_second_one_does_not_put_it_off)
	{
		const size_t all_unsent = (size_t)64 << 20;
		struct timeval now;
		web_open();
		comes(1), comes(2);
		web_connection_received(all[0]), web_connection_received(all[1]);
		sends(all[0], 0, all_unsent, 0);
		ck_assert(!web.hurries);
		sends(all[1], 0, 1, 0);
		ck_assert_int_eq(cut(), 1 << 0);
		int64_t first = sweep_at();
		evutil_gettimeofday(&now, NULL);
		ck_assert_int_le(first, (int64_t)now.tv_sec * SECOND + now.tv_usec + 5000);
		clock_moves();
		sends(all[1], 1, 1, 0);
		ck_assert_int_eq(cut(), 1 << 0 | 1 << 1);
		ck_assert_int_eq(sweep_at(), first);
		web_connections_sweep(-1, 0, &web);
		ck_assert(!web.hurries);
		ck_assert_int_gt(sweep_at(), first + 100000);
		web_close();
	}
END_TEST

SUITE("referee/web/web-connections", CASE(of_more_than_its_share_of_an_address_the_oldest_leaves),
	CASE(one_without_a_whole_request_leaves_before_an_older_one_that_has),
	CASE(where_all_are_too_many_one_of_the_address_with_most_leaves),
	CASE(the_first_byte_of_each_request_sets_the_deadline),
	CASE(a_large_request_has_a_second_more_for_each_8192_bytes),
	CASE(of_too_many_bytes_of_requests_the_largest_one_leaves),
	CASE(a_large_answer_has_a_second_more_for_each_8192_bytes),
	CASE(where_too_much_waits_one_that_takes_an_answer_leaves),
	CASE(a_cut_hurries_the_sweep_and_a_second_one_does_not_put_it_off))
