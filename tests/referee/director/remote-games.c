/*
 * The main process's side of the hall: when it counts a bot's connection as handed over. The hall
 * is a double that says nothing; its answers are given by the test.
 */
#include "referee/director/remote-games.h"

#include <sys/socket.h>
#include <unistd.h>

#include "referee/director/arbiter-config-make.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static int hall_double(const void *arg, int number, int from, int to)
{
	char byte;
	(void)arg, (void)number, (void)to;
	while (read(from, &byte, 1) > 0)
		;
	return EXIT_SUCCESS;
}

const struct process_kind remote_arbiter_process = {"test-hall", hall_double, .hands = true};

static struct {
	struct event_base *base;
	struct tournament t;
	struct arbiter_config plan;
	struct remote_games hall;
	int ends[2];
	int asked, handed, full, gone; /* calls */
} place;

static int on_socket(void *owner, int bot)
{
	(void)owner, (void)bot;
	place.asked++;
	return place.ends[0];
}

static void on_handed(void *owner, int bot)
{
	(void)owner;
	ck_assert_int_eq(bot, 0);
	place.handed++;
}

static void on_full(void *owner, int bot)
{
	(void)owner;
	ck_assert_int_eq(bot, 0);
	place.full++;
}

static void on_gone(void *owner, int lost, const char *why)
{
	(void)owner, (void)why;
	ck_assert_int_eq(lost, 0);
	place.gone++;
}

static void place_open(void)
{
	static const struct remote_games_calls calls = {
		.socket = on_socket, .handed = on_handed, .full = on_full, .gone = on_gone};
	char why[WHY];
	memset(&place, 0, sizeof place);
	test_tournament_init(&place.t, "tictactoe", 2, 2, 1, NULL);
	ck_assert(arbiter_config_make(&place.plan, &place.t, NULL, why, sizeof why));
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, place.ends), 0);
	place.base = event_base_new();
	remote_games_init(&place.hall, place.base, &calls, NULL);
	ck_assert(remote_games_hire(&place.hall, &place.plan, why, sizeof why));
}

static void place_close(void)
{
	remote_games_clear(&place.hall);
	event_base_free(place.base);
	close(place.ends[0]), close(place.ends[1]);
	arbiter_config_clear(&place.plan);
	tournament_clear(&place.t);
}

/* A connection of bot 0 comes, and is on its way to the hall. */
static void place_send(void)
{
	int before = place.asked;
	remote_games_came(&place.hall, 0);
	while (place.asked == before)
		ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
	ck_assert_int_eq(place.asked, before + 1);
	ck_assert(!remote_games_has(&place.hall, 0));
}

/* The hall says this. */
static bool place_said(const char *text)
{
	char line[64];
	snprintf(line, sizeof line, "%s", text);
	return remote_games_take_line(&place.hall, line);
}

START_TEST(a_connection_is_handed_over_when_the_hall_says_so)
	{
		place_open();
		ck_assert(!place_said("has 0"));
		place_send();
		ck_assert(!place_said("has 1"));
		ck_assert(place_said("has 0"));
		ck_assert(remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed, 1);
		ck_assert(!place_said("has 0"));
		remote_games_left(&place.hall, 0);
		ck_assert(!remote_games_has(&place.hall, 0));
		place_close();
	}
END_TEST

START_TEST(one_that_left_before_the_answer_is_not_handed_over)
	{
		place_open();
		place_send();
		remote_games_left(&place.hall, 0);
		ck_assert(place_said(_i == 0 ? "has 0" : "full 0"));
		ck_assert(!remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed + place.full, 0);
		/* The next counts as any other. */
		place_send();
		ck_assert(place_said("has 0"));
		ck_assert(remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed, 1);
		place_close();
	}
END_TEST

START_TEST(of_two_that_were_sent_the_last_answer_counts)
	{
		place_open();
		place_send();
		if (_i == 1)
			remote_games_left(&place.hall, 0);
		place_send();
		ck_assert(place_said("has 0"));
		ck_assert(!remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed, 0);
		ck_assert(place_said("has 0"));
		ck_assert(remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed, 1);
		ck_assert(!place_said("has 0"));
		place_close();
	}
END_TEST

START_TEST(one_that_there_is_no_descriptor_for_is_sent_once_more)
	{
		place_open();
		place_send();
		ck_assert(place_said("full 0"));
		ck_assert_int_eq(place.full, 1);
		ck_assert(!remote_games_has(&place.hall, 0));
		while (place.asked == 1)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert(place_said("has 0"));
		ck_assert(remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.asked, 2);
		place_close();
	}
END_TEST

/* What the one before was sent it answers no more: the next answers for itself alone. */
START_TEST(a_new_hall_is_sent_each_connection_again)
	{
		char why[WHY];
		place_open();
		place_send();
		if (_i == 1)
			ck_assert(place_said("has 0"));
		remote_games_dismiss(&place.hall);
		while (place.gone == 0)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert(!remote_games_has(&place.hall, 0));
		ck_assert(remote_games_hire(&place.hall, &place.plan, why, sizeof why));
		ck_assert(!place_said("has 0"));
		while (place.asked == 1)
			ck_assert_int_eq(event_base_loop(place.base, EVLOOP_ONCE), 0);
		ck_assert(place_said("has 0"));
		ck_assert(remote_games_has(&place.hall, 0));
		ck_assert_int_eq(place.handed, 1 + _i);
		ck_assert(!place_said("has 0"));
		place_close();
	}
END_TEST

SUITE("referee/director/remote-games", CASE(a_connection_is_handed_over_when_the_hall_says_so),
	LOOP(one_that_left_before_the_answer_is_not_handed_over, 2),
	LOOP(of_two_that_were_sent_the_last_answer_counts, 2),
	CASE(one_that_there_is_no_descriptor_for_is_sent_once_more),
	LOOP(a_new_hall_is_sent_each_connection_again, 2))
