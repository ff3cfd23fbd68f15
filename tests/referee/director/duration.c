/*
 * About how long games take at most.
 */
#include "referee/director/duration.h"

#include "tests/lib/suite.h"

static const struct {
	struct limits limits;
	int seats, plies;
	usec game;
} games[] = {
	{{.movetime = SECOND}, 2, 42, 42 * SECOND},
	{{.tc_time = 60 * SECOND}, 2, 42, 120 * SECOND},
	{{.tc_time = 60 * SECOND, .tc_increment = SECOND}, 2, 42, 162 * SECOND},
	{{.tc_time = 60 * SECOND, .tc_moves = 10}, 2, 42, 360 * SECOND},
	{{.tc_bank = 10 * SECOND, .tc_increment = SECOND}, 3, 30, 60 * SECOND},
	{{.movetime = SECOND, .tc_time = 60 * SECOND}, 2, 42, 42 * SECOND},
	{{.tc_inf = true, .depth = 4}, 2, 42, 0},
};

START_TEST(a_game_takes_the_time_of_all_its_seats)
	{
		ck_assert_int_eq(duration_game(&games[_i].limits, games[_i].seats, games[_i].plies),
			games[_i].game);
	}
END_TEST

static void connect4(struct setup *setup)
{
	struct error err;
	ck_assert(setup_init(setup, rules_find("connect4"), 2, 1, NULL, 0, &err));
}

START_TEST(a_game_is_as_long_as_the_longest_of_random_ones_or_as_allowed)
	{
		struct setup setup;
		struct tournament t;
		connect4(&setup);
		tournament_init(&t);
		ck_assert_int_gt(duration_plies(&t, &setup), 35);
		ck_assert_int_le(duration_plies(&t, &setup), 42);
		t.terms.max_plies = 10;
		ck_assert_int_eq(duration_plies(&t, &setup), 10);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_sentence_counts_the_games_at_a_time)
	{
		struct setup setup;
		struct tournament t;
		char text[DURATION_TEXT];
		connect4(&setup);
		tournament_init(&t);
		t.terms.max_plies = 10;
		t.terms.limits = (struct limits){.movetime = SECOND};
		t.concurrency = 2;
		ck_assert(duration_describe(&t, &setup, 720, text));
		ck_assert_str_eq(text,
			"at most about 1:00:00 with 2 at a time, if no game has more than 10 plies and all use their time");
		ck_assert(!duration_describe(&t, &setup, 0, text));
		t.terms.limits = (struct limits){.depth = 4};
		ck_assert(!duration_describe(&t, &setup, 720, text));
		tournament_clear(&t);
	}
END_TEST

SUITE("referee/director/duration",
	LOOP(a_game_takes_the_time_of_all_its_seats, sizeof games / sizeof *games),
	CASE(a_game_is_as_long_as_the_longest_of_random_ones_or_as_allowed),
	CASE(the_sentence_counts_the_games_at_a_time))
