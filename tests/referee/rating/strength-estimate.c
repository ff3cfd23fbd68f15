/*
 * Estimates of two bots' strengths: values that tests/vectors/estimate.py finds by the formulas
 * of fastchess, and how they are written.
 */
#include "base/error.h"
#include "referee/rating/strength.h"

#include <math.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static struct strength_estimate estimate(const char *counts, const struct sprt *sprt)
{
	struct strength_estimate e;
	struct result_counts tally, games = {.kinds = RESULT_COUNTS_GAMES},
				    pairs = {.kinds = RESULT_COUNTS_PAIRS};
	struct error err;
	ck_assert_msg(result_counts_read(&tally, counts, &err), "%s", err.text);
	if (tally.kinds == RESULT_COUNTS_PAIRS)
		pairs = tally;
	else
		games = tally;
	strength_estimate_find(&e, &games, &pairs, sprt);
	return e;
}

static const struct {
	const char *counts, *line;
	double elo, error, nelo, los;
} known[] = {
	{"P10,3,57,13,28", "Elo +73 +/- 39, nElo +88 +/- 49, LOS 99.9 %, penta 10 3 57 13 28",
		73.048850, 39.302074, 87.893029, 0.99991814},
	{"P10,20,60,25,12", "Elo +12 +/- 31, nElo +17 +/- 43, LOS 78.3 %, penta 10 20 60 25 12",
		12.315866, 30.964806, 17.053674, 0.78297407},
	{"P1,4,20,40,35", "Elo +200 +/- 42, nElo +286 +/- 78, LOS 99.9 %, penta 1 4 20 40 35",
		200.240940, 42.068082, 285.944914, 1.00000000},
	{"W40 L30 D50", "Elo +29 +/- 48, nElo +38 +/- 63, LOS 88.5 %, won 40, drawn 50, lost 30",
		29.020267, 47.830518, 38.136010, 0.88539710},
	{"W400 L10 D90",
		"Elo +363 +/- 36, nElo +589 +/- 86, LOS 99.9 %, won 400, drawn 90, lost 10",
		363.198929, 36.137267, 589.129906, 1.00000000},
};

START_TEST(values_are_those_of_fastchess)
	{
		struct strength_estimate e = estimate(known[_i].counts, NULL);
		char text[STRENGTH_ESTIMATE_TEXT];
		ck_assert_double_eq_tol(e.strength.elo.value, known[_i].elo, 1e-5);
		ck_assert_double_eq_tol(
			strength_estimate_error(&e.strength.elo), known[_i].error, 1e-5);
		ck_assert_double_eq_tol(e.strength.normalized.value, known[_i].nelo, 1e-5);
		ck_assert_double_eq_tol(e.strength.los, known[_i].los, 1e-7);
		strength_estimate_line(
			&e, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS, text, sizeof text);
		ck_assert_str_eq(text, known[_i].line);
	}
END_TEST

START_TEST(what_has_no_end_is_written_without_one)
	{
		char text[STRENGTH_ESTIMATE_TEXT];
		struct strength_estimate e = estimate("W60 L0 D0", NULL);
		strength_estimate_line(&e, STRENGTH_ESTIMATE_NELO, text, sizeof text);
		/* Wilson's bound of 60 of 60: 60 / 63.84, which is 477 Elo. */
		ck_assert_str_eq(text, "Elo at least +477, LOS 99.9 %");
		e = estimate("W0 L60 D0", NULL);
		strength_estimate_line(&e, 0, text, sizeof text);
		ck_assert_str_eq(text, "Elo at most -477, LOS 0.1 %");
		e = estimate("W0 L0 D0", NULL);
		strength_estimate_line(&e, 0, text, sizeof text);
		ck_assert_str_eq(text, "");
		strength_estimate_line(&e, STRENGTH_ESTIMATE_COUNTS, text, sizeof text);
		ck_assert_str_eq(text, "");
		ck_assert(!e.any && !e.test);
	}
END_TEST

START_TEST(small_errors_have_a_digit_more)
	{
		char text[STRENGTH_ESTIMATE_TEXT];
		struct strength_estimate e = estimate("P365,16618,36229,16974,390", NULL);
		strength_estimate_line(&e, 0, text, sizeof text);
		ck_assert_str_eq(text, "Elo +1.0 +/- 0.9, LOS 98.3 %");
	}
END_TEST

START_TEST(pairs_count_where_there_are_any)
	{
		struct strength_estimate e;
		char text[STRENGTH_ESTIMATE_TEXT];
		const struct result_counts games = {RESULT_COUNTS_GAMES, {5, 1, 1}};
		const struct result_counts pairs = {RESULT_COUNTS_PAIRS, {0, 0, 1, 0, 0}};
		const struct result_counts none = {RESULT_COUNTS_PAIRS, {0}};
		strength_estimate_find(&e, &games, &pairs, NULL);
		ck_assert_ptr_eq(strength_estimate_basis(&e), &e.pairs);
		strength_estimate_results(&e, text, sizeof text);
		ck_assert_str_eq(text, "1 pair");
		strength_estimate_find(&e, &games, &none, NULL);
		ck_assert_ptr_eq(strength_estimate_basis(&e), &e.games);
		strength_estimate_results(&e, text, sizeof text);
		ck_assert_str_eq(text, "7 games");
	}
END_TEST

/* The text that `print` or the JSON writer writes. */
static char *written(const struct strength_estimate *e, bool json)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	if (json)
		strength_estimate_json(e, "new", "o\"ld", out);
	else {
		strength_estimate_print(e, out);
		strength_estimate_print_counts(e, out);
	}
	memory_close(out);
	return text;
}

START_TEST(pairs_that_the_opening_decided_are_told_where_there_are_any)
	{
		char text[STRENGTH_ESTIMATE_TEXT];
		struct strength_estimate e = estimate("P5,7,30,8,5", NULL);
		strength_estimate_opening(&e, text, sizeof text);
		ck_assert_str_eq(text, "");
		e.pairs.by_opening = 18;
		strength_estimate_opening(&e, text, sizeof text);
		ck_assert_str_eq(text, "18 of 55 pairs were decided by the opening");
		char *all = written(&e, false), *json = written(&e, true);
		ck_assert_ptr_nonnull(
			strstr(all, "5 7 30 8 5\n18 of 55 pairs were decided by the opening\n"));
		ck_assert_ptr_nonnull(
			strstr(json, "\"pairs\":[5,7,30,8,5],\"pairs_by_opening\":18"));
		free(all);
		free(json);
		e.pairs.by_opening = 1;
		strength_estimate_opening(&e, text, sizeof text);
		ck_assert_str_eq(text, "1 of 55 pairs was decided by the opening");
	}
END_TEST

START_TEST(four_lines_for_people)
	{
		struct strength_estimate e = estimate("P10,3,57,13,28", NULL);
		char *text = written(&e, false);
		/* The first three stand in docs/ratings.md too. */
		ck_assert_str_eq(text,
			"Elo difference               +73.0  (95%: +34.7 to +113.3)\n"
			"normalized Elo difference    +87.9  (95%: +39.2 to +136.6)\n"
			"likelihood of superiority     99.9%\n"
			"pairs of 0 1/2 1 3/2 2      10 3 57 13 28\n");
		free(text);
		e = estimate("W40 L30 D50", NULL);
		text = written(&e, false);
		ck_assert_ptr_nonnull(strstr(text, "\nlost, drawn, won            30 50 40\n"));
		free(text);
	}
END_TEST

START_TEST(json_has_no_number_that_is_none)
	{
		const struct sprt sprt = {
			.model = SPRT_LOGISTIC, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
		struct strength_estimate e = estimate("P10,3,57,13,28", &sprt);
		char *text = written(&e, true);
		ck_assert_ptr_nonnull(strstr(text, "{\"bot\":\"new\",\"opponent\":\"o\\\"ld\","
						   "\"computed_from\":\"pairs\",\"games\":[0,0,0],"
						   "\"pairs\":[10,3,57,13,28],"
						   "\"pairs_by_opening\":0,\"elo\":73.0488"));
		/* ln 19 is 2.944439. */
		ck_assert_ptr_nonnull(strstr(text, ",\"llr\":1.600876,\"llr_lower\":-2.944439,"
						   "\"llr_upper\":2.944439,"
						   "\"accepted\":\"undecided\"}"));
		free(text);
		e = estimate("W60 L0 D0", NULL);
		text = written(&e, true);
		ck_assert_ptr_nonnull(strstr(text, ",\"elo\":null,\"elo_low\":477."));
		ck_assert_ptr_nonnull(strstr(text, ",\"elo_high\":null,"));
		ck_assert_ptr_null(strstr(text, "llr"));
		free(text);
	}
END_TEST

/* The numbers of pairs are those of tests/vectors/estimate.py, as in sprt.c: 93.16 and 1771.96. */
START_TEST(what_is_left_of_a_test_counts_games_also_where_pairs_decide)
	{
		const struct sprt sprt[] = {{.elo1 = 10, .alpha = 0.05, .beta = 0.05},
			{.elo1 = 5, .alpha = 0.05, .beta = 0.05}};
		struct strength_estimate e = estimate("P10,3,57,13,28", &sprt[0]);
		ck_assert_int_eq(strength_estimate_left(&e, 0), 186);
		ck_assert_int_eq(strength_estimate_left(&e, 187), 186);
		ck_assert_int_eq(strength_estimate_left(&e, 150), 150);
		e = estimate("P10,20,60,25,12", &sprt[1]);
		ck_assert_int_eq(strength_estimate_left(&e, 0), 3544);
		/* Games of their own: what sprt_left() says of them is not doubled. */
		e = estimate("W40 L30 D50", &sprt[0]);
		ck_assert_int_eq(strength_estimate_left(&e, 0),
			(int64_t)(sprt_left(&sprt[0], &e.games) + 0.5));
		/* It is decided, not known yet, or there is no test. */
		e = estimate("P1,10,50,90,40", &sprt[0]);
		ck_assert_int_eq(strength_estimate_left(&e, 500), 0);
		e = estimate("P1,2,3,2,1", &sprt[0]);
		ck_assert_int_eq(strength_estimate_left(&e, 0), -1);
		ck_assert_int_eq(strength_estimate_left(&e, 500), 500);
		e = estimate("P10,3,57,13,28", NULL);
		ck_assert_int_eq(strength_estimate_left(&e, 500), -1);
	}
END_TEST

SUITE("referee/rating/strength-estimate",
	LOOP(values_are_those_of_fastchess, sizeof known / sizeof *known),
	CASE(what_has_no_end_is_written_without_one), CASE(small_errors_have_a_digit_more),
	CASE(pairs_count_where_there_are_any),
	CASE(pairs_that_the_opening_decided_are_told_where_there_are_any),
	CASE(what_is_left_of_a_test_counts_games_also_where_pairs_decide),
	CASE(four_lines_for_people), CASE(json_has_no_number_that_is_none))
