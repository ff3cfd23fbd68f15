/*
 * Effects of seats: what a separate program in exact fractions found, with every line of the
 * design written out and the errors summed up game by game.
 */
#include "referee/rating/seat-fit.h"

#include <math.h>

#include "referee/game/game.h"
#include "tests/lib/suite.h"

enum { GAMES = 20 };

static const struct {
	int seats, bots, games;
	struct {
		int bots[SEATS_MAX], ranks[SEATS_MAX];
	} game[GAMES];
	double effect[SEATS_MAX], error[SEATS_MAX];
} fits[] = {
	/* 2 seats, 3 bots */
	{2, 3, 9,
		{{{0, 1}, {1, 1}}, {{0, 2}, {1, 1}}, {{1, 0}, {1, 1}}, {{1, 0}, {1, 2}},
			{{0, 1}, {1, 1}}, {{1, 2}, {2, 1}}, {{1, 0}, {1, 2}}, {{1, 0}, {1, 1}},
			{{0, 1}, {1, 2}}},
		{0.2135922330, -0.2135922330}, {0.1060220010, 0.1060220010}},
	/* 3 seats, 4 bots */
	{3, 4, 14,
		{{{2, 3, 0}, {2, 1, 3}}, {{2, 1, 0}, {1, 2, 3}}, {{2, 3, 1}, {1, 1, 3}},
			{{1, 2, 3}, {3, 2, 1}}, {{2, 3, 0}, {1, 2, 3}}, {{1, 0, 3}, {1, 1, 1}},
			{{0, 3, 1}, {2, 2, 1}}, {{2, 0, 1}, {2, 3, 1}}, {{3, 2, 0}, {1, 1, 3}},
			{{3, 2, 0}, {1, 2, 3}}, {{0, 1, 3}, {3, 2, 1}}, {{3, 0, 1}, {1, 2, 2}},
			{{0, 3, 2}, {3, 1, 2}}, {{1, 3, 0}, {2, 1, 2}}},
		{0.0005121576, -0.0119079563, 0.0113957987},
		{0.0535165590, 0.0695904377, 0.0823924852}},
	/* 4 seats, 2 bots */
	{4, 2, 10,
		{{{1, 0, 1, 0}, {1, 1, 1, 4}}, {{0, 1, 0, 1}, {3, 1, 4, 1}},
			{{0, 1, 1, 0}, {3, 1, 2, 3}}, {{1, 0, 1, 1}, {2, 3, 1, 4}},
			{{0, 1, 1, 1}, {1, 3, 2, 4}}, {{0, 1, 1, 1}, {1, 2, 2, 4}},
			{{0, 1, 0, 1}, {2, 2, 2, 1}}, {{1, 1, 1, 0}, {1, 3, 1, 3}},
			{{1, 0, 1, 1}, {1, 3, 2, 3}}, {{1, 1, 1, 0}, {1, 2, 2, 4}}},
		{0.2446875000, -0.0315625000, 0.0386458333, -0.2517708333},
		{0.0890968476, 0.0801395342, 0.0792166317, 0.1072211739}},
	/* 6 seats, 8 bots */
	{6, 8, 20,
		{{{4, 7, 1, 0, 2, 6}, {1, 1, 3, 6, 5, 3}}, {{7, 3, 1, 2, 6, 0}, {1, 5, 3, 3, 2, 6}},
			{{5, 4, 3, 7, 6, 0}, {1, 4, 5, 1, 1, 6}},
			{{2, 7, 1, 5, 4, 3}, {4, 1, 6, 2, 3, 4}},
			{{4, 0, 7, 6, 3, 2}, {3, 6, 1, 1, 4, 4}},
			{{2, 6, 5, 0, 4, 7}, {2, 2, 1, 6, 5, 4}},
			{{7, 4, 6, 3, 5, 0}, {1, 2, 2, 4, 5, 6}},
			{{2, 7, 6, 1, 5, 3}, {4, 1, 4, 4, 2, 3}},
			{{5, 1, 2, 0, 4, 7}, {1, 5, 4, 6, 3, 2}},
			{{7, 5, 4, 0, 6, 3}, {1, 3, 3, 6, 2, 5}},
			{{6, 4, 1, 3, 5, 7}, {3, 1, 6, 4, 5, 1}},
			{{6, 7, 2, 5, 3, 1}, {2, 1, 3, 3, 5, 5}},
			{{6, 3, 4, 0, 1, 2}, {1, 3, 2, 4, 6, 4}},
			{{1, 6, 2, 3, 7, 5}, {1, 1, 5, 6, 1, 1}},
			{{0, 1, 3, 4, 2, 7}, {6, 4, 2, 2, 4, 1}},
			{{0, 5, 2, 4, 1, 6}, {5, 1, 4, 2, 6, 2}},
			{{0, 5, 4, 1, 3, 7}, {5, 2, 4, 6, 3, 1}},
			{{6, 4, 5, 2, 3, 1}, {1, 3, 1, 4, 4, 6}},
			{{2, 0, 1, 6, 4, 3}, {3, 5, 3, 1, 1, 6}},
			{{6, 2, 1, 4, 5, 0}, {3, 4, 5, 1, 2, 6}}},
		{0.1128510108, 0.0314004635, 0.0236033021, 0.0135686754, -0.0995464692,
			-0.0818769825},
		{0.0481205995, 0.0347249126, 0.0524211763, 0.0388303565, 0.0586342021,
			0.0435367339}},
};

/* The games of one of the above. */
static size_t sat(int fit, struct seat_sat *sat)
{
	size_t count = 0;
	for (int g = 0; g < fits[fit].games; g++)
		for (int seat = 1; seat <= fits[fit].seats; seat++)
			sat[count++] = (struct seat_sat){fits[fit].game[g].bots[seat - 1],
				game_points(fits[fit].game[g].ranks, 0, fits[fit].seats, seat)};
	return count;
}

START_TEST(effects_and_errors_are_those_of_a_separate_program)
	{
		struct seat_sat all[GAMES * SEATS_MAX];
		double effect[SEATS_MAX], error[SEATS_MAX], sum = 0;
		sat(_i, all);
		ck_assert(seat_fit(
			all, (size_t)fits[_i].games, fits[_i].seats, fits[_i].bots, effect, error));
		for (int i = 0; i < fits[_i].seats; i++) {
			ck_assert_double_eq_tol(effect[i], fits[_i].effect[i], 1e-9);
			ck_assert_double_eq_tol(error[i], fits[_i].error[i], 1e-9);
			sum += effect[i];
		}
		ck_assert_double_eq_tol(sum, 0, 1e-9);
	}
END_TEST

/* A bot of no game among the numbers changes nothing. */
START_TEST(a_bot_that_did_not_play_changes_nothing)
	{
		struct seat_sat all[GAMES * SEATS_MAX];
		double effect[SEATS_MAX], error[SEATS_MAX];
		size_t count = sat(_i, all);
		for (size_t i = 0; i < count; i++)
			all[i].bot = 3 * all[i].bot + 1;
		ck_assert(seat_fit(all, (size_t)fits[_i].games, fits[_i].seats,
			3 * fits[_i].bots + 1, effect, error));
		for (int i = 0; i < fits[_i].seats; i++) {
			ck_assert_double_eq_tol(effect[i], fits[_i].effect[i], 1e-9);
			ck_assert_double_eq_tol(error[i], fits[_i].error[i], 1e-9);
		}
	}
END_TEST

/* Two bots, the better wins from both seats; but it sat in seat 1 three times, in seat 2 once. The
 * means of the seats are 3/4 and 1/4, and all of it is the bot's. */
START_TEST(a_strong_bot_that_sat_there_more_often_is_not_the_seats_worth)
	{
		static const struct seat_sat all[] = {
			{0, 1}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 1}};
		double effect[SEATS_MAX], error[SEATS_MAX];
		ck_assert(seat_fit(all, 4, 2, 2, effect, error));
		ck_assert_double_eq_tol(effect[0], 0, 1e-12);
		ck_assert_double_eq_tol(error[0], 0, 1e-12);
	}
END_TEST

/* One bot against itself: the mean is 3/4, the sum of squared differences 3/4, so that the error is
 * the root of 3/4 / 3 / 4. */
START_TEST(with_one_bot_it_is_the_plain_mean_and_its_error)
	{
		static const struct seat_sat all[] = {
			{0, 1}, {0, 0}, {0, 1}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 0}};
		double effect[SEATS_MAX], error[SEATS_MAX];
		ck_assert(seat_fit(all, 4, 2, 1, effect, error));
		ck_assert_double_eq_tol(effect[0], 0.25, 1e-12);
		ck_assert_double_eq_tol(effect[1], -0.25, 1e-12);
		ck_assert_double_eq_tol(error[0], 0.25, 1e-12);
		ck_assert_double_eq_tol(error[1], 0.25, 1e-12);
	}
END_TEST

START_TEST(bots_that_never_change_seats_leave_it_unknown)
	{
		static const struct seat_sat all[] = {
			{0, 1}, {1, 0}, {0, 0.5}, {1, 0.5}, {0, 1}, {1, 0}};
		double effect[SEATS_MAX] = {7}, error[SEATS_MAX];
		ck_assert(!seat_fit(all, 3, 2, 2, effect, error));
		ck_assert(!seat_fit(all, 0, 2, 0, effect, error));
		ck_assert_double_eq(effect[0], 7);
	}
END_TEST

START_TEST(one_game_has_no_error)
	{
		static const struct seat_sat all[] = {{0, 1}, {0, 0}};
		double effect[SEATS_MAX], error[SEATS_MAX];
		ck_assert(seat_fit(all, 1, 2, 1, effect, error));
		ck_assert(isnan(error[0]) && isnan(error[1]));
	}
END_TEST

SUITE("tournament/seat-fit",
	LOOP(effects_and_errors_are_those_of_a_separate_program, sizeof fits / sizeof *fits),
	LOOP(a_bot_that_did_not_play_changes_nothing, sizeof fits / sizeof *fits),
	CASE(a_strong_bot_that_sat_there_more_often_is_not_the_seats_worth),
	CASE(with_one_bot_it_is_the_plain_mean_and_its_error),
	CASE(bots_that_never_change_seats_leave_it_unknown), CASE(one_game_has_no_error))
