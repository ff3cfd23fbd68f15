/*
 * The points that the course of a long test keeps: evenly spread, the last one always.
 */
#include "referee/results/test-course.h"

#include <math.h>

#include "tests/lib/suite.h"

static const struct {
	int64_t pairs;
	int count;
	int64_t stride;
} courses[] = {{1, 1, 1}, {2, 2, 1}, {512, 512, 1}, {513, 257, 2}, {514, 257, 2}, {515, 258, 2},
	{1024, 512, 2}, {1025, 257, 4}, {100000, 391, 256}};

START_TEST(points_are_evenly_spread_and_the_last_is_kept)
	{
		static struct test_course c;
		c = (struct test_course){.stride = 1};
		for (int64_t i = 1; i <= courses[_i].pairs; i++)
			test_course_add(&c, i, (double)-i / 8);
		ck_assert_int_eq(c.count, courses[_i].count);
		ck_assert_int_eq(c.stride, courses[_i].stride);
		for (int i = 0; i < c.count; i++) {
			ck_assert_double_eq(c.llr[i], -c.pairs[i] / 8);
			ck_assert(i == c.count - 1 ||
				  c.pairs[i] == (double)((i + 1) * courses[_i].stride));
		}
		ck_assert_double_eq(c.pairs[c.count - 1], (double)courses[_i].pairs);
	}
END_TEST

START_TEST(a_ratio_that_was_not_found_is_no_point)
	{
		static struct test_course c = {.stride = 1};
		test_course_add(&c, 1, NAN);
		ck_assert_int_eq(c.count, 0);
		test_course_add(&c, 2, 0.5);
		ck_assert_int_eq(c.count, 1);
	}
END_TEST

SUITE("referee/results/test-course",
	LOOP(points_are_evenly_spread_and_the_last_is_kept, sizeof courses / sizeof *courses),
	CASE(a_ratio_that_was_not_found_is_no_point))
