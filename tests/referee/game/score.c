/*
 * Scores: the sooner a forced end comes the more it is worth.
 */
#include "referee/game/score.h"

#include <string.h>

#include "tests/lib/suite.h"

/* In the order of how good they are for who says them. */
static const int64_t mates[] = {0, -1, -2, -40, -2000000, 2000000, 40, 2, 1};

START_TEST(a_forced_end_is_worth_more_the_sooner_it_comes)
	{
		for (size_t i = 0; i + 1 < sizeof mates / sizeof *mates; i++)
			ck_assert_int_le(score_of_mate(mates[i]), score_of_mate(mates[i + 1]));
		ck_assert_int_eq(score_of_mate(3), 999997);
		ck_assert_int_eq(score_of_mate(-3), -999997);
		ck_assert_int_eq(score_of_mate(0), -1000000);
		ck_assert_int_lt(score_of_mate(INT64_MIN), 0);
		ck_assert_int_gt(score_of_mate(INT64_MAX), 0);
	}
END_TEST

static const struct {
	int64_t score;
	const char *text;
} scores[] = {
	{0, "+0.00"},
	{31, "+0.31"},
	{-5, "-0.05"},
	{-1200, "-12.00"},
	{999999, "M1"},
	{999995, "M5"},
	{-999996, "-M4"},
	{-1000000, "-M0"},
	{900000, "M100000"},
	{-900000, "-M100000"},
	{899999, "+8999.99"},
	{1000001, "+10000.01"},
	{INT64_MAX, "+92233720368547758.07"},
	{INT64_MIN + 1, "-92233720368547758.07"},
};

START_TEST(a_score_has_its_text)
	{
		char text[SCORE_TEXT];
		ck_assert_int_eq(score_write(scores[_i].score, text), (int)strlen(scores[_i].text));
		ck_assert_str_eq(text, scores[_i].text);
	}
END_TEST

SUITE("referee/game/score", CASE(a_forced_end_is_worth_more_the_sooner_it_comes),
	LOOP(a_score_has_its_text, sizeof scores / sizeof *scores))
