/*
 * Counts as people write them.
 */
#include "referee/rating/result-counts.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *text;
	struct result_counts tally;
	int64_t results, uncommon;
} right[] = {
	{"W40 L30 D50", {3, {30, 50, 40}}, 120, 70},
	{"W4250 L0 D0", {3, {0, 0, 4250}}, 4250, 0},
	{"d1,w2, l3", {3, {3, 1, 2}}, 6, 3},
	{"  D1W2L3 ", {3, {3, 1, 2}}, 6, 3},
	{"P10,20,60,25,12", {5, {10, 20, 60, 25, 12}}, 127, 67},
	{"p 0, 0, 1, 0, 1000000000", {5, {0, 0, 1, 0, INT64_C(1000000000)}}, INT64_C(1000000001),
		1},
};

START_TEST(counts_are_read_as_they_are_written)
	{
		struct result_counts counts;
		struct error err;
		ck_assert(result_counts_read(&counts, right[_i].text, &err));
		ck_assert_int_eq(counts.kinds, right[_i].tally.kinds);
		for (int kind = 0; kind < counts.kinds; kind++)
			ck_assert_int_eq(counts.count[kind], right[_i].tally.count[kind]);
		ck_assert_int_eq(result_counts_results(&counts), right[_i].results);
		ck_assert_int_eq(result_counts_uncommon(&counts), right[_i].uncommon);
	}
END_TEST

static const char *const wrong[] = {"", " ", "W", "W40", "W40 L30", "W40 L30 W50", "W40 L30 D50 D1",
	"W40 L30 D-5", "W40 L30 D5.5", "W 40 L30 D50", "40 30 50", "X40 L30 D50", "W40 L30 D50x",
	"P", "P1,2,3,4", "P1,2,3,4,5,6", "P1,2,3,4,5,", "P1;2;3;4;5", "P1,2,,4,5", "P1,2,-3,4,5",
	"P1,2,3,4,1000000001", "W99999999999999999999 L0 D0", "P1 2 3 4 5"};

START_TEST(what_is_no_count_is_refused_with_what_would_be_right)
	{
		struct result_counts counts;
		struct error err;
		ck_assert_msg(!result_counts_read(&counts, wrong[_i], &err), "%s", wrong[_i]);
		ck_assert_ptr_nonnull(strstr(err.text, "W40 L30 D50"));
		ck_assert_ptr_null(strchr(err.text, '\n'));
	}
END_TEST

/* A pair is worth what its games are; where each bot won one, one seat won both. */
START_TEST(a_pair_in_which_each_bot_won_is_one_that_the_opening_decided)
	{
		for (int first = 0; first <= 2; first++) {
			for (int second = 0; second <= 2; second++) {
				struct result_counts counts = {.kinds = RESULT_COUNTS_PAIRS};
				result_counts_add_pair(&counts, first, second);
				ck_assert_int_eq(result_counts_results(&counts), 1);
				ck_assert_int_eq(counts.count[first + second], 1);
				bool each =
					(first == 0 && second == 2) || (first == 2 && second == 0);
				ck_assert_int_eq(counts.by_opening, each);
			}
		}
	}
END_TEST

SUITE("rating/tally", CASE(a_pair_in_which_each_bot_won_is_one_that_the_opening_decided),
	LOOP(counts_are_read_as_they_are_written, sizeof right / sizeof *right),
	LOOP(what_is_no_count_is_refused_with_what_would_be_right, sizeof wrong / sizeof *wrong))
