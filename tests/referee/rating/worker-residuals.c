/*
 * Results by machine: the chi-square against tables and a calculation by hand, how often it accuses
 * a machine without a fault, and whether it finds one that has.
 */
#include "referee/rating/worker-residuals.h"

#include <math.h>

#include "rules/rules.h"
#include "tests/lib/suite.h"

/* Abramowitz and Stegun, table 26.8: chi-squares that are passed with probability p. */
START_TEST(the_probability_is_that_of_the_tables)
	{
		static const struct {
			int freedom;
			double x, p;
		} rows[] = {{1, 3.84146, 0.05}, {1, 10.828, 0.001}, {2, 13.816, 0.001},
			{5, 1.14548, 0.95}, {10, 29.588, 0.001}, {10, 18.307, 0.05},
			{30, 43.7729, 0.05}, {100, 149.449, 0.001}, {100, 67.3276, 0.995}};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			ck_assert_double_eq_tol(
				worker_residuals_chi_square_p(rows[i].x, rows[i].freedom),
				rows[i].p, rows[i].p * 1e-3);
		ck_assert_double_eq(worker_residuals_chi_square_p(5, 0), 1);
		ck_assert_double_eq(worker_residuals_chi_square_p(0, 3), 1);
	}
END_TEST

/* Four pairs of two bots, worth 2 1 1 0 to the first, of which the worker played those worth 2 and
 * 1. Mean 1, variance 1/2, so that the sum of 2 of 4 has the variance 2 * 2 / 3 * 1/2 = 2/3, and
 * the chi-square is (3 - 2)^2 / (2/3) = 1.5. */
START_TEST(two_bots_are_compared_as_by_hand)
	{
		struct worker_residuals r = {0};
		worker_residuals_add(&r, 1, 0, 7, 4);
		worker_residuals_add(&r, 0, 0, 7, 2);
		worker_residuals_add(&r, 1, 7, 0, 2); /* the same, seen by the other */
		worker_residuals_add(&r, 0, 7, 0, 4);
		struct worker_residual one = worker_residuals_get(&r, 1),
				       other = worker_residuals_get(&r, 0);
		ck_assert_int_eq(one.pairs, 2);
		ck_assert_int_eq(one.compared, 2);
		ck_assert_int_eq(one.freedom, 1);
		ck_assert_double_eq_tol(one.chi_square, 1.5, 1e-9);
		ck_assert_double_eq_tol(one.p, erfc(sqrt(1.5 / 2)), 1e-9);
		ck_assert_int_eq(one.bot, 0);
		ck_assert_double_eq_tol(one.points, 3, 1e-9);
		ck_assert_double_eq_tol(one.expected, 2, 1e-9);
		ck_assert_double_eq_tol(other.chi_square, 1.5, 1e-9);
		ck_assert_double_eq_tol(other.points, 1, 1e-9);
		worker_residuals_clear(&r);
	}
END_TEST

/* Three bots, of which each two met in four pairs as above: the differences of the bots are 2, 0
 * and -2, and the covariance is 2/3 of (2 -1 -1; -1 2 -1; -1 -1 2), whose inverse on these
 * differences is a third: (2 * 2 + 2 * 2) / 3 * 3/2 = 4. */
START_TEST(three_bots_have_two_degrees_of_freedom)
	{
		static const int met[][2] = {{0, 1}, {1, 2}, {0, 2}}, worth[] = {4, 2, 2, 0};
		struct worker_residuals r = {0};
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 4; j++)
				worker_residuals_add(&r, j / 2, met[i][0], met[i][1], worth[j]);
		struct worker_residual first = worker_residuals_get(&r, 0);
		ck_assert_int_eq(first.freedom, 2);
		ck_assert_double_eq_tol(first.chi_square, 4, 1e-9);
		ck_assert_double_eq_tol(first.p, exp(-2), 1e-9);
		ck_assert_int_eq(first.bot, 0);
		worker_residuals_clear(&r);
	}
END_TEST

/* Bots 0 and 1 met bot 2 as above: its difference is -2 with the variance 4/3, which is further
 * than 1 with 2/3 of the others. Of the worker's 4 pairs it has 2 * (4 - 3) points, and 2 * (4 - 2)
 * were to be expected. Each edge of the star has 1.5 of the chi-square. */
START_TEST(the_bot_with_the_largest_number_has_its_own_points)
	{
		static const int worth[] = {4, 2, 2, 0};
		struct worker_residuals r = {0};
		for (int bot = 0; bot < 2; bot++)
			for (int i = 0; i < 4; i++)
				worker_residuals_add(&r, i / 2, bot, 2, worth[i]);
		struct worker_residual first = worker_residuals_get(&r, 0),
				       second = worker_residuals_get(&r, 1);
		ck_assert_int_eq(first.freedom, 2);
		ck_assert_double_eq_tol(first.chi_square, 3, 1e-9);
		ck_assert_int_eq(first.bot, 2);
		ck_assert_double_eq_tol(first.points, 2, 1e-9);
		ck_assert_double_eq_tol(first.expected, 4, 1e-9);
		ck_assert_int_eq(second.bot, 2);
		ck_assert_double_eq_tol(second.points, 6, 1e-9);
		ck_assert_double_eq_tol(second.expected, 4, 1e-9);
		worker_residuals_clear(&r);
	}
END_TEST

START_TEST(nothing_is_said_where_nothing_can_be_compared)
	{
		struct worker_residuals r = {0};
		ck_assert_int_eq(worker_residuals_get(&r, 0).freedom, 0);
		for (int i = 0; i < 300; i++)
			worker_residuals_add(&r, 0, 0, 1, 4); /* nowhere else */
		worker_residuals_add(&r, 1, 1, 2, 4);	      /* the same result everywhere */
		worker_residuals_add(&r, 0, 1, 2, 4);
		struct worker_residual here = worker_residuals_get(&r, 0),
				       none = worker_residuals_get(&r, 5);
		ck_assert_int_eq(here.pairs, 301);
		ck_assert_int_eq(here.compared, 1);
		ck_assert_int_eq(here.freedom, 0);
		ck_assert_double_eq(here.p, 1);
		ck_assert_int_eq(here.bot, -1);
		ck_assert(!worker_residual_is_strange(&here));
		ck_assert_int_eq(none.pairs, 0);
		worker_residuals_clear(&r);
	}
END_TEST

enum { RESIDUALS_BOTS = 5, RESIDUALS_WORKERS = 4, RESIDUALS_TRIALS = 1000 };

/* Plays pairs of all bots on all workers; on worker 1 bot 0 loses each game with this chance more.
 */
static void residuals_play(struct worker_residuals *r, int pairs, double harm, uint64_t *seed)
{
	for (int i = 0; i < pairs; i++) {
		int bot = (int)random_below(seed, RESIDUALS_BOTS),
		    opponent = (int)random_below(seed, RESIDUALS_BOTS - 1),
		    worker = (int)random_below(seed, RESIDUALS_WORKERS), points = 0;
		opponent += opponent >= bot;
		for (int game = 0; game < 2; game++) {
			double lot = (double)(random_next(seed) >> 11) * 0x1p-53,
			       won = 0.45 + 0.08 * (opponent - bot);
			bool harmed = (double)(random_next(seed) >> 11) * 0x1p-53 < harm;
			int result = lot < won ? 2 : lot < won + 0.2 ? 1 : 0;
			if (harmed && worker == 1 && (bot == 0 || opponent == 0))
				result = bot == 0 ? 0 : 2;
			points += result;
		}
		worker_residuals_add(r, worker, bot, opponent, points);
	}
}

/* The false alarm rate is what it is said to be: of 4000 machines without a fault about 4 pass
 * 0.001, and about 200 pass 0.05. Bounds are five standard deviations of a Poisson variable. */
START_TEST(machines_without_a_fault_are_accused_as_rarely_as_promised)
	{
		uint64_t seed = 20;
		int strange = 0, twentieth = 0;
		for (int trial = 0; trial < RESIDUALS_TRIALS; trial++) {
			struct worker_residuals r = {0};
			residuals_play(&r, 4 * WORKER_RESIDUALS_PAIRS + 200, 0, &seed);
			for (int i = 0; i < RESIDUALS_WORKERS; i++) {
				struct worker_residual one = worker_residuals_get(&r, i);
				ck_assert_int_eq(one.freedom, RESIDUALS_BOTS - 1);
				strange += worker_residual_is_strange(&one);
				twentieth += one.p < 0.05;
			}
			worker_residuals_clear(&r);
		}
		ck_assert_int_le(strange, 14);
		ck_assert_int_ge(twentieth, 130);
		ck_assert_int_le(twentieth, 270);
	}
END_TEST

/* A bot that loses every fifth of its games on one machine is found there, and that machine
 * alone. */
START_TEST(a_machine_that_harms_a_bot_is_found)
	{
		struct worker_residuals r = {0};
		uint64_t seed = 7;
		residuals_play(&r, 2400, 0.2, &seed);
		for (int i = 0; i < RESIDUALS_WORKERS; i++) {
			struct worker_residual one = worker_residuals_get(&r, i);
			ck_assert_int_ge(one.compared, WORKER_RESIDUALS_PAIRS);
			ck_assert(worker_residual_is_strange(&one) == (i == 1));
			if (i == 1) {
				ck_assert_int_eq(one.bot, 0);
				ck_assert(one.points < one.expected);
			}
		}
		worker_residuals_clear(&r);
	}
END_TEST

/* Few pairs are no evidence, whatever they say. */
START_TEST(fewer_pairs_than_needed_accuse_no_machine)
	{
		struct worker_residuals r = {0};
		for (int i = 0; i < WORKER_RESIDUALS_PAIRS; i++)
			worker_residuals_add(&r, 0, 0, 1, i % 2);
		for (int i = 0; i < WORKER_RESIDUALS_PAIRS - 1; i++)
			worker_residuals_add(&r, 1, 0, 1, 3 + i % 2);
		struct worker_residual first = worker_residuals_get(&r, 0),
				       second = worker_residuals_get(&r, 1);
		ck_assert(worker_residual_is_strange(&first));
		ck_assert(!worker_residual_is_strange(&second));
		ck_assert(second.p < WORKER_RESIDUALS_P);
		worker_residuals_clear(&r);
	}
END_TEST

SUITE("referee/rating/worker-residuals", CASE(the_probability_is_that_of_the_tables),
	CASE(two_bots_are_compared_as_by_hand), CASE(three_bots_have_two_degrees_of_freedom),
	CASE(the_bot_with_the_largest_number_has_its_own_points),
	CASE(nothing_is_said_where_nothing_can_be_compared),
	CASE(machines_without_a_fault_are_accused_as_rarely_as_promised),
	CASE(a_machine_that_harms_a_bot_is_found), CASE(fewer_pairs_than_needed_accuse_no_machine))
