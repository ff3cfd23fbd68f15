/*
 * The sequential test: values of programs that share nothing with this one, what must be equal to
 * what, and how often it errs.
 */
#include "referee/rating/sprt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/random-results.h"
#include "tests/lib/suite.h"

static double llr(enum sprt_model model, const char *counts, double elo0, double elo1)
{
	struct result_counts tally;
	struct error err;
	ck_assert_msg(result_counts_read(&tally, counts, &err), "%s", err.text);
	return sprt_llr(&(struct sprt){model, elo0, elo1, 0.05, 0.05}, &tally);
}

START_TEST(ratios_are_those_of_other_programs)
	{
		FILE *table = fopen("tests/referee/rating/sprt.tsv", "r");
		char line[200], model[20], counts[100];
		double elo0, elo1, value;
		int rows = 0;
		ck_assert_ptr_nonnull(table);
		ck_assert_ptr_nonnull(fgets(line, sizeof line, table));
		for (; fgets(line, sizeof line, table) != NULL; rows++) {
			ck_assert_int_eq(sscanf(line, "%19[^\t]\t%99[^\t]\t%lf\t%lf\t%lf", model,
						 counts, &elo0, &elo1, &value),
				5);
			enum sprt_model which =
				strcmp(model, "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED;
			ck_assert_double_eq_tol(llr(which, counts, elo0, elo1), value, 1e-6);
		}
		fclose(table);
		ck_assert_int_eq(rows, 11);
	}
END_TEST

static const char *const pairs_of_counts[][2] = {
	{"W40 L30 D50", "W30 L40 D50"},
	{"W5 L0 D0", "W0 L5 D0"},
	{"P10,20,60,25,12", "P12,25,60,20,10"},
	{"P0,2,1,3,6", "P6,3,1,2,0"},
	{"P0,0,100,0,0", "P0,0,100,0,0"},
};
enum { PAIRS = sizeof pairs_of_counts / sizeof *pairs_of_counts };

START_TEST(seen_from_the_other_side_the_ratio_is_turned_round)
	{
		for (enum sprt_model m = SPRT_LOGISTIC; m <= SPRT_NORMALIZED; m++)
			ck_assert_double_eq_tol(llr(m, pairs_of_counts[_i][0], -3, 17),
				-llr(m, pairs_of_counts[_i][1], -17, 3), 1e-9);
	}
END_TEST

START_TEST(the_way_over_a_third_hypothesis_is_as_long)
	{
		for (enum sprt_model m = SPRT_LOGISTIC; m <= SPRT_NORMALIZED; m++)
			for (int side = 0; side < 2; side++) {
				const char *counts = pairs_of_counts[_i][side];
				ck_assert_double_eq_tol(
					llr(m, counts, 0, 7) + llr(m, counts, 7, 30),
					llr(m, counts, 0, 30), 1e-8);
			}
	}
END_TEST

/* Both games of each pair ended alike: a pair says what one game does. Normalized Elo divides by a
 * game's deviation, which is sqrt(2) times the pair's. */
START_TEST(pairs_of_equal_games_say_what_single_games_do)
	{
		double root = sqrt(2);
		ck_assert_double_eq_tol(llr(SPRT_LOGISTIC, "P300,0,500,0,400", 0, 10),
			llr(SPRT_LOGISTIC, "W400 L300 D500", 0, 10), 2e-3);
		ck_assert_double_eq_tol(llr(SPRT_NORMALIZED, "P300,0,500,0,400", 0, 10),
			llr(SPRT_NORMALIZED, "W400 L300 D500", 0, 10 * root), 2e-3);
	}
END_TEST

START_TEST(without_results_nothing_is_known)
	{
		ck_assert_double_eq(llr(SPRT_LOGISTIC, "W0 L0 D0", 0, 10), 0);
		ck_assert_double_eq(llr(SPRT_NORMALIZED, "P0,0,0,0,0", 0, 10), 0);
	}
END_TEST

/* Whatever the counts and however strong the hypotheses. */
START_TEST(every_ratio_is_a_number)
	{
		static const char *const counts[] = {"W1 L0 D0", "W0 L0 D1", "W0 L1000000 D1",
			"P0,0,0,0,1", "P0,0,100000,0,0", "P1,0,0,0,1", "P1,563,0,2,0",
			"P1000000000,0,1,0,0"};
		static const double elos[] = {-800, -100, 0, 3, 250, 800};
		for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
			for (int i = 0; i < 5; i++)
				for (int model = 0; model < 2; model++)
					ck_assert_msg(isfinite(llr((enum sprt_model)model,
							      counts[c], elos[i], elos[i + 1])),
						"%s %d %f", counts[c], model, elos[i]);
	}
END_TEST

START_TEST(bounds_are_those_of_wald)
	{
		struct sprt s = {SPRT_LOGISTIC, 0, 10, 0.05, 0.1};
		ck_assert_double_eq_tol(sprt_lower(&s), -2.251292, 1e-6); /* log(0.1 / 0.95) */
		ck_assert_double_eq_tol(sprt_upper(&s), 2.890372, 1e-6);  /* log(0.9 / 0.05) */
		ck_assert_int_eq(sprt_decide(&s, -2.2513), SPRT_H0);
		ck_assert_int_eq(sprt_decide(&s, -2.2512), SPRT_OPEN);
		ck_assert_int_eq(sprt_decide(&s, 2.8903), SPRT_OPEN);
		ck_assert_int_eq(sprt_decide(&s, 2.8904), SPRT_H1);
		/* A bound that is reached decides (Wald 1945). */
		ck_assert_int_eq(sprt_decide(&s, sprt_upper(&s)), SPRT_H1);
		ck_assert_int_eq(sprt_decide(&s, sprt_lower(&s)), SPRT_H0);
	}
END_TEST

START_TEST(what_is_said_counts_one_game_as_one)
	{
		static const struct sprt s = {SPRT_LOGISTIC, 0, 10, 0.05, 0.1};
		static const struct {
			struct result_counts tally;
			const char *said;
		} rows[] = {
			{{.kinds = RESULT_COUNTS_GAMES}, "Not decided after 0 games: "},
			{{.kinds = RESULT_COUNTS_GAMES, .count = {0, 0, 1}},
				"Not decided after 1 game: "},
			{{.kinds = RESULT_COUNTS_GAMES, .count = {0, 1, 1}},
				"Not decided after 2 games: "},
			{{.kinds = RESULT_COUNTS_PAIRS, .count = {0, 0, 1}},
				"Not decided after 1 pair: "},
			{{.kinds = RESULT_COUNTS_GAMES, .count = {0, 0, 5000}},
				"a is stronger than b: H1 (10) accepted, H0 (0) rejected after 5000 games"},
			{{.kinds = RESULT_COUNTS_GAMES, .count = {5000, 0, 0}},
				"a is not 10 Elo stronger than b: H0 (0) accepted, H1 (10) rejected after 5000 games"},
		};
		char text[512];
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			sprt_sentence(&s, &rows[i].tally, "a", "b", text, sizeof text);
			ck_assert_msg(
				strncmp(text, rows[i].said, strlen(rows[i].said)) == 0, "%s", text);
		}
	}
END_TEST

/* Elo of the shares is known from the formulas: of the first of each two it is 0. The last two are
 * pairs of games that one blunder loses: both blunder in 30 % of their games, or the other
 * in 44.2926 %, which is 50 Elo. */
static const struct {
	struct sprt sprt;
	int kinds;
	double share[RESULT_COUNTS_KINDS];
	enum sprt_state right;
} truths[] = {
	{{SPRT_LOGISTIC, 0, 66.824777, 0.05, 0.05}, 5, {0.1, 0.2, 0.4, 0.2, 0.1}, SPRT_H0},
	{{SPRT_LOGISTIC, 0, 66.824777, 0.05, 0.05}, 5, {0.04, 0.13, 0.4, 0.27, 0.16}, SPRT_H1},
	{{SPRT_NORMALIZED, 0, 90.864283, 0.05, 0.05}, 5, {0.1, 0.2, 0.4, 0.2, 0.1}, SPRT_H0},
	{{SPRT_NORMALIZED, 0, 90.864283, 0.05, 0.05}, 5, {0.04, 0.13, 0.4, 0.27, 0.16}, SPRT_H1},
	{{SPRT_LOGISTIC, -70, 0, 0.05, 0.05}, 3, {0.3, 0.4, 0.3}, SPRT_H1},
	{{SPRT_LOGISTIC, 0, 70, 0.05, 0.05}, 3, {0.3, 0.4, 0.3}, SPRT_H0},
	{{SPRT_LOGISTIC, 0, 50, 0.05, 0.05}, 5, {0.0441, 0.2436, 0.4246, 0.2436, 0.0441}, SPRT_H0},
	{{SPRT_LOGISTIC, 0, 50, 0.05, 0.05}, 5, {0.027930, 0.174753, 0.376982, 0.324205, 0.096130},
		SPRT_H1},
};

/* By arithmetic outside: (log(19) / (5 * log(10) / 800))^2 / 2 pairs of normalized Elo; a
 * simulation of 3000 tests of games without draws took 224 pairs, the overshoot included, where 212
 * are expected. */
START_TEST(a_test_is_expected_to_take_longest_midway)
	{
		struct sprt normalized = {SPRT_NORMALIZED, 0, 5, 0.05, 0.05};
		struct sprt logistic = {SPRT_LOGISTIC, 0, 50, 0.05, 0.05};
		ck_assert_double_eq_tol(sprt_expected(&normalized), 20930.5, 1);
		ck_assert_double_eq_tol(sprt_expected(&logistic), 212.2, 0.1);
	}
END_TEST

/* By Wald (1945, 3.23) at most alpha / (1 - beta) = 5.26 % err. By the binomial tail, computed
 * outside, more than 75 of 1000 then err with a probability of 0.001. Each test overshoots its
 * bound by some of a pair, so fewer err; less than 2 % would be another alpha. */
START_TEST(of_1000_tests_no_more_err_than_alpha_and_beta_allow)
	{
		uint64_t lot = 4711 + (uint64_t)_i;
		int wrong = 0;
		for (int run = 0; run < 1000; run++) {
			struct result_counts counts = {.kinds = truths[_i].kinds};
			enum sprt_state state = SPRT_OPEN;
			int results = 0;
			while (state == SPRT_OPEN) {
				counts.count[random_results_kind(
					truths[_i].share, counts.kinds, &lot)]++;
				state = sprt_decide(
					&truths[_i].sprt, sprt_llr(&truths[_i].sprt, &counts));
				ck_assert_int_lt(++results, 20000);
			}
			wrong += state != truths[_i].right;
		}
		ck_assert_int_le(wrong, 75);
		ck_assert_int_ge(wrong, 20);
	}
END_TEST

/* Of tests/vectors/estimate.py, which solves the equation on a grid. */
static const struct {
	struct result_counts pairs;
	double elo1, llr, left;
} expected[] = {
	{{RESULT_COUNTS_PAIRS, {10, 3, 57, 13, 28}}, 10, 1.600876, 93.1586},
	{{RESULT_COUNTS_PAIRS, {10, 20, 60, 25, 12}}, 5, 0.196919, 1771.9611},
	{{RESULT_COUNTS_PAIRS, {12, 25, 60, 20, 10}}, 5, -0.295851, 1136.9601},
	{{RESULT_COUNTS_PAIRS, {20, 40, 80, 41, 19}}, 5, -0.094191, 5848.5398},
};

START_TEST(what_is_left_follows_from_drift_and_variance)
	{
		const struct sprt s = {.elo1 = expected[_i].elo1, .alpha = 0.05, .beta = 0.05};
		ck_assert_double_eq_tol(sprt_llr(&s, &expected[_i].pairs), expected[_i].llr, 1e-5);
		ck_assert_double_eq_tol(sprt_left(&s, &expected[_i].pairs), expected[_i].left,
			1e-3 * expected[_i].left);
	}
END_TEST

START_TEST(what_is_left_is_unknown_at_first_and_nothing_at_last)
	{
		const struct sprt s = {.elo1 = 10, .alpha = 0.05, .beta = 0.05};
		ck_assert(isnan(sprt_left(
			&s, &(struct result_counts){RESULT_COUNTS_PAIRS, {1, 2, 3, 2, 1}})));
		ck_assert(isnan(sprt_left(
			&s, &(struct result_counts){RESULT_COUNTS_PAIRS, {0, 0, 50, 0, 0}})));
		ck_assert(isnan(sprt_left(&s, &(struct result_counts){RESULT_COUNTS_PAIRS, {0}})));
		ck_assert(sprt_left(&s, &(struct result_counts){
						RESULT_COUNTS_PAIRS, {1, 10, 50, 90, 40}}) == 0);
	}
END_TEST

START_TEST(a_test_is_read_as_it_was_written)
	{
		static const struct sprt tests[] = {{SPRT_LOGISTIC, 0, 10, 0.05, 0.05},
			{SPRT_NORMALIZED, -1.75, 0.25, 1e-12, 0.1}};
		static const char *const wrong[] = {"", "logistic", "logistic 0 10 0.05",
			"logistic 0 10 0.05 0.05 1", "bayes 0 10 0.05 0.05",
			"logistic 10 0 0.05 0.05", "logistic 0 900 0.05 0.05",
			"logistic 0 10 0.05 0.5", "logistic 0 10 x 0.05"};
		struct sprt read;
		char text[SPRT_TEXT];
		for (int i = 0; i < 2; i++) {
			sprt_write_test(&tests[i], text);
			ck_assert(sprt_read_test(text, &read));
			ck_assert(read.model == tests[i].model && read.elo0 == tests[i].elo0 &&
				  read.elo1 == tests[i].elo1 && read.alpha == tests[i].alpha &&
				  read.beta == tests[i].beta);
		}
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			ck_assert_msg(!sprt_read_test(wrong[i], &read), "%s", wrong[i]);
	}
END_TEST

START_TEST(two_elo_are_read_from_one_word)
	{
		static const char *const right[] = {"0,10", "0:10", "0 10", "[0, 10]", "0.0,1e1"};
		static const char *const wrong[] = {
			"", "0", "10,", "0,10,20", "10,0", "5,5", "a,b", "0,900"};
		double elo0, elo1;
		struct error err;
		for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
			ck_assert_msg(
				sprt_read_bounds(right[i], &elo0, &elo1, &err), "%s", right[i]);
			ck_assert(elo0 == 0 && elo1 == 10);
		}
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			ck_assert_msg(
				!sprt_read_bounds(wrong[i], &elo0, &elo1, &err), "%s", wrong[i]);
	}
END_TEST

SUITE("rating/sprt", CASE(ratios_are_those_of_other_programs),
	LOOP(seen_from_the_other_side_the_ratio_is_turned_round, PAIRS),
	LOOP(the_way_over_a_third_hypothesis_is_as_long, PAIRS),
	CASE(pairs_of_equal_games_say_what_single_games_do), CASE(without_results_nothing_is_known),
	CASE(every_ratio_is_a_number), CASE(what_is_said_counts_one_game_as_one),
	CASE(bounds_are_those_of_wald), CASE(a_test_is_expected_to_take_longest_midway),
	LOOP(what_is_left_follows_from_drift_and_variance, sizeof expected / sizeof *expected),
	CASE(a_test_is_read_as_it_was_written), CASE(two_elo_are_read_from_one_word),
	CASE(what_is_left_is_unknown_at_first_and_nothing_at_last),
	LOOP(of_1000_tests_no_more_err_than_alpha_and_beta_allow, sizeof truths / sizeof *truths))
