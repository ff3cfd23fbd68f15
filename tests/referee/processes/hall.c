/*
 * hall.c - a hall whose bots the test plays itself, each at its end of a socket.
 */
#include "referee/processes/hall-run.h"

#include "tests/referee/processes/guests.h"
#include "tests/suite.h"

START_TEST(a_game_between_two_sockets_is_played_to_its_end)
	{
		struct guests *g = guests_create("tictactoe", 2, 2);
		guests_start(g);
		guests_connect(g, 0);
		guests_connect(g, 1);
		guests_order(g, 1, (int[]){0, 1});
		guests_finish(g);
		const struct match_game *game = &g->games[1];
		ck_assert_str_eq(game->reason, "normal");
		ck_assert_int_eq(game->moves, 7);
		ck_assert_int_eq(game->rank[0], 1);
		ck_assert_int_eq(game->rank[1], 2);
		ck_assert_int_eq(game->verdict[0], VERDICT_OK);
		ck_assert_int_eq(game->verdict[1], VERDICT_OK);
		ck_assert_int_eq(guests_dismiss(g), 0);
		ck_assert_uint_eq(g->delays.sum, 6);
		guests_free(g);
	}
END_TEST

SUITE("referee/processes/hall", CASE(a_game_between_two_sockets_is_played_to_its_end))
