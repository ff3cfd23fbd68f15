/*
 * A game of a file that cannot be is refused before the rules judge it.
 */
#include "referee/import-export/import-check.h"

#include "tests/lib/suite.h"

static struct db_move moves[1];

static struct db_game good(void)
{
	moves[0] = (struct db_move){.wall_us = 1, .cpu_us = UNKNOWN};
	return (struct db_game){.seats = 2,
		.moves = moves,
		.plies = 1,
		.started_ms = 10,
		.ended_ms = 20,
		.seat = {{.rank = 1, .verdict = "ok"}, {.rank = 2, .verdict = "ok"}}};
}

static void refused(struct db_game *g, const char *words)
{
	struct error err;
	ck_assert(!import_check_game(NULL, 2, g, &err));
	ck_assert_str_eq(err.text, words);
}

START_TEST(a_game_has_the_seats_and_the_time_of_a_game)
	{
		struct db_game g = good();
		g.seats = 3;
		refused(&g, "it has 3 seats, but the tournament's games have 2");
		g = good();
		g.ended_ms = 9;
		refused(&g, "it ended before it started");
		g = good();
		g.started_ms = -1;
		refused(&g, "its time is outside the years 1970 to 9999");
	}
END_TEST

START_TEST(a_move_takes_a_time_that_can_be)
	{
		struct db_game g = good();
		moves[0].wall_us = -1;
		refused(&g, "move 1: its time is below 0");
		g = good();
		moves[0].cpu_us = -2;
		refused(&g, "move 1: its time is below 0");
		g = good();
		moves[0].wall_us = DB_SPAN_MAX + 1;
		refused(&g, "move 1: its time is more than 31 years");
	}
END_TEST

START_TEST(seats_have_known_verdicts_and_shared_places)
	{
		struct db_game g = good();
		g.seat[1].verdict = "tired";
		refused(&g, "seat 2: there is no verdict \"tired\"");
		g = good();
		g.seat[1].rank = 3;
		refused(&g,
			"seat 2 has rank 3, but 1 rank before it: ties share the better place, as in 1 2 2 4");
	}
END_TEST

SUITE("referee/import-export/import-check", CASE(a_game_has_the_seats_and_the_time_of_a_game),
	CASE(a_move_takes_a_time_that_can_be), CASE(seats_have_known_verdicts_and_shared_places))
