/*
 * Scores: the sooner a forced end comes the more it is worth, and what is written is read back.
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

START_TEST(a_score_is_written_and_read_back)
	{
		char text[SCORE_TEXT];
		int64_t score = 7;
		ck_assert_int_eq(score_write(scores[_i].score, text), (int)strlen(scores[_i].text));
		ck_assert_str_eq(text, scores[_i].text);
		ck_assert(score_read(text, strlen(text), &score));
		ck_assert_int_eq(score, scores[_i].score);
	}
END_TEST

static const char *const wrong[] = {"", "+", "-", "M", "-M", "+M", "0.31", "M1.5", "M100001", "M-3",
	"M99999999999999999999", "+0.315", "+1e5", "mate", "+99999999999999999999"};

START_TEST(what_is_no_score_is_not_read)
	{
		int64_t score = 7;
		ck_assert_msg(!score_read(wrong[_i], strlen(wrong[_i]), &score), "%s", wrong[_i]);
		ck_assert_int_eq(score, 7);
	}
END_TEST

SUITE("referee/game/score", CASE(a_forced_end_is_worth_more_the_sooner_it_comes),
	LOOP(a_score_is_written_and_read_back, sizeof scores / sizeof *scores),
	LOOP(what_is_no_score_is_not_read, sizeof wrong / sizeof *wrong))
