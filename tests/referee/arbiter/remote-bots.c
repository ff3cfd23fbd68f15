/*
 * remote-bots.c - an arbiter whose remote bots the test plays itself, each at its end of a socket:
 * games of its own, many at a time, and beside bots of this machine.
 *
 * The game is tic-tac-toe with the first legal move from all, in which seat 1 wins with its fourth:
 * a1 b1 c1 a2 b2 c2 a3.
 *
 * plain too: it measures time.
 */
#include "referee/arbiter/arbiter.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>

#include "tests/lib/remote-guests.h"
#include "tests/lib/suite.h"

#define HONEST "tests/rogues/crlf"

enum { AT_ONCE = 50 };

static void remote_check_game(const struct match_game *game)
{
	ck_assert(!game->played_again);
	ck_assert_str_eq(game->reason, "normal");
	ck_assert_int_eq(game->moves, 7);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(game->rank[i], i + 1);
		ck_assert_int_eq(game->verdict[i], VERDICT_OK);
		ck_assert_str_eq(game->detail[i], "");
	}
}

START_TEST(a_game_between_two_sockets_is_played_to_its_end)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		guests_start(g);
		guests_connect(g, 0);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		remote_check_game(&g->games[1]);
		ck_assert_int_eq(g->games[1].unmeasured, 7);
		ck_assert_int_eq(guests_stop(g), 0);
		ck_assert_uint_eq(g->delays.sum, 6);
		guests_free(g);
	}
END_TEST

/* Twice, with what they said so far, and live: so the lines of all games are mixed. */
START_TEST(many_games_at_once_are_told_apart)
	{
		struct guests *g = guests_create("tictactoe", 2, 2 * AT_ONCE);
		g->match.config.live = true;
		guests_start(g);
		for (int i = 0; i < 2 * AT_ONCE; i++)
			guests_connect(g, i);
		for (int round = 0; round < 2; round++) {
			for (int i = 0; i < AT_ONCE; i++)
				guests_order(g, i + 1, (int[]){2 * i + round, 2 * i + 1 - round});
			guests_finish(g);
			for (int i = 0; i < AT_ONCE; i++)
				remote_check_game(&g->games[i + 1]);
		}
		for (int i = 0; i < 2 * AT_ONCE; i++) {
			ck_assert_int_eq(g->guests[i].greeted, 1);
			ck_assert_int_eq(g->guests[i].begun, 2);
			ck_assert_int_eq(g->guests[i].asked, 7);
		}
		ck_assert_int_ge(g->changes, 2 * 7 * AT_ONCE);
		ck_assert_int_eq(guests_stop(g), 0);
		ck_assert_uint_eq(g->delays.sum, 2 * 6 * AT_ONCE);
		guests_free(g);
	}
END_TEST

START_TEST(who_is_absent_by_its_order_is_not_asked_and_loses)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		int fd = guests_socket(g, 0);
		g->match.config.terms.connect_timeout = 90 * SECOND;
		guests_start(g);
		guests_hand(g, 0, fd);
		close(fd);
		guests_order_marked(g, 3, (int[]){0, 1}, 2);
		guests_finish(g);
		const struct match_game *game = &g->games[3];
		ck_assert_str_eq(game->reason, "absent");
		ck_assert_int_eq(game->rank[0], 1);
		ck_assert_int_eq(game->rank[1], 2);
		ck_assert_int_eq(game->verdict[0], VERDICT_OK);
		ck_assert_int_eq(game->verdict[1], VERDICT_ABSENT);
		ck_assert_str_eq(game->detail[1], "was not connected; waited 90.0 s for it");
		guests_free(g);
	}
END_TEST

/* A corner and the edge beside it: who moves now can win. */
START_TEST(one_oracle_answers_for_many_games)
	{
		enum { ASKERS = 10 };
		struct guests *g = guests_create("tictactoe", 2, 2 * ASKERS);
		char folder[MATCH_PATH];
		match_build_folder(folder); /* where referee-solve is */
		setenv("PATH", folder, 1);
		g->match.config.terms.adjudicate_exact = true;
		guests_start(g);
		for (int i = 0; i < 2 * ASKERS; i++)
			guests_connect(g, i);
		for (int i = 0; i < ASKERS; i++)
			guests_order(g, i + 1, (int[]){2 * i, 2 * i + 1});
		guests_finish(g);
		for (int i = 1; i <= ASKERS; i++) {
			ck_assert_str_eq(g->games[i].reason, "oracle");
			ck_assert_int_eq(g->games[i].moves, 2);
			ck_assert_int_eq(g->games[i].rank[0], 1);
			ck_assert_int_eq(g->games[i].rank[1], 2);
		}
		ck_assert_int_eq(guests_stop(g), 0);
		guests_free(g);
	}
END_TEST

/* As many descriptors as it has already, in the midst of its life. */
START_TEST(a_connection_that_there_is_no_descriptor_for_is_refused_aloud_and_can_be_handed_again)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		struct rlimit before, none;
		guests_start(g);
		guests_connect(g, 0);
		GUESTS_UNTIL(g, g->had == 1);
		ck_assert_int_eq(prlimit(g->match.process.pid, RLIMIT_NOFILE, NULL, &before), 0);
		none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
		ck_assert_int_eq(prlimit(g->match.process.pid, RLIMIT_NOFILE, &none, NULL), 0);
		int fd = guests_socket(g, 1);
		guests_hand(g, 1, fd);
		GUESTS_UNTIL(g, g->refused == 1);
		ck_assert_int_eq(g->had, 1);
		ck_assert_int_eq(prlimit(g->match.process.pid, RLIMIT_NOFILE, &before, NULL), 0);
		guests_hand(g, 1, fd);
		close(fd);
		GUESTS_UNTIL(g, g->had == 2);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		remote_check_game(&g->games[1]);
		ck_assert_int_eq(g->refused, 1);
		ck_assert_int_eq(guests_stop(g), 0);
		guests_free(g);
	}
END_TEST

START_TEST(connections_outlive_the_arbiter_which_says_no_word_of_its_end)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		char byte;
		guests_start(g);
		guests_connect(g, 0);
		int kept = guests_socket(g, 1);
		guests_hand(g, 1, kept);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		ck_assert_int_eq(guests_stop(g), 0);
		struct guest *guest = &g->guests[1];
		ck_assert_int_eq(guest->quits, 0);
		ck_assert_int_eq(recv(guest->fd, &byte, 1, MSG_DONTWAIT), -1);
		ck_assert_int_eq(errno, EAGAIN);
		ck_assert_int_eq(send(kept, "x", 1, MSG_NOSIGNAL), 1);
		ck_assert_int_eq(recv(guest->fd, &byte, 1, MSG_DONTWAIT), 1);
		close(kept);
		guests_free(g);
	}
END_TEST

/* --- beside bots of this machine ------------------------------------------------------------ */

START_TEST(a_bot_of_this_machine_plays_many_games_at_a_time)
	{
		struct guests *g = guests_mixed(4, HONEST);
		g->match.config.terms.restart = _i == 1;
		guests_start(g);
		for (int i = 0; i < 4; i++)
			guests_connect(g, i);
		for (int i = 0; i < 4; i++)
			g->guests[i].go = guest_wait;
		for (int i = 0; i < 4; i++)
			guests_order(g, i + 1, (int[]){i, 4});
		GUESTS_UNTIL(g, guests_asked(g) == 4);
		ck_assert_int_eq(match_left(&g->match), 4);
		for (int i = 0; i < 4; i++)
			guest_move(&g->guests[i]);
		for (int i = 0; i < 4; i++)
			g->guests[i].go = NULL;
		guests_finish(g);
		for (int i = 0; i < 4; i++) {
			remote_check_game(&g->games[i + 1]);
			ck_assert_int_eq(g->games[i + 1].unmeasured, 4);
		}
		/* They are kept for the next games, unless all are to begin anew. */
		ck_assert_int_eq(match_until_left(&g->match, _i == 1 ? 0 : 4), _i == 1 ? 0 : 4);
		ck_assert_int_eq(guests_stop(g), 0);
		ck_assert_int_eq(match_until_left(&g->match, 0), 0);
		guests_free(g);
	}
END_TEST

/* A copy of a program that no process can start for as long as this descriptor is open, or three
 * quarters of a minute: a process that tries has to wait. */
static int remote_hold_program(const char *program, char copy[MATCH_PATH])
{
	char folder[MATCH_PATH], from[2 * MATCH_PATH];
	match_build_folder(folder);
	snprintf(from, sizeof from, "%s/%s", folder, program);
	strcpy(copy, "/tmp/referee-held-XXXXXX");
	int in = open(from, O_RDONLY | O_CLOEXEC), out = mkostemp(copy, O_CLOEXEC);
	ck_assert_int_ge(in, 0);
	while (sendfile(out, in, NULL, 1 << 20) > 0)
		;
	fchmod(out, 0755);
	close(in);
	close(out);
	int held = open(copy, O_RDONLY | O_CLOEXEC);
	signal(SIGIO, SIG_IGN); /* another process wants it */
	ck_assert_int_eq(fcntl(held, F_SETLEASE, F_WRLCK), 0);
	return held;
}

START_TEST(others_play_on_while_a_bot_of_this_machine_is_being_started)
	{
		char program[MATCH_PATH];
		int held = remote_hold_program(HONEST, program);
		struct guests *g = guests_mixed(3, program);
		usec began = time_now();
		g->match.config.terms.sandbox = SANDBOX_NONE;
		guests_start(g);
		for (int i = 0; i < 3; i++)
			guests_connect(g, i);
		guests_order(g, 1, (int[]){0, 3});
		guests_order(g, 2, (int[]){1, 2});
		GUESTS_UNTIL(g, g->games[2].over);
		ck_assert_int_lt(time_now() - began, 40 * SECOND);
		ck_assert(!g->games[1].over);
		close(held);
		guests_finish(g);
		remote_check_game(&g->games[1]);
		remote_check_game(&g->games[2]);
		ck_assert_int_eq(guests_stop(g), 0);
		guests_free(g);
		unlink(program);
	}
END_TEST

/* Before the connection ends that it has. */
static void remote_come_again(struct guest *guest)
{
	int old = guest->fd;
	guest->fd = -1;
	guests_connect(guest->all, guest->index);
	close(old);
}

START_TEST(who_comes_anew_at_each_greeting_is_not_waited_for_without_end)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		struct guest *guest = &g->guests[0];
		g->match.config.terms.connect_timeout = 3 * SECOND;
		guest->ugi = remote_come_again;
		guests_start(g);
		guests_connect(g, 0);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		ck_assert_int_gt(guest->greeted, 1);
		ck_assert_int_eq(g->games[1].verdict[0], VERDICT_ABSENT);
		ck_assert_int_eq(g->games[1].verdict[1], VERDICT_OK);
		ck_assert_str_eq(g->games[1].detail[0],
			"lost its connection, and was not ready for the game within 3.0 s");
		guest->ugi = NULL;
		GUESTS_UNTIL(g, g->had == 2 + guest->greeted); /* it has the last connection */
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		remote_check_game(&g->games[1]);
		guests_free(g);
	}
END_TEST

static void remote_greet_for_seat_1(struct guest *guest)
{
	guest_say(guest, "feature legal players seats 1\nugiok\n");
}

/* It was greeted for the game before, and is greeted again for the one after. */
START_TEST(a_connected_bot_is_not_asked_to_play_a_seat_that_it_leaves_out)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		struct guest *guest = &g->guests[0];
		guest->ugi = remote_greet_for_seat_1;
		guests_start(g);
		guests_connect(g, 0);
		guests_connect(g, 1);
		for (int i = 1; i <= 3; i++) {
			guests_order(g, i, i == 2 ? (int[]){1, 0} : (int[]){0, 1});
			guests_finish(g);
			if (i != 2)
				remote_check_game(&g->games[i]);
		}
		ck_assert_int_eq(g->games[2].verdict[0], VERDICT_OK);
		ck_assert_int_eq(g->games[2].verdict[1], VERDICT_STARTUP);
		ck_assert_int_eq(guest->begun, 2);
		ck_assert_int_eq(guests_stop(g), 0);
		guests_free(g);
	}
END_TEST

SUITE("referee/arbiter/remote-bots", CASE(a_game_between_two_sockets_is_played_to_its_end),
	CASE(many_games_at_once_are_told_apart),
	CASE(who_is_absent_by_its_order_is_not_asked_and_loses),
	CASE(one_oracle_answers_for_many_games),
	CASE(a_connection_that_there_is_no_descriptor_for_is_refused_aloud_and_can_be_handed_again),
	CASE(connections_outlive_the_arbiter_which_says_no_word_of_its_end),
	LOOP(a_bot_of_this_machine_plays_many_games_at_a_time, 2),
	CASE(others_play_on_while_a_bot_of_this_machine_is_being_started),
	CASE(who_comes_anew_at_each_greeting_is_not_waited_for_without_end),
	CASE(a_connected_bot_is_not_asked_to_play_a_seat_that_it_leaves_out))
