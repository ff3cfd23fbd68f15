/*
 * remote-lost.c - an arbiter whose remote bots the test plays itself: connections that end, come
 * back, or never come; what was said too early or too late; and what a connection may not do.
 *
 * The game is tic-tac-toe with the first legal move from both, in which seat 1 wins with its
 * fourth: a1 b1 c1 a2 b2 c2 a3.
 */
#include <signal.h>

#include "tests/lib/remote-guests.h"
#include "tests/lib/suite.h"

/* Two guests, not connected. */
static struct guests *lost_create(void)
{
	return guests_create("tictactoe", 2, 2);
}

/* Two guests that play a game. */
static struct guests *lost_begin(struct guests *g)
{
	guests_start(g);
	guests_connect(g, 0);
	guests_connect(g, 1);
	guests_order(g, 1, (int[]){0, 1});
	return g;
}

/* A game in which the first is asked, and has not answered yet. */
static void lost_ask(struct guests *g)
{
	g->guests[0].go = guest_wait;
	lost_begin(g);
	GUESTS_UNTIL(g, g->guests[0].asked == 1);
}

/* For games that end on time: seat 1 alone is ever asked. The margin is for what a busy machine
 * needs until it asks. */
static void lost_hurry(struct guests *g)
{
	g->match.config.terms.limits.movetime = 50 * MILLISECOND;
	g->match.config.terms.limits.margin = 5 * SECOND;
}

/* For a game that seat 1 must lose on time after it has moved; seat 2 has a minute. */
static void lost_limit(struct guests *g)
{
	g->plans[0].has_limits = true;
	g->plans[0].limits = match_plan.terms.limits;
}

static void lost_check(const struct match_game *game, int seat, enum verdict verdict, int moves)
{
	const char *detail = game->detail[seat - 1];
	ck_assert_msg(game->verdict[seat - 1] == verdict, "%s: %s",
		verdict_table[game->verdict[seat - 1]].name, detail);
	ck_assert_int_eq(game->verdict[2 - seat], VERDICT_OK);
	ck_assert_int_eq(game->rank[seat - 1], verdict == VERDICT_OK ? seat : 2);
	ck_assert_int_eq(game->moves, moves);
	if (verdict == VERDICT_OK)
		ck_assert_str_eq(detail, "");
}

/* Seat 1 lost on time, after at least this many milliseconds. The words hold the time that it took,
 * with a %c at their end. */
static void lost_check_late(const struct match_game *game, const char *words, double least)
{
	double took;
	char more;
	lost_check(game, 1, VERDICT_TIME, 0);
	ck_assert_msg(sscanf(game->detail[0], words, &took, &more) == 1 && took >= least, "%s",
		game->detail[0]);
}

/* --- coming back ---------------------------------------------------------------------------- */

static void lost_hang_up(struct guest *guest)
{
	guest->go = NULL;
	guests_leave(guest);
}

START_TEST(who_comes_back_in_its_turn_is_asked_again_with_less_time)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[_i];
		guest->go = lost_hang_up;
		lost_begin(g);
		GUESTS_UNTIL(g, guest->asked == 1 && guest->fd < 0);
		ck_assert_int_eq(guest->movetime, 60000);
		guests_connect(g, _i);
		GUESTS_UNTIL(g, guest->asked == 2);
		ck_assert_int_lt(guest->movetime, 60000);
		guests_finish(g);
		lost_check(&g->games[1], _i + 1, VERDICT_OK, 7);
		ck_assert_int_eq(guest->greeted, 2);
		ck_assert_int_eq(guest->begun, 2);
		ck_assert_int_eq(guest->asked, _i == 0 ? 5 : 4);
		guests_free(g);
	}
END_TEST

/* Seat 2 is lost while seat 1 thinks, and is back before or after it moved. */
START_TEST(who_comes_back_out_of_turn_plays_on)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0], *b = &g->guests[1];
		g->match.config.live = true;
		lost_ask(g);
		guests_leave(b);
		if (_i == 0) {
			guests_connect(g, 1);
			GUESTS_UNTIL(g, b->begun == 2);
		}
		guest->go = NULL;
		guest_move(guest);
		if (_i == 1) { /* its own move is due by then, as the live record tells */
			GUESTS_UNTIL(g, g->games[1].moves == 1);
			guests_connect(g, 1);
		}
		guests_finish(g);
		lost_check(&g->games[1], 2, VERDICT_OK, 7);
		ck_assert_int_eq(b->greeted, 2);
		ck_assert_int_eq(b->asked, 3);
		guests_free(g);
	}
END_TEST

START_TEST(a_newer_connection_takes_the_place_of_the_one_that_plays)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		char byte;
		lost_ask(g);
		int old = dup(guest->fd);
		guest->go = NULL;
		guests_connect(g, 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		ck_assert_int_eq(guest->greeted, 2);
		ck_assert_int_eq(guest->asked, 5);
		ck_assert_int_eq(recv(old, &byte, 1, 0), 0);
		close(old);
		guests_free(g);
	}
END_TEST

START_TEST(where_nobody_may_come_back_a_lost_connection_is_a_crash)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[_i];
		g->match.config.terms.reconnect = false;
		guest->go = lost_hang_up;
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], _i + 1, VERDICT_CRASH, _i);
		ck_assert_str_eq(g->games[1].detail[_i], "its connection ended");
		guests_connect(g, _i);
		guests_order(g, 2, (int[]){0, 1});
		guests_finish(g);
		lost_check(&g->games[2], _i + 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

START_TEST(who_does_not_come_back_in_its_time_loses_by_that)
	{
		struct guests *g = lost_create();
		g->guests[0].go = lost_hang_up;
		lost_hurry(g);
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_TIME, 0);
		lost_check_late(&g->games[1],
			"lost its connection and did not return in time; no answer after %lf ms of 50.0 ms (+5000.0 ms margin)%c",
			5050);
		guests_free(g);
	}
END_TEST

START_TEST(who_is_back_and_says_nothing_loses_at_the_same_moment)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		guest->go = lost_hang_up;
		g->match.config.terms.limits.movetime = 500 * MILLISECOND;
		lost_begin(g);
		GUESTS_UNTIL(g, guest->fd < 0);
		guest->silent = true;
		guests_connect(g, 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_TIME, 0);
		lost_check_late(&g->games[1],
			"lost its connection and returned too late; no answer after %lf ms of 500.0 ms (+2000.0 ms margin)%c",
			2500);
		guests_free(g);
	}
END_TEST

static int lost_half; /* a socket that is open in one way alone */

static void lost_close_input(struct guest *guest)
{
	guest->go = NULL;
	shutdown(guest->fd, SHUT_RD);
	guest_move(guest);
	lost_half = guest->fd;
	guest->fd = -1;
}

START_TEST(who_reads_no_more_counts_as_lost)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		g->match.config.terms.reconnect = _i == 1;
		guest->go = lost_close_input;
		lost_begin(g);
		if (_i == 1) {
			GUESTS_UNTIL(g, guest->fd < 0);
			guests_connect(g, 0);
		}
		guests_finish(g);
		if (_i == 1)
			lost_check(&g->games[1], 1, VERDICT_OK, 7);
		else
			lost_check(&g->games[1], 1, VERDICT_CRASH, 2);
		close(lost_half);
		guests_free(g);
	}
END_TEST

/* The same, and it does not come back. */
START_TEST(who_reads_no_more_and_stays_away_loses_on_time)
	{
		struct guests *g = lost_create();
		g->guests[0].go = lost_close_input;
		lost_limit(g);
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_TIME, 2);
		close(lost_half);
		guests_free(g);
	}
END_TEST

START_TEST(of_a_storm_of_connections_the_last_plays)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		lost_ask(g);
		for (int i = 0; i < 500; i++)
			guests_connect(g, 0);
		guest->go = NULL;
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* Its second greeting names no feature. */
static void lost_greet_plainly(struct guest *guest)
{
	guest->legal[0] = '\0';
	if (guest->greeted == 1)
		guest_greet(guest);
	else
		guest_say(guest, "id name guest\nugiok\n");
}

/* Leaves once, and then plays without being told what is legal. */
static void lost_move_untold(struct guest *guest)
{
	static const char *const moves[] = {"a1", "c1", "b2", "a3"};
	if (guest->asked == 1) {
		guests_leave(guest);
		return;
	}
	ck_assert_str_eq(guest->legal, "");
	snprintf(guest->legal, sizeof guest->legal, "%s", moves[guest->asked - 2]);
	guest_move(guest);
	guest->legal[0] = '\0';
}

START_TEST(who_comes_back_has_the_features_that_it_names_then_alone)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		guest->ugi = lost_greet_plainly;
		guest->go = lost_move_untold;
		lost_begin(g);
		GUESTS_UNTIL(g, guest->asked == 1 && guest->fd < 0);
		guests_connect(g, 0);
		guests_finish(g);
		ck_assert_int_eq(guest->greeted, 2);
		ck_assert_int_eq(guest->asked, 5);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* The arbiter has what it was handed, though the bot was away by then. */
START_TEST(who_left_before_the_arbiter_took_its_connection_may_come_again)
	{
		struct guests *g = lost_create();
		guests_start(g);
		ck_assert_int_eq(kill(g->match.process.pid, SIGSTOP), 0);
		guests_connect(g, 0);
		guests_leave(&g->guests[0]);
		ck_assert_int_eq(kill(g->match.process.pid, SIGCONT), 0);
		GUESTS_UNTIL(g, g->had == 1);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		GUESTS_UNTIL(g, g->guests[1].begun == 1);
		ck_assert(!g->games[1].over);
		guests_connect(g, 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		ck_assert_int_eq(g->had, 3);
		ck_assert_int_eq(g->refused, 0);
		guests_free(g);
	}
END_TEST

/* --- not coming ----------------------------------------------------------------------------- */

START_TEST(who_is_not_connected_is_waited_for_and_then_absent)
	{
		struct guests *g = lost_create();
		g->match.config.terms.connect_timeout = _i == 0 ? 0 : 200 * MILLISECOND;
		guests_start(g);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_ABSENT, 0);
		ck_assert_str_eq(g->games[1].reason, "absent");
		ck_assert_str_eq(
			g->games[1].detail[0], _i == 0 ? "was not connected; waited 0.0 s for it"
						       : "was not connected; waited 0.2 s for it");
		guests_free(g);
	}
END_TEST

START_TEST(who_connects_while_it_is_waited_for_plays)
	{
		struct guests *g = lost_create();
		guests_start(g);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		GUESTS_UNTIL(g, g->guests[1].begun == 1);
		guests_connect(g, 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* --- an arbiter that stands still ------------------------------------------------------------ */

/* Stops the arbiter, and lets this time pass. */
static void lost_stop(struct guests *g, usec span)
{
	int status;
	ck_assert_int_eq(kill(g->match.process.pid, SIGSTOP), 0);
	ck_assert_int_eq(waitpid(g->match.process.pid, &status, WUNTRACED), g->match.process.pid);
	for (usec until = time_now() + span, left; (left = until - time_now()) > 0;)
		poll(NULL, 0, (int)(left / MILLISECOND) + 1);
}

/* A bot that is asked answers while the arbiter stands still for many times its limit, or just
 * after. */
START_TEST(the_time_in_which_the_arbiter_stands_still_is_not_charged)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		g->plans[0].has_limits = true; /* the other has a minute */
		g->plans[0].limits = (struct limits){.movetime = 200 * MILLISECOND,
			.margin = 3 * SECOND,
			.clock = _i / 2 == 0 ? CLOCK_WALL : CLOCK_FAIR};
		lost_ask(g);
		lost_stop(g, 6 * SECOND);
		guest->go = NULL;
		if (_i % 2 == 0)
			guest_move(guest);
		ck_assert_int_eq(kill(g->match.process.pid, SIGCONT), 0);
		if (_i % 2 == 1)
			guest_move(guest);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

START_TEST(a_silent_bot_loses_by_the_time_in_which_the_arbiter_ran)
	{
		struct guests *g = lost_create();
		double took;
		g->match.config.terms.limits.movetime = 200 * MILLISECOND;
		g->match.config.terms.limits.margin = 300 * MILLISECOND;
		lost_ask(g);
		lost_stop(g, 10 * SECOND);
		ck_assert_int_eq(kill(g->match.process.pid, SIGCONT), 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_TIME, 0);
		ck_assert_int_eq(
			sscanf(g->games[1].detail[0], "no answer after %lf ms of 200.0 ms", &took),
			1);
		ck_assert(took > 500 && took < 10000);
		guests_free(g);
	}
END_TEST

/* The same for a limit that is no clock. */
START_TEST(a_bot_that_is_greeted_or_waited_for_has_its_time_too)
	{
		struct guests *g = lost_create();
		g->plans[0].resources.startup = 3 * SECOND;
		g->match.config.terms.connect_timeout = 3 * SECOND;
		g->guests[0].silent = true;
		guests_start(g);
		guests_connect(g, 1);
		if (_i == 0)
			guests_connect(g, 0);
		guests_order(g, 1, (int[]){0, 1});
		GUESTS_UNTIL(
			g, g->guests[1].greeted == 1 && (_i == 1 || g->guests[0].greeted == 1));
		lost_stop(g, 6 * SECOND);
		g->guests[0].silent = false;
		if (_i == 0)
			guest_greet(&g->guests[0]);
		else
			guests_connect(g, 0);
		ck_assert_int_eq(kill(g->match.process.pid, SIGCONT), 0);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* --- too early, too late -------------------------------------------------------------------- */

/* The answer that was due in the game before, and then the greeting. */
static void lost_late(struct guest *guest)
{
	guest_say(guest, "bestmove c3\n");
	guest_greet(guest);
}

START_TEST(a_late_answer_counts_in_no_other_game)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0];
		lost_limit(g);
		guest->go = guest_wait;
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_TIME, 0);
		guest->go = NULL;
		guest->ugi = lost_late;
		guests_order(g, 2, (int[]){0, 1});
		guests_finish(g);
		lost_check(&g->games[2], 1, VERDICT_OK, 7);
		ck_assert_int_eq(guest->stops, 1);
		ck_assert_int_eq(guest->greeted, 2);
		ck_assert_int_eq(g->guests[1].greeted, 1);
		guests_free(g);
	}
END_TEST

START_TEST(what_was_written_before_the_greeting_is_thrown_away)
	{
		struct guests *g = lost_create();
		static char junk[32768];
		guests_start(g);
		int fd = guests_socket(g, 0);
		memset(junk, 'x', sizeof junk);
		ssize_t most = 0, count;
		while ((count = send(g->guests[0].fd, junk, sizeof junk, MSG_DONTWAIT)) > 0)
			most += count;
		ck_assert_int_gt(most, 65536);
		guests_hand(g, 0, fd);
		close(fd);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* --- half an end ---------------------------------------------------------------------------- */

static void lost_move_and_close(struct guest *guest)
{
	guest->go = NULL;
	guest_move(guest);
	shutdown(guest->fd, SHUT_WR);
}

static void lost_close(struct guest *guest)
{
	guest->go = NULL;
	shutdown(guest->fd, SHUT_WR);
}

/* Where no bot may come back: a move that arrived before the end counts, and the next is missed. */
START_TEST(a_move_that_arrived_before_a_half_close_counts)
	{
		struct guests *g = lost_create();
		g->match.config.terms.reconnect = false;
		g->guests[0].go = _i == 0 ? lost_move_and_close : lost_close;
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_CRASH, _i == 0 ? 2 : 0);
		GUESTS_UNTIL(g, g->guests[0].fd < 0);
		guests_free(g);
	}
END_TEST

static void lost_win_and_close(struct guest *guest)
{
	if (guest->asked == 4)
		lost_move_and_close(guest);
	else
		guest_move(guest);
}

START_TEST(who_leaves_with_its_winning_move_has_won)
	{
		struct guests *g = lost_create();
		g->match.config.terms.reconnect = false;
		g->guests[0].go = lost_win_and_close;
		lost_begin(g);
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

/* --- what a connection may not do ----------------------------------------------------------- */

START_TEST(a_flood_out_of_turn_loses_the_game_and_the_connection)
	{
		struct guests *g = lost_create();
		struct guest *guest = &g->guests[0], *b = &g->guests[1];
		static char lines[8192];
		ssize_t sent = 0, count;
		lost_ask(g);
		memset(lines, '\n', sizeof lines);
		/* More than a turn may hold, and then until the referee takes it no more. */
		while (sent < 1 << 20 &&
			(count = send(b->fd, lines, sizeof lines, MSG_NOSIGNAL)) > 0)
			sent += count;
		ck_assert_int_lt(sent, 1 << 20);
		guests_connect(g, 1); /* which does not help */
		guest_move(guest);
		guests_finish(g);
		lost_check(&g->games[1], 2, VERDICT_FLOOD, 1);
		guest->go = NULL;
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		lost_check(&g->games[1], 2, VERDICT_OK, 7);
		guests_free(g);
	}
END_TEST

static void lost_greet_and_sleep(struct guest *guest)
{
	guest_greet(guest);
	lost_half = guest->fd;
	guest->fd = -1;
}

/* Of four guests one reads nothing after its greeting: its options are more than its socket takes.
 * The others play on, and it loses by its clock. */
START_TEST(who_never_reads_loses_and_keeps_nobody_waiting)
	{
		enum { OPTIONS = 4, LENGTH = 4000 };
		struct guests *g = guests_create("tictactoe", 2, 4);
		const int little = 1;
		char text[LENGTH + 1] = "X=", *options[OPTIONS] = {text, text, text, text};
		memset(text + 2, 'x', LENGTH - 2);
		g->plans[0].options = options;
		g->plans[0].options_count = OPTIONS;
		g->plans[0].resources.startup = SECOND;
		g->guests[0].ugi = lost_greet_and_sleep;
		guests_start(g);
		int fd = guests_socket(g, 0);
		setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &little, sizeof little);
		guests_hand(g, 0, fd);
		close(fd);
		for (int i = 1; i < 4; i++)
			guests_connect(g, i);
		guests_order(g, 1, (int[]){0, 1});
		guests_order(g, 2, (int[]){2, 3});
		guests_finish(g);
		lost_check(&g->games[1], 1, VERDICT_STARTUP, 0);
		lost_check(&g->games[2], 1, VERDICT_OK, 7);
		close(lost_half);
		guests_free(g);
	}
END_TEST

SUITE("referee/arbiter/remote-lost",
	LOOP(who_comes_back_in_its_turn_is_asked_again_with_less_time, 2),
	LOOP(who_comes_back_out_of_turn_plays_on, 2),
	CASE(a_newer_connection_takes_the_place_of_the_one_that_plays),
	LOOP(where_nobody_may_come_back_a_lost_connection_is_a_crash, 2),
	CASE(who_does_not_come_back_in_its_time_loses_by_that),
	CASE(who_is_back_and_says_nothing_loses_at_the_same_moment),
	LOOP(who_reads_no_more_counts_as_lost, 2),
	CASE(who_reads_no_more_and_stays_away_loses_on_time),
	CASE(of_a_storm_of_connections_the_last_plays),
	CASE(who_comes_back_has_the_features_that_it_names_then_alone),
	CASE(who_left_before_the_arbiter_took_its_connection_may_come_again),
	LOOP(who_is_not_connected_is_waited_for_and_then_absent, 2),
	CASE(who_connects_while_it_is_waited_for_plays),
	LOOP(the_time_in_which_the_arbiter_stands_still_is_not_charged, 4),
	CASE(a_silent_bot_loses_by_the_time_in_which_the_arbiter_ran),
	LOOP(a_bot_that_is_greeted_or_waited_for_has_its_time_too, 2),
	CASE(a_late_answer_counts_in_no_other_game),
	CASE(what_was_written_before_the_greeting_is_thrown_away),
	LOOP(a_move_that_arrived_before_a_half_close_counts, 2),
	CASE(who_leaves_with_its_winning_move_has_won),
	CASE(a_flood_out_of_turn_loses_the_game_and_the_connection),
	CASE(who_never_reads_loses_and_keeps_nobody_waiting))
