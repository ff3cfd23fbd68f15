/*
 * A worker's side of a broker, with a clock of the test: which main process it joins, what passes
 * through a session, and how a session ends.
 */
#include "tests/lib/broker-double.h"

#include "referee/machines/nats/worker-side.c" /* its functions are static */

#include <fcntl.h>

#define RUN   "00000000000000a1"
#define OTHER "00000000000000a2"

static struct worker_side_terms terms = {.nats = {.url = "tls://main:4222"},
	.name = "lab",
	.pool = "any",
	.slots = 4,
	.silence = 30 * SECOND};
static struct worker_side side;

static void side_open(void)
{
	struct error err;
	broker_clear();
	side = (struct worker_side){.terms = &terms, .base = event_base_new()};
	ck_assert(parent_open(&side.parent, side.base, -1, worker_side_on_parent, &side));
	ck_assert(worker_side_begin(&side, &err));
	broker.calls->connected(broker.owner);
	ck_assert_str_eq(broker.said, "say connected to tls://main:4222\n");
	*broker.said = '\0';
}

static void side_close(void)
{
	if (side.stream != NULL)
		bufferevent_free(side.stream);
	worker_session_clear(&side.session);
	event_free(side.tick);
	event_free(side.soon);
	event_base_free(side.base);
	if (broker.given >= 0)
		close(broker.given);
}

static void side_order(const char *text)
{
	struct fd_message message = {.count = 0};
	snprintf(message.text, sizeof message.text, "%s", text);
	side.parent.take(side.parent.owner, &message);
}

static void hello(const char *run, int slots)
{
	char text[64];
	int length = snprintf(text, sizeof text, "%s %d", run, slots);
	broker.calls->message(broker.owner, "hello.any", text, (size_t)length);
}

/* Time passes, with a tick each 50 ms; a main process says hello each second, if there is one. */
static void side_pass(usec span, const char *run)
{
	for (usec end = broker.now + span; broker.now < end;) {
		if (run != NULL && broker.now % SECOND == 0)
			hello(run, 0);
		broker.now += WORKER_SESSION_SOON;
		worker_side_on_tick(-1, 0, &side);
	}
}

static void side_turn(void)
{
	event_base_loop(side.base, EVLOOP_NONBLOCK);
}

/* A packet of the main process, in the worker's session. */
static void hear(char kind, unsigned number, unsigned taken, const char *bytes)
{
	char session[WORKER_SESSION_NAME];
	memcpy(session, side.session.name, sizeof session);
	broker_hear("r.lab.x1", RUN, session, kind, number, taken, bytes);
}

/* A free worker has joined RUN, which has accepted it. */
static void side_join(void)
{
	side_open();
	side_order("free");
	side_pass(2 * SECOND, RUN);
	ck_assert_int_eq(side.state, WORKER_JOINING);
	hear('a', 0, 0, "");
	ck_assert_int_eq(side.state, WORKER_OPEN);
	ck_assert_str_eq(broker.said, "session\n");
	*broker.said = '\0';
}

/* The bytes that the worker reads, in a static buffer. */
static const char *given(void)
{
	static char text[4096];
	size_t used = 0;
	ssize_t count;
	fcntl(broker.given, F_SETFL, O_NONBLOCK);
	side_turn();
	while ((count = read(broker.given, text + used, sizeof text - 1 - used)) > 0)
		used += (size_t)count;
	text[used] = '\0';
	return text;
}

static int count_kind(char kind)
{
	int count = 0;
	for (int i = 0; i < broker.packets_count; i++)
		count += *packet_table.rows[broker.packets[i].p.kind].word == kind;
	return count;
}

/* --- joining ---------------------------------------------------------------------------------- */

START_TEST(it_hears_its_own_packets_and_the_hellos_of_its_pool)
	{
		char first[64], again[64];
		side_open();
		ck_assert_int_eq(sscanf(broker.subjects, "r.lab.%16[0-9a-f] hello.any ", first), 1);
		ck_assert_uint_eq(strlen(first), 16);
		ck_assert_int_eq(strncmp(side.to, "w.lab.", 6), 0);
		ck_assert_str_eq(side.to + 6, first);
		side_close();
		side_open(); /* an instance of its own each time */
		ck_assert_int_eq(sscanf(broker.subjects, "r.lab.%16[0-9a-f] hello.any ", again), 1);
		ck_assert_str_ne(first, again);
		side_close();
	}
END_TEST

/* It listens for 1.5 s, since another may say hello with fewer slots. */
START_TEST(a_free_worker_joins_the_main_process_with_the_fewest_slots)
	{
		side_open();
		hello(OTHER, 5); /* while it is busy nothing begins */
		side_pass(2 * SECOND, NULL);
		ck_assert_int_eq(side.state, WORKER_BUSY);
		side_order("free");
		hello(OTHER, 5);
		usec since = broker.now;
		side_pass(SECOND, NULL);
		hello(RUN, 4);
		ck_assert_int_eq(side.state, WORKER_FREE);
		broker.now = since + 1500 * MILLISECOND - 1;
		worker_side_on_tick(-1, 0, &side);
		ck_assert_int_eq(broker.packets_count, 0);
		broker.now = since + 1500 * MILLISECOND;
		worker_side_on_tick(-1, 0, &side);
		ck_assert_int_eq(broker.packets_count, 1);
		ck_assert_int_eq(broker_last()->p.kind, PACKET_JOIN);
		ck_assert_str_eq(broker_last()->p.run, RUN);
		ck_assert_str_eq(broker_last()->bytes, "any");
		ck_assert_str_eq(broker_last()->subject, side.to);
		side_close();
	}
END_TEST

/* A request each 2 s, five of them; then the main process counts as one that refuses. */
START_TEST(a_main_process_that_does_not_answer_is_asked_five_times)
	{
		side_open();
		side_order("free");
		side_pass(1500 * MILLISECOND, RUN);
		ck_assert_int_eq(side.state, WORKER_JOINING);
		usec since = broker.now;
		for (int i = 1; i <= 5; i++) {
			ck_assert_int_eq(count_kind('j'), i);
			side_pass(since + i * 2 * SECOND - broker.now - WORKER_SESSION_SOON, RUN);
			ck_assert_int_eq(count_kind('j'), i);
			side_pass(WORKER_SESSION_SOON, RUN);
		}
		ck_assert_int_eq(count_kind('j'), 5);
		ck_assert_int_eq(count_kind('e'), 1);
		ck_assert_str_eq(broker_last()->bytes, "it had no answer");
		ck_assert_int_eq(side.state, WORKER_FREE);
		side_pass(10 * SECOND, RUN);
		ck_assert_int_eq(count_kind('j'), 5); /* not before 20 s have passed */
		side_pass(11 * SECOND, RUN);
		ck_assert_int_eq(count_kind('j'), 6);
		side_close();
	}
END_TEST

START_TEST(a_main_process_that_is_gone_is_not_waited_for)
	{
		side_open();
		side_order("free");
		side_pass(2 * SECOND, RUN);
		side_pass(3 * SECOND + SECOND, NULL);
		ck_assert_int_eq(side.state, WORKER_FREE);
		ck_assert_str_eq(broker_last()->bytes, "it is gone");
		side_close();
	}
END_TEST

START_TEST(a_refusal_is_told_and_another_main_process_is_joined)
	{
		side_open();
		side_order("free");
		side_pass(2 * SECOND, RUN);
		hear('e', 0, 0, "no workers are needed now");
		ck_assert_str_eq(broker.said,
			"say the referee ended the session: no workers are needed now\n");
		ck_assert_int_eq(side.state, WORKER_FREE); /* it has never begun */
		side_pass(4 * SECOND, RUN);
		ck_assert_int_eq(count_kind('j'), 1);
		side_pass(2 * SECOND, OTHER);
		ck_assert_int_eq(count_kind('j'), 2);
		ck_assert_str_eq(broker_last()->p.run, OTHER);
		side_close();
	}
END_TEST

/* --- a session -------------------------------------------------------------------------------- */

START_TEST(bytes_pass_in_both_directions)
	{
		side_join();
		hear('b', 1, 0, "config 5\n");
		ck_assert_str_eq(given(), "config 5\n");
		broker.now += SECOND;
		ck_assert_int_eq(write(broker.given, "worker 2\n", 9), 9);
		side_turn();
		ck_assert_int_eq(broker_last()->p.kind, PACKET_BYTES);
		ck_assert_uint_eq(broker_last()->p.number, 1);
		ck_assert_uint_eq(broker_last()->p.taken, 1);
		ck_assert_str_eq(broker_last()->bytes, "worker 2\n");
		/* A packet that is not taken is sent again after 2 s, one that is taken never. */
		int before = broker.packets_count;
		side_pass(2 * SECOND, RUN);
		ck_assert_int_eq(count_kind('b'), 2);
		ck_assert_int_gt(broker.packets_count, before);
		hear('a', 0, 1, "");
		side_pass(5 * SECOND, RUN);
		ck_assert_int_eq(count_kind('b'), 2);
		side_close();
	}
END_TEST

/* Another run, another session, and before there is one. */
START_TEST(packets_of_others_are_nothing)
	{
		side_open();
		broker_hear("r.lab.x1", RUN, OTHER, 'e', 0, 0, "away");
		ck_assert_str_eq(broker.said, "");
		side_close();
		side_join();
		broker_hear("r.lab.x1", OTHER, side.session.name, 'e', 0, 0, "away");
		broker_hear("r.lab.x1", RUN, OTHER, 'e', 0, 0, "away");
		broker.calls->message(broker.owner, "r.lab.x1", "garbage", 7);
		ck_assert_int_eq(side.state, WORKER_OPEN);
		ck_assert_str_eq(broker.said, "");
		side_close();
	}
END_TEST

START_TEST(the_main_process_ends_the_session)
	{
		side_join();
		hear('e', 0, 0, "it has no games");
		ck_assert_str_eq(
			broker.said, "say the referee ended the session: it has no games\nover\n");
		ck_assert_int_eq(count_kind('e'), 0); /* it knows */
		ck_assert_int_eq(side.state, WORKER_BUSY);
		side_pass(4 * SECOND, RUN);
		ck_assert_int_eq(count_kind('j'), 1);
		side_order("free");
		side_pass(2 * SECOND, RUN);
		ck_assert_int_eq(count_kind('j'), 2);
		side_close();
	}
END_TEST

START_TEST(a_main_process_that_is_silent_is_left)
	{
		side_join();
		side_pass(30 * SECOND, NULL);
		ck_assert_int_eq(side.state, WORKER_OPEN);
		side_pass(WORKER_SESSION_SOON, NULL);
		ck_assert_int_eq(side.state, WORKER_BUSY);
		ck_assert_str_eq(broker.said, "say the referee is silent\nover\n");
		ck_assert_str_eq(broker_last()->bytes, "the referee was silent");
		side_close();
	}
END_TEST

/* The worker ends: its last bytes are sent until they are taken, for 10 s at most. */
START_TEST(the_last_bytes_of_a_worker_are_sent)
	{
		side_join();
		broker.now += SECOND;
		ck_assert_int_eq(write(broker.given, "last\n", 5), 5);
		close(broker.given);
		broker.given = -1;
		while (side.state == WORKER_OPEN)
			event_base_loop(side.base, EVLOOP_ONCE);
		ck_assert_int_eq(side.state, WORKER_ENDING);
		ck_assert_str_eq(broker_last()->bytes, "last\n");
		usec since = broker.now;
		if (_i == 0) {
			side_order("free");
			hear('a', 0, 1, ""); /* taken */
			side_pass(WORKER_SESSION_SOON, RUN);
			ck_assert_int_eq(side.state, WORKER_FREE);
		} else {
			side_pass(10 * SECOND, RUN);
			ck_assert_int_eq(side.state, WORKER_ENDING);
			side_pass(WORKER_SESSION_SOON, RUN);
			ck_assert_int_eq(side.state, WORKER_BUSY); /* it is not free yet */
			ck_assert_int_ge(count_kind('b'), 4);
			ck_assert_int_gt(broker.now, since + 10 * SECOND);
		}
		ck_assert_str_eq(broker_last()->bytes, "it ended");
		ck_assert_str_eq(broker.said, "");
		side_close();
	}
END_TEST

/* It says "leave" once, when another main process has fewer slots for 20 to 40 s. */
START_TEST(a_worker_leaves_for_a_main_process_with_far_fewer_slots)
	{
		side_join();
		for (int i = 0; i < 45; i++) {
			hello(RUN, 20);
			hello(OTHER, 15);
			hear('a', 0, 0, "");
			side_pass(SECOND, NULL);
			if (i < 19)
				ck_assert_str_eq(broker.said, "");
		}
		ck_assert_str_eq(broker.said, "leave\n");
		side_close();
	}
END_TEST

START_TEST(a_session_that_the_worker_cannot_take_is_ended)
	{
		side_open();
		side_order("free");
		side_pass(2 * SECOND, RUN);
		broker.deaf = true;
		hear('a', 0, 0, "");
		ck_assert_str_eq(broker_last()->bytes, "it cannot begin");
		ck_assert_int_eq(side.state, WORKER_BUSY);
		side_close();
	}
END_TEST

/* --- the server and the process -----------------------------------------------------------------
 */

START_TEST(packets_that_were_lost_with_the_connection_are_sent_again)
	{
		side_join();
		broker.now += SECOND;
		ck_assert_int_eq(write(broker.given, "worker 2\n", 9), 9);
		side_turn();
		ck_assert_int_eq(count_kind('b'), 1);
		broker.calls->disconnected(broker.owner, "the connection was lost");
		broker.calls->connected(broker.owner);
		ck_assert_str_eq(broker.said,
			"say tls://main:4222: the connection was lost; it is tried again\nsay connected to tls://main:4222\n");
		ck_assert_int_eq(count_kind('b'), 2);
		side_close();
	}
END_TEST

/* The loop ends soon. */
static void on_end(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

static void end_soon(void)
{
	const struct timeval none = {0};
	struct worker_side *w = broker.owner;
	event_base_once(w->base, -1, EV_TIMEOUT, on_end, w->base, &none);
}

static void close_soon(void)
{
	broker.calls->closed(broker.owner, "it does not know the key");
	end_soon();
}

static void open_to_all(void)
{
	broker.untrusted = true;
	broker.calls->connected(broker.owner);
	end_soon();
}

static int run(const void *arg)
{
	return worker_side_run(arg);
}

START_TEST(it_says_why_it_cannot_go_on_and_fails)
	{
		static const struct {
			bool unconfined, refused;
			void (*opened)(void);
			const char *said;
			int status;
		} rows[] = {
			{false, false, end_soon, "", EXIT_SUCCESS},
			{true, false, end_soon,
				"say it cannot give up its rights: Permission denied\n",
				EXIT_FAILURE},
			{false, true, end_soon, "say tls://main:4222: no connection\n",
				EXIT_FAILURE},
			{false, false, close_soon,
				"say tls://main:4222: it does not know the key\n", EXIT_FAILURE},
			{false, false, open_to_all, "", EXIT_FAILURE},
		};
		broker_clear();
		broker.unconfined = rows[_i].unconfined;
		broker.refused = rows[_i].refused;
		broker.opened = rows[_i].opened;
		errno = EACCES;
		ck_assert_int_eq(broker_run_apart(run, &terms), rows[_i].status);
		ck_assert_str_eq(broker.said, rows[_i].said);
	}
END_TEST

SUITE("referee/machines/nats/worker-side",
	CASE(it_hears_its_own_packets_and_the_hellos_of_its_pool),
	CASE(a_free_worker_joins_the_main_process_with_the_fewest_slots),
	CASE(a_main_process_that_does_not_answer_is_asked_five_times),
	CASE(a_main_process_that_is_gone_is_not_waited_for),
	CASE(a_refusal_is_told_and_another_main_process_is_joined),
	CASE(bytes_pass_in_both_directions), CASE(packets_of_others_are_nothing),
	CASE(the_main_process_ends_the_session), CASE(a_main_process_that_is_silent_is_left),
	LOOP(the_last_bytes_of_a_worker_are_sent, 2),
	CASE(a_worker_leaves_for_a_main_process_with_far_fewer_slots),
	CASE(a_session_that_the_worker_cannot_take_is_ended),
	CASE(packets_that_were_lost_with_the_connection_are_sent_again),
	LOOP(it_says_why_it_cannot_go_on_and_fails, 5))
