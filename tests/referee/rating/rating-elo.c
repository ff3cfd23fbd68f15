/*
 * Elo: values worked out apart from the program (decimal arithmetic of 30 digits), and what must
 * hold of any game.
 */
#include "referee/rating/rating-elo.h"

#include <stdbool.h>

#include "tests/lib/suite.h"

enum { SEATS = 6 };

static const struct {
	int seats;
	double before[SEATS];
	int ranks[SEATS];
	double after[SEATS];
} games[] = {
	{2, {1500, 1500}, {1, 2}, {1510.000000000, 1490.000000000}},
	{2, {1500, 1500}, {1, 1}, {1500.000000000, 1500.000000000}},
	{2, {1700, 1500}, {1, 2}, {1704.805061467, 1495.194938533}},
	{2, {1700, 1500}, {2, 1}, {1684.805061467, 1515.194938533}},
	{2, {1900, 1500}, {1, 1}, {1891.818181818, 1508.181818182}},
	{3, {1500, 1500, 1500}, {1, 2, 3}, {1510.000000000, 1500.000000000, 1490.000000000}},
	{3, {1500, 1500, 1500}, {1, 1, 3}, {1505.000000000, 1505.000000000, 1490.000000000}},
	{3, {1600, 1500, 1400}, {3, 2, 1}, {1586.001880735, 1500.000000000, 1413.998119265}},
	{3, {1600, 1500, 1400}, {1, 2, 2}, {1606.001880735, 1495.000000000, 1398.998119265}},
	{4, {1500, 1500, 1500, 1500}, {1, 2, 2, 4},
		{1510.000000000, 1500.000000000, 1500.000000000, 1490.000000000}},
	{4, {1800, 1650, 1420, 1300}, {4, 1, 1, 3},
		{1783.004918934, 1653.541350178, 1430.152147512, 1303.301583376}},
	{6, {1500, 1500, 1500, 1500, 1500, 1500}, {1, 2, 3, 4, 5, 6},
		{1510.000000000, 1506.000000000, 1502.000000000, 1498.000000000, 1494.000000000,
			1490.000000000}},
	{2, {2400, 100}, {2, 1}, {2380.000035566, 119.999964434}},
};

static const int strangers[SEATS] = {0, 1, 2, 3, 4, 5};

START_TEST(a_game_moves_ratings_as_worked_out)
	{
		double after[SEATS];
		elo_update(games[_i].before, games[_i].ranks, 0, strangers, games[_i].seats, after);
		for (int i = 0; i < games[_i].seats; i++)
			ck_assert_double_eq_tol(after[i], games[_i].after[i], 1e-8);
	}
END_TEST

START_TEST(what_some_win_others_lose_and_nobody_moves_by_more_than_k)
	{
		double after[SEATS], sum = 0;
		elo_update(games[_i].before, games[_i].ranks, 0, strangers, games[_i].seats, after);
		for (int i = 0; i < games[_i].seats; i++) {
			double change = after[i] - games[_i].before[i];
			ck_assert(change <= ELO_FACTOR && change >= -ELO_FACTOR);
			sum += change;
		}
		ck_assert_double_eq_tol(sum, 0, 1e-8);
	}
END_TEST

/* Bots that have several seats, by the same arithmetic. */
static const struct {
	int seats, bots[SEATS];
	double before[SEATS];
	int ranks[SEATS];
	double after[SEATS];
} shared[] = {
	{2, {3, 3}, {1500, 1500}, {1, 2}, {1500.000000000, 1500.000000000}},
	{3, {0, 1, 0}, {1500, 1500, 1500}, {1, 2, 3},
		{1500.000000000, 1500.000000000, 1500.000000000}},
	{3, {0, 1, 0}, {1600, 1450, 1600}, {2, 3, 1},
		{1605.932299931, 1444.067700069, 1605.932299931}},
	{4, {0, 0, 1, 1}, {1500, 1500, 1500, 1500}, {1, 2, 3, 4},
		{1513.333333333, 1513.333333333, 1486.666666667, 1486.666666667}},
	{6, {5, 2, 2, 2, 5, 7}, {1710, 1505, 1505, 1505, 1710, 1380}, {4, 1, 2, 2, 6, 4},
		{1686.682130082, 1527.288954605, 1527.288954605, 1527.288954605, 1686.682130082,
			1381.028915313}},
};

START_TEST(seats_of_one_bot_do_not_play_each_other_and_are_added_up)
	{
		double after[SEATS], sum = 0;
		elo_update(shared[_i].before, shared[_i].ranks, 0, shared[_i].bots,
			shared[_i].seats, after);
		for (int i = 0; i < shared[_i].seats; i++) {
			bool counted = false;
			ck_assert_double_eq_tol(after[i], shared[_i].after[i], 1e-8);
			for (int j = 0; j < i; j++)
				counted |= shared[_i].bots[j] == shared[_i].bots[i];
			sum += counted ? 0 : after[i] - shared[_i].before[i];
		}
		ck_assert_double_eq_tol(sum, 0, 1e-8);
	}
END_TEST

/* All failed together; two of three did: the others' scores against them are plain Elo, halved. */
START_TEST(seats_that_failed_together_win_and_lose_nothing_from_each_other)
	{
		static const double before[] = {1600, 1500, 1400};
		static const int all[] = {1, 1, 1}, two[] = {1, 2, 2};
		double after[SEATS];
		elo_update(before, all, 7, strangers, 3, after);
		for (int i = 0; i < 3; i++)
			ck_assert_double_eq(after[i], before[i]);
		elo_update(before, all, 3, strangers, 2, after);
		for (int i = 0; i < 2; i++)
			ck_assert_double_eq(after[i], before[i]);
		/* 20 / 2 times 1 less 1 / (1 + 10^-0.25) and 1 / (1 + 10^-0.5) */
		elo_update(before, two, 6, strangers, 3, after);
		ck_assert_double_eq_tol(after[0], 1600 + 3.599350001 + 2.402530735, 1e-6);
		ck_assert_double_eq_tol(after[1], 1500 - 3.599350001, 1e-6);
		ck_assert_double_eq_tol(after[2], 1400 - 2.402530735, 1e-6);
	}
END_TEST

SUITE("tournament/rating-elo",
	CASE(seats_that_failed_together_win_and_lose_nothing_from_each_other),
	LOOP(a_game_moves_ratings_as_worked_out, sizeof games / sizeof *games),
	LOOP(what_some_win_others_lose_and_nobody_moves_by_more_than_k,
		sizeof games / sizeof *games),
	LOOP(seats_of_one_bot_do_not_play_each_other_and_are_added_up,
		sizeof shared / sizeof *shared))
