/*
 * The main process's side of an arbiter: when it counts a bot's socket as taken. The arbiter is a
 * double that says nothing; its answers are given by the test.
 */
#include "referee/director/arbiter-handle.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/prepare/arbiter-config-make.h"
#include "referee/schedule/schedule.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static int arbiter_double(const void *arg, int number, int from, int to)
{
	char byte;
	(void)arg, (void)number, (void)to;
	while (read(from, &byte, 1) > 0)
		;
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {
	"test-arbiter", arbiter_double, .has_fd_channel = true};

static struct {
	struct event_base *base;
	struct tournament t;
	struct arbiter_config config;
	struct arbiter_handle *arbiter;
	int ends[2];
	int worker;			 /* the worker's end of its connection */
	int asked, taken, refused, gone; /* calls */
	int linked, cannot, measured, delays, requested, wrong;
	int played, voided;
	bool waits; /* results */
	usec since; /* that waits() was given last */
	char why[128];
} place;

static int on_socket(void *owner, int bot)
{
	(void)owner, (void)bot;
	place.asked++;
	return place.ends[0];
}

static void on_taken(void *owner, int bot)
{
	(void)owner;
	ck_assert_int_eq(bot, 0);
	place.taken++;
}

static void on_refused(void *owner, int bot)
{
	(void)owner;
	ck_assert_int_eq(bot, 0);
	place.refused++;
}

static void on_gone(void *owner, struct arbiter_handle *a)
{
	(void)owner;
	ck_assert_ptr_eq(a, place.arbiter);
	arbiter_handle_free(a);
	place.arbiter = NULL;
	place.gone++;
}

static void on_linked(void *owner, struct arbiter_handle *a, const struct worker_facts *facts)
{
	(void)owner;
	ck_assert_ptr_eq(facts, &a->facts);
	place.linked++;
}

static void on_cannot(void *owner, struct arbiter_handle *a, int bot, const char *why)
{
	(void)owner;
	ck_assert(!arbiter_handle_can(a, bot));
	snprintf(place.why, sizeof place.why, "%s", why);
	place.cannot++;
}

static void on_measured(void *owner, struct arbiter_handle *a)
{
	(void)owner, (void)a;
	place.measured++;
}

static void on_delays(
	void *owner, const struct arbiter_handle *a, const struct latency_histogram *delays)
{
	(void)owner, (void)a, (void)delays;
	place.delays++;
}

static void on_wrong(void *owner, const struct arbiter_handle *a)
{
	struct pollfd end = {.fd = place.worker, .events = POLLIN};
	(void)owner;
	ck_assert(error_is_set(&a->wrong));
	ck_assert_int_eq(poll(&end, 1, 0), 0); /* its connection is there */
	place.wrong++;
}

static void on_died(void *owner, struct arbiter_handle *a, int lost, const char *why)
{
	struct pollfd end = {.fd = place.worker, .events = POLLIN};
	(void)owner, (void)a, (void)lost;
	ck_assert_int_eq(poll(&end, 1, 0), 1); /* its connection has ended */
	snprintf(place.why, sizeof place.why, "%s", why);
}

static bool on_next(void *owner, const struct arbiter_handle *a, bool behind, struct job *job,
	struct game_request *request)
{
	(void)owner, (void)a, (void)job;
	ck_assert_int_eq(behind, place.requested > 0);
	*request = (struct game_request){.seats = 2, .bot = {0, 1}, .fen = "", .moves = ""};
	place.requested++;
	return true;
}

static bool on_judge(void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	(void)owner, (void)job, (void)g, (void)err;
	return true;
}

static void on_played(void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	(void)owner, (void)job, (void)w;
	ck_assert_str_eq(g->seat[1].verdict, "time");
	place.played++;
}

static void on_voided(void *owner, const struct job *job, const char *why)
{
	(void)owner, (void)job, (void)why;
	place.voided++;
}

static bool on_waits(void *owner, const struct job *job, const struct db_game *g, usec since)
{
	(void)owner, (void)job;
	ck_assert_int_eq(g->seats, 2); /* its verdicts are there */
	ck_assert_str_eq(g->seat[1].verdict, "time");
	place.since = since;
	return place.waits;
}

static void on_returned(void *owner, const struct job *job)
{
	(void)owner, (void)job;
}

static void on_idle(void *owner)
{
	(void)owner;
}

static const struct game_receiver_calls games = {
	.judge = on_judge, .played = on_played, .voided = on_voided};

static const struct arbiter_handle_calls calls = {.games = &games,
	.waits = on_waits,
	.returned = on_returned,
	.idle = on_idle,
	.socket = on_socket,
	.taken = on_taken,
	.refused = on_refused,
	.linked = on_linked,
	.cannot = on_cannot,
	.measured = on_measured,
	.delays = on_delays,
	.next = on_next,
	.wrong = on_wrong,
	.died = on_died,
	.gone = on_gone};

static void place_start(void)
{
	struct error err;
	place.arbiter =
		arbiter_handle_create(place.base, &calls, NULL, &place.config, true, -1, &err);
	ck_assert_ptr_nonnull(place.arbiter);
}

static void place_open(void)
{
	struct error err;
	memset(&place, 0, sizeof place);
	test_tournament_init(&place.t, "tictactoe", 2, 2, 1, NULL);
	ck_assert(arbiter_config_make(
		&place.config, &place.t, schedule_bot_seats_max(&place.t), NULL, &err));
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, place.ends), 0);
	place.base = event_base_new();
	place_start();
}

static void place_close(void)
{
	arbiter_handle_free(place.arbiter);
	event_base_free(place.base);
	close(place.ends[0]), close(place.ends[1]);
	arbiter_config_clear(&place.config);
	tournament_clear(&place.t);
}

/* A connection of bot 0 comes, and is on its way to the arbiter. */
static void place_send(void)
{
	int before = place.asked;
	arbiter_handle_connected(place.arbiter, 0);
	while (place.asked == before)
		ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
	ck_assert_int_eq(place.asked, before + 1);
	ck_assert(!arbiter_handle_has(place.arbiter, 0));
}

/* The arbiter says this. */
static bool place_said(const char *text)
{
	char line[128];
	snprintf(line, sizeof line, "%s", text);
	return arbiter_handle_take_line(place.arbiter, line);
}

START_TEST(a_socket_is_taken_when_the_arbiter_says_so)
	{
		place_open();
		ck_assert(!place_said("taken 0"));
		place_send();
		ck_assert(!place_said("taken 1"));
		ck_assert(place_said("taken 0"));
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken, 1);
		ck_assert(!place_said("taken 0"));
		arbiter_handle_disconnected(place.arbiter, 0);
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		place_close();
	}
END_TEST

#define DELAYS "delays 1 0 0 0 0 0 0 0 0 0 0 0 0"

START_TEST(a_worker_says_its_facts_and_its_obstacles)
	{
		place_open();
		struct arbiter_handle *a = place.arbiter;
		ck_assert(!place_said("cannot 0 x")); /* an arbiter on this machine */
		a->worker = true;
		ck_assert(arbiter_handle_can(a, 0) && arbiter_handle_can(a, 1));
		ck_assert(place_said("cannot 1 no \x1b python"));
		ck_assert(place_said("cannot 1 again"));
		ck_assert(arbiter_handle_can(a, 0) && !arbiter_handle_can(a, 1));
		ck_assert_int_eq(place.cannot, 1);
		ck_assert_str_eq(place.why, "no \\x1b python");
		ck_assert(!place_said("cannot 2 x"));
		ck_assert(!place_said("speed 5"));
		ck_assert(!place_said("leaving"));
		ck_assert(!place_said(DELAYS));
		ck_assert(place_said("facts a any x 1 cpu 3 2 0 0 4 - - -"));
		ck_assert_int_eq(place.linked, 1);
		ck_assert_int_eq(a->local_max, 3);
		ck_assert_int_eq(a->facts.speed, 4);
		ck_assert_int_eq(a->load.average, UNKNOWN);
		ck_assert(!place_said("facts a any x 1 cpu 3 2 0 0 4 - - -"));
		ck_assert(place_said(DELAYS));
		ck_assert_int_eq(place.delays, 1);
		ck_assert(place_said("speed 5"));
		ck_assert_int_eq(a->facts.speed, 5);
		ck_assert(place_said("load 150 -"));
		ck_assert_int_eq(a->load.average, 150);
		ck_assert_int_eq(place.measured, 2);
		ck_assert(!place_said("taken 0"));
		ck_assert(!a->retiring);
		ck_assert(place_said("leaving"));
		ck_assert(a->leaving && a->retiring);
		ck_assert(a->stopped); /* it has no games */
		place_close();
	}
END_TEST

/* Of a worker that is linked. X stands for 71 letters: with these a line has 80. */
static const struct {
	const char *line, *shown; /* NULL: the whole line */
} refused[] = {
	{"cannot 9 it has no python", NULL},
	{"cannot -1 it has no python", NULL},
	{"speed -1 for now", NULL},
	{"load 1", NULL},
	{"load 1 2 and more", NULL},
	{"leaving now or later", NULL},
	{"taken 9 and the next", NULL},
	{"taken 0", NULL}, /* it was sent no socket */
	{"delays 1 of them", NULL},
	{"facts b any x 1 cpu 3 2 0 0 4 - - -", NULL},
	{"cannot \x1b x", "cannot \\x1b x"},
	{"nothing that is known", NULL},
	{"cannot 9 X", "cannot 9 X"},
	{"cannot 9 Xy", "cannot 9 X\"..."},
};

static const char *of_letters(const char *text, char out[128])
{
	const char *x = strchr(text, 'X');
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs";
	snprintf(out, 128, "%.*s%s%s", x != NULL ? (int)(x - text) : 100, text,
		x != NULL ? letters : "", x != NULL ? x + 1 : "");
	return out;
}

START_TEST(a_refused_line_of_a_worker_is_shown_whole)
	{
		char line[128], shown[128], words[256];
		const char *text = refused[_i].shown != NULL ? refused[_i].shown : refused[_i].line;
		place_open();
		place.arbiter->worker = true;
		ck_assert(place_said("facts a any x 1 cpu 3 2 0 0 4 - - -"));
		ck_assert(!place_said(of_letters(refused[_i].line, line)));
		of_letters(text, shown);
		snprintf(words, sizeof words, "it sent \"%s%s, which is not valid now", shown,
			strstr(shown, "...") != NULL ? "" : "\"");
		ck_assert_str_eq(place.arbiter->wrong.text, words);
		place.arbiter->worker = false;
		place_close();
	}
END_TEST

/* So the owner can tell the other side why, before that learns of the end. */
START_TEST(a_worker_that_broke_the_rules_is_named_before_its_connection_ends)
	{
		int ends[2];
		struct error err;
		place_open();
		arbiter_handle_free(place.arbiter);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
		place.worker = ends[1];
		place.arbiter =
			arbiter_handle_attach(place.base, &calls, NULL, 1, ends[0], 2, &err);
		ck_assert_ptr_nonnull(place.arbiter);
		if (_i == 1)
			ck_assert_int_eq(send(ends[1], "hello\n", 6, 0), 6);
		else
			shutdown(ends[1], SHUT_WR);
		while (place.gone == 0)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert_int_eq(place.wrong, _i);
		ck_assert_str_eq(place.why,
			_i == 1 ? "a worker was killed: it sent \"hello\", which is not valid now"
				: "a worker has gone");
		close(ends[1]);
		place_close();
	}
END_TEST

/* All lines of a game but the last; seat 2 lost on time. */
static void place_play(void)
{
	place_open();
	place.arbiter->local_max = 1;
	ck_assert(arbiter_handle_feed_one(place.arbiter));
	ck_assert(place_said("1 game 0 1"));
	ck_assert(place_said("1 seat 1 1 ok "));
	ck_assert(place_said("1 seat 2 2 time "));
}

#define LAST "1 end time 5 3/3/3 x 1"

START_TEST(a_result_may_have_to_wait_and_its_game_is_in_play_until_then)
	{
		place_play();
		struct arbiter_handle *a = place.arbiter;
		place.waits = true;
		usec before = time_now();
		ck_assert(place_said(LAST));
		usec since = place.since;
		ck_assert_int_ge(since, before);
		ck_assert_int_le(since, time_now());
		for (int i = 0; i < 3; i++) {
			place.since = 0;
			while (place.since == 0)
				event_base_loop(place.base, EVLOOP_ONCE);
			ck_assert_int_eq(place.since, since); /* of its arrival */
		}
		ck_assert_int_eq(place.played, 0);
		ck_assert_int_eq(a->local, 1);
		ck_assert_int_eq(a->played, 0);
		place.waits = false;
		while (place.played == 0)
			event_base_loop(place.base, EVLOOP_ONCE);
		ck_assert_int_eq(a->played, 1);
		place_close();
	}
END_TEST

START_TEST(a_result_that_need_not_wait_does_not)
	{
		place_play();
		ck_assert(place_said(LAST));
		ck_assert_int_eq(place.played, 1);
		place_close();
	}
END_TEST

START_TEST(after_the_last_line_of_a_game_no_other_may_come)
	{
		place_play();
		place.waits = true;
		ck_assert(place_said(LAST));
		ck_assert(!place_said(_i == 0 ? LAST : "1 game 0 1"));
		ck_assert_int_eq(place.played, 0);
		place_close();
	}
END_TEST

START_TEST(an_end_of_no_game_does_not_wait)
	{
		place_play();
		ck_assert(place_said(LAST));
		place.since = 0;
		place.waits = true;
		ck_assert(!place_said(LAST));
		ck_assert_int_eq(place.since, 0);
		place_close();
	}
END_TEST

START_TEST(a_result_that_waits_is_void_if_the_arbiter_ends)
	{
		place_play();
		place.waits = true;
		ck_assert(place_said(LAST));
		place.worker = place.ends[0]; /* of which nothing is asked */
		shutdown(place.ends[0], SHUT_RDWR);
		kill(peer_pid(place.arbiter->peer), SIGKILL);
		while (place.gone == 0)
			event_base_loop(place.base, EVLOOP_ONCE);
		ck_assert_int_eq(place.voided, 1);
		ck_assert_int_eq(place.played, 0);
		place_close();
	}
END_TEST

START_TEST(a_worker_has_one_more_short_game_than_an_arbiter)
	{
		place_open();
		place.arbiter->worker = _i == 1;
		place.arbiter->local_max = 1;
		arbiter_handle_feed(place.arbiter);
		ck_assert_int_eq(place.requested, 2 + _i);
		place_close();
	}
END_TEST

START_TEST(a_bot_that_left_before_the_answer_is_not_taken)
	{
		place_open();
		place_send();
		arbiter_handle_disconnected(place.arbiter, 0);
		ck_assert(place_said(_i == 0 ? "taken 0" : "refused 0"));
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken + place.refused, 0);
		/* The next counts as any other. */
		place_send();
		ck_assert(place_said("taken 0"));
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken, 1);
		place_close();
	}
END_TEST

START_TEST(of_two_sockets_the_last_answer_counts)
	{
		place_open();
		place_send();
		if (_i == 1)
			arbiter_handle_disconnected(place.arbiter, 0);
		place_send();
		ck_assert(place_said("taken 0"));
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken, 0);
		ck_assert(place_said("taken 0"));
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken, 1);
		ck_assert(!place_said("taken 0"));
		place_close();
	}
END_TEST

START_TEST(a_refused_socket_is_sent_once_more)
	{
		place_open();
		place_send();
		ck_assert(place_said("refused 0"));
		ck_assert_int_eq(place.refused, 1);
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		while (place.asked == 1)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert(place_said("taken 0"));
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.asked, 2);
		place_close();
	}
END_TEST

/* An arbiter that ended answers no socket any more: the next answers for its own alone. */
START_TEST(a_new_arbiter_is_sent_each_socket_again)
	{
		place_open();
		place_send();
		if (_i == 1)
			ck_assert(place_said("taken 0"));
		arbiter_handle_stop(place.arbiter);
		while (place.gone == 0)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		place_start();
		arbiter_handle_connected(place.arbiter, 0);
		ck_assert(!arbiter_handle_has(place.arbiter, 0));
		ck_assert(!place_said("taken 0"));
		while (place.asked == 1)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert(place_said("taken 0"));
		ck_assert(arbiter_handle_has(place.arbiter, 0));
		ck_assert_int_eq(place.taken, 1 + _i);
		ck_assert(!place_said("taken 0"));
		place_close();
	}
END_TEST

SUITE("referee/director/arbiter-handle",
	CASE(a_result_may_have_to_wait_and_its_game_is_in_play_until_then),
	CASE(a_result_that_need_not_wait_does_not),
	LOOP(after_the_last_line_of_a_game_no_other_may_come, 2),
	CASE(an_end_of_no_game_does_not_wait),
	CASE(a_result_that_waits_is_void_if_the_arbiter_ends),
	CASE(a_socket_is_taken_when_the_arbiter_says_so),
	CASE(a_worker_says_its_facts_and_its_obstacles),
	LOOP(a_refused_line_of_a_worker_is_shown_whole, sizeof refused / sizeof *refused),
	LOOP(a_worker_that_broke_the_rules_is_named_before_its_connection_ends, 2),
	LOOP(a_worker_has_one_more_short_game_than_an_arbiter, 2),
	LOOP(a_bot_that_left_before_the_answer_is_not_taken, 2),
	LOOP(of_two_sockets_the_last_answer_counts, 2), CASE(a_refused_socket_is_sent_once_more),
	LOOP(a_new_arbiter_is_sent_each_socket_again, 2))
