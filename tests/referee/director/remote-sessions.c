/*
 * The roster over pairs of sockets: who gets a connection, what its owner hears, and what becomes
 * of it. Each owner keeps what it was told as a text: +0 for bot 0 that came, -0 for one that left.
 */
#include "referee/director/remote-sessions.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/time.h"
#include "base/rate-limit.h"
#include "tests/lib/suite.h"

struct owner {
	char heard[256];
	struct claim *claim, *closes; /* closes: at the first call */
};

static struct event_base *base;
static struct remote_sessions *sessions;
static char said[1 << 16];

static void on_log(void *arg, const char *line)
{
	size_t used = strlen(said);
	(void)arg;
	snprintf(said + used, sizeof said - used, "%s\n", line);
}

static void owner_hear(struct owner *o, char what, int bot)
{
	size_t used = strlen(o->heard);
	snprintf(o->heard + used, sizeof o->heard - used, "%c%d", what, bot);
	claim_close(o->closes);
	o->closes = NULL;
}

static void on_came(void *owner, int bot)
{
	owner_hear(owner, '+', bot);
}

static void on_left(void *owner, int bot)
{
	owner_hear(owner, '-', bot);
}

static const struct remote_sessions_calls calls = {on_came, on_left};

static void set_up(void)
{
	*said = '\0';
	base = event_base_new();
	sessions = remote_sessions_create(base, on_log, NULL);
	ck_assert_ptr_nonnull(sessions);
}

static void clear(void)
{
	remote_sessions_free(sessions);
	event_base_free(base);
}

static void turn(void)
{
	for (int i = 0; i < 4; i++)
		event_base_loop(base, EVLOOP_NONBLOCK);
}

/* A connection of this name; the bot's end is returned. */
static int connect_as(const char *name)
{
	static int from;
	char address[32];
	int pair[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	snprintf(address, sizeof address, "place:%d", from++);
	remote_sessions_take(sessions, name, address, pair[0]);
	return pair[1];
}

static struct owner *open_claim(struct owner *o, const char *const *names, int count)
{
	*o = (struct owner){.claim = NULL};
	o->claim = claim_open(sessions, names, count, &calls, o);
	return o;
}

/* What a byte written into a claim's socket reaches: does this end read it? */
static bool reaches(struct owner *o, int bot, int end)
{
	char byte = 0;
	int fd = claim_socket(o->claim, bot);
	return fd >= 0 && write(fd, "x", 1) == 1 && recv(end, &byte, 1, MSG_DONTWAIT) == 1 &&
	       byte == 'x';
}

/* A line that says why may come before the end, and nothing else. */
static bool has_ended(int end)
{
	char text[256];
	ssize_t length = recv(end, text, sizeof text, MSG_DONTWAIT);
	if (length <= 0)
		return length == 0;
	bool line = length > 6 && strncmp(text, "error ", 6) == 0 &&
		    memchr(text, '\n', (size_t)length) == text + length - 1;
	return line && recv(end, text, sizeof text, MSG_DONTWAIT) == 0;
}

static const char *const ann_and_bob[] = {"ann", NULL, "bob"};

START_TEST(who_comes_before_or_after_a_claim_is_told_to_it_once)
	{
		struct owner o;
		set_up();
		int bob = connect_as("bob");
		open_claim(&o, ann_and_bob, 3);
		ck_assert_str_eq(o.heard, "");
		turn();
		ck_assert_str_eq(o.heard, "+2");
		int ann = connect_as("ann"), eve = connect_as("eve");
		turn();
		ck_assert_str_eq(o.heard, "+2+0");
		ck_assert(reaches(&o, 0, ann) && reaches(&o, 2, bob));
		ck_assert_int_eq(claim_socket(o.claim, 1), -1);
		ck_assert_int_eq(remote_sessions_counts(sessions).connections, 3);
		ck_assert_int_eq(remote_sessions_counts(sessions).unassigned, 1);
		claim_close(o.claim);
		ck_assert_int_eq(remote_sessions_counts(sessions).unassigned, 3);
		ck_assert(!has_ended(ann) && !has_ended(eve));
		clear();
		ck_assert(has_ended(ann) && has_ended(bob) && has_ended(eve));
		close(ann), close(bob), close(eve);
	}
END_TEST

static void end_by_closing(int end)
{
	close(end);
}

static void end_by_halves(int end)
{
	shutdown(end, SHUT_WR);
}

static const struct {
	void (*end)(int end);
	bool unread; /* a Unix socket is reset then */
} ends[] = {{end_by_closing, false}, {end_by_halves, false}, {end_by_closing, true}};

START_TEST(an_end_of_any_kind_is_heard_once_and_costs_nothing_more)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int ann = connect_as("ann");
		turn();
		int copy = dup(claim_socket(o.claim, 0)); /* as a process of ours has one */
		ck_assert(!ends[_i].unread || write(copy, "ugi\n", 4) == 4);
		ends[_i].end(ann);
		turn();
		ck_assert_str_eq(o.heard, "+0-0");
		ck_assert_int_eq(claim_socket(o.claim, 0), -1);
		ck_assert_int_eq(remote_sessions_counts(sessions).connections, 0);
		ck_assert_int_eq(event_base_loop(base, EVLOOP_NONBLOCK), 0);
		ck_assert_int_eq(event_base_get_num_events(base, EVENT_BASE_COUNT_ACTIVE), 0);
		claim_close(o.claim);
		clear();
		close(copy);
	}
END_TEST

START_TEST(last_words_can_be_read_when_the_end_was_heard)
	{
		char words[16] = "";
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int ann = connect_as("ann");
		turn();
		int copy = dup(claim_socket(o.claim, 0));
		ck_assert_int_eq(write(ann, "bestmove 4\n", 11), 11);
		shutdown(ann, SHUT_WR);
		turn();
		ck_assert_str_eq(o.heard, "+0-0");
		ck_assert_int_eq(read(copy, words, sizeof words), 11);
		ck_assert_str_eq(words, "bestmove 4\n");
		ck_assert_int_eq(write(copy, "quit\n", 5), 5);
		ck_assert_int_eq(read(ann, words, sizeof words), 5);
		claim_close(o.claim);
		clear();
		close(ann), close(copy);
	}
END_TEST

START_TEST(a_newer_connection_takes_the_place_of_the_older_and_its_copies)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int first = connect_as("ann");
		turn();
		int copy = dup(claim_socket(o.claim, 0)), second = connect_as("ann");
		turn();
		ck_assert_str_eq(o.heard, "+0+0");
		ck_assert(has_ended(first) && has_ended(copy));
		ck_assert(reaches(&o, 0, second));
		ck_assert_int_eq(remote_sessions_counts(sessions).connections, 1);
		ck_assert_ptr_nonnull(strstr(said, "replaces the one"));
		claim_close(o.claim);
		clear();
		close(first), close(second), close(copy);
	}
END_TEST

START_TEST(two_claims_of_a_name_get_one_connection_each_and_the_oldest_is_replaced)
	{
		struct owner one, two;
		set_up();
		open_claim(&one, ann_and_bob, 3);
		open_claim(&two, ann_and_bob, 1);
		int first = connect_as("ann"), second = connect_as("ann");
		turn();
		ck_assert_str_eq(one.heard, "+0");
		ck_assert_str_eq(two.heard, "+0");
		ck_assert(reaches(&one, 0, first) && reaches(&two, 0, second));
		int third = connect_as("ann"), fourth = connect_as("ann");
		turn();
		ck_assert(has_ended(first) && has_ended(second));
		ck_assert(reaches(&one, 0, third) && reaches(&two, 0, fourth));
		/* A connection that one claim gives back goes to the claim that has none. */
		close(fourth);
		turn();
		ck_assert_str_eq(two.heard, "+0+0-0");
		claim_close(one.claim);
		turn();
		ck_assert_str_eq(two.heard, "+0+0-0+0");
		ck_assert(reaches(&two, 0, third));
		claim_close(two.claim);
		clear();
		close(first), close(second), close(third);
	}
END_TEST

START_TEST(of_one_name_the_newest_four_wait_and_step_in_one_after_the_other)
	{
		int end[6];
		struct owner o;
		set_up();
		for (int i = 0; i < 6; i++)
			end[i] = connect_as("ann");
		int other = connect_as("bob");
		ck_assert_int_eq(remote_sessions_counts(sessions).unassigned, UNASSIGNED_MAX + 1);
		ck_assert(has_ended(end[0]) && has_ended(end[1]) && !has_ended(end[2]));
		open_claim(&o, ann_and_bob, 1);
		turn();
		ck_assert(reaches(&o, 0, end[5]));
		close(end[5]);
		turn();
		ck_assert(reaches(&o, 0, end[4]));
		ck_assert_str_eq(o.heard, "+0+0");
		for (int i = 2; i < 5; i++)
			close(end[i]);
		turn();
		ck_assert_str_eq(o.heard, "+0+0-0");
		claim_close(o.claim);
		clear();
		close(end[0]), close(end[1]), close(other);
	}
END_TEST

START_TEST(a_connection_that_is_dropped_is_gone_for_everybody)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int ann = connect_as("ann"), bob = connect_as("bob");
		turn();
		int copy = dup(claim_socket(o.claim, 0));
		remote_sessions_drop(sessions, "ann", "its token is another");
		remote_sessions_drop(sessions, "ann", "its token is another");
		ck_assert_int_eq(claim_socket(o.claim, 0), -1);
		ck_assert_str_eq(o.heard, "+0+2");
		turn();
		ck_assert_str_eq(o.heard, "+0+2-0");
		ck_assert(has_ended(ann) && has_ended(copy));
		remote_sessions_drop(sessions, "bob", "its token was taken back");
		turn();
		ck_assert_str_eq(o.heard, "+0+2-0-2");
		ck_assert(has_ended(bob));
		ck_assert_ptr_nonnull(strstr(said, "bob: its token was taken back: "));
		claim_close(o.claim);
		clear();
		close(ann), close(bob), close(copy);
	}
END_TEST

START_TEST(bots_that_join_are_looked_for_in_the_lobby)
	{
		static const char *const longer[] = {"ann", NULL, "bob", NULL, "eve"};
		struct owner o;
		set_up();
		int ann = connect_as("ann"), eve = connect_as("eve");
		open_claim(&o, ann_and_bob, 3);
		turn();
		ck_assert_int_eq(claim_socket(o.claim, 4), -1);
		claim_join(o.claim, longer, 5);
		ck_assert_str_eq(o.heard, "+0");
		turn();
		ck_assert_str_eq(o.heard, "+0+4");
		ck_assert(reaches(&o, 4, eve) && reaches(&o, 0, ann));
		claim_close(o.claim);
		clear();
		close(ann), close(eve);
	}
END_TEST

/* Was it cut in a game that lasted from some seconds from now to others? */
static bool was_cut(const struct owner *o, int bot, int from, int to)
{
	const int64_t now = time_utc();
	return claim_lost_listener(o->claim, bot, now + 1000 * from, now + 1000 * to);
}

START_TEST(who_was_lost_with_the_gate_is_told_from_who_left)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int ann = connect_as("ann"), bob = connect_as("bob");
		turn();
		close(ann);
		turn();
		ck_assert_str_eq(o.heard, "+0+2-0");
		ck_assert(!was_cut(&o, 0, -60, 1)); /* the gate has never died */
		remote_sessions_listener_died(sessions);
		ck_assert(was_cut(&o, 0, -60, 1) && was_cut(&o, 0, 30, 40));
		ck_assert(!was_cut(&o, 0, 30, 90)); /* it had time to come back */
		ck_assert(!was_cut(&o, 1, -60, 1) && !was_cut(&o, 2, -60, 1));
		close(bob);
		ann = connect_as("ann");
		turn();
		ck_assert(was_cut(&o, 2, -60, 1) && was_cut(&o, 2, 30, 40));
		ck_assert(was_cut(&o, 0, -60, 1) && !was_cut(&o, 0, 30, 40));
		claim_close(o.claim);
		close(ann);
		clear();
	}
END_TEST

START_TEST(what_came_and_went_unseen_is_not_told)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		for (int i = 0; i < 2; i++) {
			int ann = connect_as("ann");
			remote_sessions_drop(sessions, "ann", "its token is another");
			turn();
			ck_assert_str_eq(o.heard, "");
			close(ann);
		}
		claim_close(o.claim);
		clear();
	}
END_TEST

START_TEST(an_owner_may_close_its_claim_or_anothers_in_a_call)
	{
		struct owner one, two;
		set_up();
		open_claim(&one, ann_and_bob, 3);
		open_claim(&two, ann_and_bob, 3);
		one.closes = two.claim;
		two.closes = NULL;
		int ann = connect_as("ann"), bob = connect_as("bob"), again = connect_as("ann");
		turn();
		ck_assert_str_eq(one.heard, "+0+2");
		ck_assert_str_eq(two.heard, "");
		ck_assert_int_eq(remote_sessions_counts(sessions).unassigned, 1);
		one.closes = one.claim;
		close(ann), close(again);
		turn();
		ck_assert_int_eq(one.heard[4], '-');
		ck_assert_int_eq(one.heard[6], '\0');
		ck_assert_int_eq(remote_sessions_counts(sessions).connections, 1);
		clear();
		close(bob);
	}
END_TEST

START_TEST(who_comes_without_end_is_closed_and_others_come_in)
	{
		enum { STORM = 200 };
		int end[STORM], closed = 0;
		usec began = time_now();
		set_up();
		for (int i = 0; i < STORM; i++)
			end[i] = connect_as("ann");
		usec took = time_now() - began;
		int bob = connect_as("bob");
		const char *at = said;
		while ((at = strstr(at, "too often")) != NULL && *at++ != '\0')
			closed++;
		ck_assert_int_le(
			STORM - closed, RATE_LIMIT_BURST + RATE_LIMIT_RATE * (took / SECOND + 1));
		ck_assert_int_ge(STORM - closed, RATE_LIMIT_BURST);
		ck_assert(!has_ended(bob));
		clear();
		close(bob);
		for (int i = 0; i < STORM; i++)
			close(end[i]);
	}
END_TEST

enum { MANY = 400, ENOUGH = 3 * MANY };

START_TEST(hundreds_come_and_go_and_every_descriptor_is_closed)
	{
		static char names[MANY][16];
		static const char *list[MANY];
		static int end[MANY];
		struct rlimit files, more;
		struct owner o;
		ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
		more = files;
		more.rlim_cur = ENOUGH;
		if (files.rlim_cur < ENOUGH)
			ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &more), 0);
		set_up();
		int before = dup(0);
		close(before);
		for (int i = 0; i < MANY; i++) {
			snprintf(names[i], sizeof *names, "bot-%d", i);
			list[i] = names[i];
			end[i] = connect_as(names[i]);
		}
		open_claim(&o, list, MANY);
		turn();
		ck_assert_int_eq(remote_sessions_counts(sessions).unassigned, 0);
		for (int i = 0; i < MANY; i++)
			ck_assert(reaches(&o, i, end[i]));
		for (int i = 0; i < MANY; i++)
			close(end[i]);
		for (int i = 0; i < MANY; i++)
			event_base_loop(base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(remote_sessions_counts(sessions).connections, 0);
		int after = dup(0);
		close(after);
		ck_assert_int_eq(before, after);
		claim_close(o.claim);
		clear();
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
	}
END_TEST

START_TEST(the_last_descriptors_are_not_for_who_comes)
	{
		enum { FILES = 80, SPARE = FILES / 4, NAMES = 30 };
		char name[16];
		struct rlimit files;
		int bots[NAMES], others[SPARE / 2];
		set_up();
		ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &files), 0);
		files.rlim_cur = FILES;
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
		for (int i = 0; i < NAMES; i++) {
			snprintf(name, sizeof name, "bot%d", i);
			bots[i] = connect_as(name);
		}
		ck_assert_ptr_nonnull(strstr(said, "few descriptors are left"));
		ck_assert_int_gt(remote_sessions_counts(sessions).connections, NAMES / 2);
		for (int i = 0; i < SPARE / 2; i++)
			ck_assert_int_ge(others[i] = dup(0), 0);
		for (int i = 0; i < SPARE / 2; i++)
			close(others[i]);
		clear();
		for (int i = 0; i < NAMES; i++)
			close(bots[i]);
	}
END_TEST

/* --- a listener that is silent ----------------------------------------------------------- */

START_TEST(a_claim_knows_whether_the_listener_can_be_heard)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		/* None is watched. */
		ck_assert(!claim_is_silent(o.claim));
		ck_assert(claim_has_heard(o.claim, time_now()));
		usec before = time_now();
		remote_sessions_listener_heard(sessions);
		ck_assert(claim_has_heard(o.claim, before));
		ck_assert(!claim_has_heard(o.claim, time_now() + 1));
		remote_sessions_listener_silent(sessions);
		ck_assert(claim_is_silent(o.claim));
		remote_sessions_listener_heard(sessions);
		ck_assert(!claim_is_silent(o.claim));
		claim_close(o.claim);
		clear();
	}
END_TEST

START_TEST(the_spans_in_which_bots_could_not_be_heard_are_known)
	{
		struct owner o;
		set_up();
		open_claim(&o, ann_and_bob, 3);
		int64_t now = time_utc();
		ck_assert(!claim_was_held_up(o.claim, 0, now));
		ck_assert_int_eq(claim_held_up_until(o.claim), 0);
		usec before = time_now();
		remote_sessions_held_up(sessions, 3 * SECOND);
		ck_assert_int_ge(claim_held_up_until(o.claim), before);
		ck_assert_int_le(claim_held_up_until(o.claim), time_now());
		static const struct {
			int from, to; /* ms since three seconds ago */
			bool within;
		} rows[] = {{-2000, -1000, false}, {-2000, 500, true}, {500, 600, true},
			{2000, 9000, true}, {-9000, 9000, true}, {5000, 9000, false}};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			ck_assert_int_eq(claim_was_held_up(o.claim, now - 3000 + rows[i].from,
						 now - 3000 + rows[i].to),
				rows[i].within);
		/* Of many the last are kept. */
		for (int i = 0; i < 40; i++)
			remote_sessions_held_up(sessions, MILLISECOND);
		ck_assert(!claim_was_held_up(o.claim, now - 2000, now - 1000));
		ck_assert(claim_was_held_up(o.claim, now, now + 5000));
		claim_close(o.claim);
		clear();
	}
END_TEST

SUITE("referee/director/remote-sessions",
	CASE(who_comes_before_or_after_a_claim_is_told_to_it_once),
	LOOP(an_end_of_any_kind_is_heard_once_and_costs_nothing_more, 3),
	CASE(last_words_can_be_read_when_the_end_was_heard),
	CASE(a_newer_connection_takes_the_place_of_the_older_and_its_copies),
	CASE(two_claims_of_a_name_get_one_connection_each_and_the_oldest_is_replaced),
	CASE(of_one_name_the_newest_four_wait_and_step_in_one_after_the_other),
	CASE(a_connection_that_is_dropped_is_gone_for_everybody),
	CASE(bots_that_join_are_looked_for_in_the_lobby),
	CASE(who_was_lost_with_the_gate_is_told_from_who_left),
	CASE(what_came_and_went_unseen_is_not_told),
	CASE(an_owner_may_close_its_claim_or_anothers_in_a_call),
	CASE(who_comes_without_end_is_closed_and_others_come_in),
	CASE(hundreds_come_and_go_and_every_descriptor_is_closed),
	CASE(the_last_descriptors_are_not_for_who_comes),
	CASE(a_claim_knows_whether_the_listener_can_be_heard),
	CASE(the_spans_in_which_bots_could_not_be_heard_are_known))
