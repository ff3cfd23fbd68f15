/*
 * Elo and its intervals: values of a separate program, what must hold at the edges, and how often
 * the intervals hold the truth.
 */
#include "base/error.h"
#include "referee/rating/strength.h"

#include <math.h>

#include "tests/lib/random-results.h"
#include "tests/lib/suite.h"

static struct strength strength(const char *counts)
{
	struct result_counts tally;
	struct strength s;
	struct error err;
	ck_assert_msg(result_counts_read(&tally, counts, &err), "%s", err.text);
	ck_assert(strength_find(&tally, &s));
	return s;
}

static const struct {
	const char *counts;
	struct strength_range elo, normalized;
	double los;
} known[] = {
	{"W40 L30 D50", {29.020267, -18.258125, 77.402911}, {38.136010, -24.572555, 100.844575},
		0.88539710},
	{"P10,20,60,25,12", {12.315866, -18.550897, 43.378714}, {17.053674, -25.800264, 59.907611},
		0.78297407},
	{"P365,16618,36229,16974,390", {0.999343, 0.076273, 1.922427},
		{1.962271, 0.149726, 3.774815}, 0.98307760},
	{"P1,4,20,40,35", {200.240940, 160.823916, 244.960080},
		{285.944914, 207.712846, 364.176981}, 1.00000000},
	{"W400 L90 D10", {251.892567, 216.022554, 293.053540}, {279.118513, 229.258429, 328.978597},
		1.00000000},
};

static void same_range(struct strength_range got, struct strength_range wanted)
{
	ck_assert_double_eq_tol(got.value, wanted.value, 1e-5);
	ck_assert_double_eq_tol(got.low, wanted.low, 1e-5);
	ck_assert_double_eq_tol(got.high, wanted.high, 1e-5);
}

START_TEST(values_and_intervals_are_those_of_a_separate_program)
	{
		struct strength s = strength(known[_i].counts);
		same_range(s.elo, known[_i].elo);
		same_range(s.normalized, known[_i].normalized);
		ck_assert_double_eq_tol(s.los, known[_i].los, 1e-7);
	}
END_TEST

/* Of two kinds the sparse interval is Wilson's: for n of n from n / (n + 1.96^2). */
START_TEST(a_bot_that_won_all_has_a_lower_bound)
	{
		for (int wins = 1; wins < 2000; wins *= 3) {
			struct result_counts counts = {
				.kinds = RESULT_COUNTS_GAMES, .count = {[2] = wins}};
			struct strength s;
			ck_assert(strength_find(&counts, &s));
			ck_assert_double_eq_tol(s.score.low, wins / (wins + 3.841459), 2e-3);
			ck_assert(isinf(s.elo.value) && isinf(s.elo.high) && s.elo.high > 0);
			ck_assert(isfinite(s.elo.low) && isfinite(s.normalized.low));
			ck_assert_double_lt(s.los, wins < 10 ? 1 : 2);
			ck_assert_int_eq(s.finding == STRENGTH_STRONGER, wins >= STRENGTH_ENOUGH);
		}
	}
END_TEST

static const char *const undecided[] = {"W1 L0 D0", "W5 L0 D0", "W0 L5 D0", "W0 L0 D1000",
	"P0,0,1000,0,0", "P0,0,996,4,0", "P0,1,0,0,4", "W40 L30 D50", "P0,0,0,0,5", "P1,2,3,4,5",
	"W2 L2 D0"};

START_TEST(few_results_decide_nothing)
	{
		struct strength s = strength(undecided[_i]);
		ck_assert_int_eq(s.finding, STRENGTH_UNDECIDED);
		ck_assert(s.score.low < s.score.high);
	}
END_TEST

START_TEST(even_results_have_an_interval_all_the_same)
	{
		struct strength s = strength("P0,0,50,0,0");
		ck_assert_double_eq(s.elo.value, 0);
		ck_assert_double_eq(s.normalized.value, 0);
		ck_assert_double_eq_tol(s.los, 0.5, 1e-9);
		ck_assert_double_lt(s.elo.low, -5);
		ck_assert_double_eq_tol(s.elo.low, -s.elo.high, 1e-6);
		ck_assert_double_eq(s.even, 1);
	}
END_TEST

START_TEST(seen_from_the_other_side_all_is_turned_round)
	{
		static const char *const sides[][2] = {{"W7 L3 D2", "W3 L7 D2"},
			{"W60 L0 D0", "W0 L60 D0"}, {"P10,20,60,25,12", "P12,25,60,20,10"},
			{"P0,2,40,3,0", "P0,3,40,2,0"}};
		for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
			struct strength a = strength(sides[i][0]), b = strength(sides[i][1]);
			ck_assert_double_eq_tol(a.score.low, 1 - b.score.high, 1e-9);
			ck_assert_double_eq_tol(a.score.high, 1 - b.score.low, 1e-9);
			ck_assert_double_eq_tol(a.los, 1 - b.los, 1e-9);
			if (isfinite(a.normalized.low))
				ck_assert_double_eq_tol(a.normalized.low, -b.normalized.high, 1e-6);
		}
		ck_assert_int_eq(strength("W0 L60 D0").finding, STRENGTH_WEAKER);
	}
END_TEST

/* The edge of what is sparse: ten results beside the commonest are plain, with the normal interval
 * s +- 1.96 sqrt(v / n); nine are not. */
START_TEST(an_interval_is_plain_from_ten_uncommon_results_on)
	{
		struct strength s = strength("W10 L90 D0");
		double error = 1.959963984540054 * sqrt(0.1 * 0.9 / 100);
		ck_assert_double_eq_tol(s.score.low, 0.1 - error, 1e-12);
		ck_assert_double_eq_tol(s.score.high, 0.1 + error, 1e-12);
		s = strength("W9 L91 D0");
		error = 1.959963984540054 * sqrt(0.09 * 0.91 / 100);
		ck_assert_double_gt(s.score.low, 0.09 - error + 1e-4);
	}
END_TEST

/* Only what one of them is better in counts towards the least that decides. */
START_TEST(even_results_are_told_from_uneven_ones)
	{
		struct result_counts counts;
		struct error err;
		char text[512];
		ck_assert(result_counts_read(&counts, "W3 L1 D9", &err));
		struct strength s;
		ck_assert(strength_find(&counts, &s));
		strength_sentence(&s, &counts, "a", "b", text, sizeof text);
		ck_assert_str_eq(
			text, "Not decided: 4 uneven games so far, and it takes at least 6");
		ck_assert(result_counts_read(&counts, "P0,0,7,1,0", &err));
		ck_assert(strength_find(&counts, &s));
		strength_sentence(&s, &counts, "a", "b", text, sizeof text);
		ck_assert_str_eq(
			text, "Not decided: 1 uneven pair so far, and it takes at least 6");
	}
END_TEST

START_TEST(without_results_there_is_nothing_to_say)
	{
		struct strength s;
		ck_assert(
			!strength_find(&(struct result_counts){.kinds = RESULT_COUNTS_GAMES}, &s));
	}
END_TEST

/* Elo and normalized Elo of the shares, from the formulas. */
static const struct {
	int kinds;
	double share[RESULT_COUNTS_KINDS], elo, normalized;
} truths[] = {
	{3, {0.3, 0.4, 0.3}, 0, 0},
	{3, {0.05, 0.05, 0.9}, 436.432188, 619.159475},
	{5, {0.1, 0.2, 0.4, 0.2, 0.1}, 0, 0},
	{5, {0.08, 0.2, 0.4, 0.22, 0.1}, 10.426196, 13.827541},
	{5, {0.01, 0.05, 0.3, 0.4, 0.24}, 149.263743, 223.337381},
};

static bool holds(struct strength_range range, double truth)
{
	return range.low <= truth && truth <= range.high;
}

/* 950 of 1000 are expected, with a deviation of 7; for 20 results the counts are coarse. */
START_TEST(intervals_hold_the_truth_95_times_in_100)
	{
		static const struct {
			int results, least, most;
		} sizes[] = {{20, 915, 1000}, {100, 920, 990}, {400, 925, 975}};
		uint64_t lot = 1 + (uint64_t)_i;
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			int elo = 0, normalized = 0;
			for (int run = 0; run < 1000; run++) {
				struct result_counts counts = {.kinds = truths[_i].kinds};
				struct strength s;
				for (int j = 0; j < sizes[i].results; j++)
					counts.count[random_results_kind(
						truths[_i].share, counts.kinds, &lot)]++;
				ck_assert(strength_find(&counts, &s));
				elo += holds(s.elo, truths[_i].elo);
				normalized += holds(s.normalized, truths[_i].normalized);
			}
			ck_assert_int_ge(elo, sizes[i].least);
			ck_assert_int_le(elo, sizes[i].most);
			ck_assert_int_ge(normalized, sizes[i].least);
			ck_assert_int_le(normalized, sizes[i].most);
		}
	}
END_TEST

SUITE("rating/strength",
	LOOP(values_and_intervals_are_those_of_a_separate_program, sizeof known / sizeof *known),
	CASE(a_bot_that_won_all_has_a_lower_bound),
	LOOP(few_results_decide_nothing, sizeof undecided / sizeof *undecided),
	CASE(even_results_have_an_interval_all_the_same),
	CASE(seen_from_the_other_side_all_is_turned_round),
	CASE(an_interval_is_plain_from_ten_uncommon_results_on),
	CASE(even_results_are_told_from_uneven_ones), CASE(without_results_there_is_nothing_to_say),
	LOOP(intervals_hold_the_truth_95_times_in_100, sizeof truths / sizeof *truths))
