/*
 * The likeliest shares under a hypothesis: they keep it, and no others that keep it are likelier.
 */
#include "referee/rating/result-fit.h"

#include <math.h>

#include "tests/lib/suite.h"

static const struct result_counts tallies[] = {
	{3, {30, 50, 40}},
	{3, {0, 0, 4250}},
	{3, {0, 7, 0}},
	{5, {10, 20, 60, 25, 12}},
	{5, {0, 2, 1, 3, 6}},
	{5, {0, 0, 100, 0, 0}},
	{5, {1, 0, 0, 0, 99}},
};

static const double means[] = {0.02, 0.4, 0.5, 0.5144, 0.9, 0.999};
static const double ratios[] = {-3, -0.8, -0.2, 0, 0.01, 0.2, 0.8, 3};
enum { TALLIES = sizeof tallies / sizeof *tallies };

static double sum(const struct result_fit *fit)
{
	double all = 0;
	for (int i = 0; i < fit->kinds; i++)
		all += fit->share[i];
	return all;
}

static double likelihood(const struct result_fit *fit, const struct result_fit *under)
{
	double all = 0;
	for (int i = 0; i < fit->kinds; i++)
		all += fit->share[i] * log(under->share[i]);
	return all;
}

START_TEST(a_mean_that_is_wanted_is_kept)
	{
		struct result_fit fit = result_fit_of(&tallies[_i], 1e-3);
		ck_assert_double_eq_tol(sum(&fit), 1, 1e-12);
		for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
			struct result_fit under = result_fit_with_mean(&fit, means[i]);
			ck_assert_double_eq_tol(sum(&under), 1, 1e-10);
			ck_assert_double_eq_tol(result_fit_mean(&under), means[i], 1e-10);
		}
	}
END_TEST

START_TEST(a_ratio_that_is_wanted_is_kept)
	{
		struct result_fit fit = result_fit_of(&tallies[_i], 1e-3);
		for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
			struct result_fit under;
			ck_assert(result_fit_with_ratio(&fit, ratios[i], &under));
			ck_assert_double_eq_tol(sum(&under), 1, 1e-10);
			ck_assert_double_eq_tol((result_fit_mean(&under) - 0.5) /
							sqrt(result_fit_moment(&under, 2)),
				ratios[i], 1e-10);
		}
	}
END_TEST

/* Two shares are moved a little, and a third as the mean wants it. */
START_TEST(no_other_shares_with_that_mean_are_likelier)
	{
		struct result_fit fit = result_fit_of(&tallies[_i], 1e-3);
		for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
			struct result_fit best = result_fit_with_mean(&fit, means[i]);
			for (int kind = 1; kind < fit.kinds - 1; kind++)
				for (int sign = -1; sign <= 1; sign += 2) {
					struct result_fit other = best;
					double by = sign * 1e-3 * best.share[kind];
					double worth = result_fit_worth(&fit, kind);
					other.share[kind] += by;
					other.share[fit.kinds - 1] -= by * worth;
					other.share[0] -= by * (1 - worth);
					if (other.share[0] > 0 && other.share[fit.kinds - 1] > 0)
						ck_assert_double_le(likelihood(&fit, &other),
							likelihood(&fit, &best) + 1e-12);
				}
		}
	}
END_TEST

START_TEST(moments_are_those_of_the_shares)
	{
		/* 1/4 lost, 1/4 drawn, 1/2 won: mean 5/8, variance 11/64, third moment -9/256 */
		struct result_fit fit = result_fit_of(&(struct result_counts){3, {1, 1, 2}}, 0);
		ck_assert_double_eq_tol(result_fit_mean(&fit), 5.0 / 8, 1e-15);
		ck_assert_double_eq_tol(result_fit_moment(&fit, 2), 11.0 / 64, 1e-15);
		ck_assert_double_eq_tol(result_fit_moment(&fit, 3), -9.0 / 256, 1e-15);
	}
END_TEST

SUITE("rating/outcomes", LOOP(a_mean_that_is_wanted_is_kept, TALLIES),
	LOOP(a_ratio_that_is_wanted_is_kept, TALLIES),
	LOOP(no_other_shares_with_that_mean_are_likelier, TALLIES),
	CASE(moments_are_those_of_the_shares))
