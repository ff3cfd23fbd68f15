/*
 * The numbers 0 to count - 1 in a drawn order.
 */
#include "referee/schedule/combinations.h"

#include <stdbool.h>
#include <stdlib.h>

#include "tests/lib/suite.h"

static const uint64_t counts[] = {1, 2, 3, 4, 5, 7, 16, 17, 1000, 65536, 200000};
enum { COUNTS = sizeof counts / sizeof *counts, KEYS = 5 };

START_TEST(each_number_comes_once)
	{
		uint64_t count = counts[_i];
		for (uint64_t key = 0; key < KEYS; key++) {
			bool *seen = calloc(count, 1);
			for (uint64_t at = 0; at < count; at++) {
				uint64_t number = combinations_permute(key, count, at);
				ck_assert_uint_lt(number, count);
				ck_assert(!seen[number]);
				seen[number] = true;
			}
			free(seen);
		}
	}
END_TEST

/* Of 24 orders of four numbers each comes up 1000 times in 24 000 keys, give or take: by chance
 * none is beyond 1000 +- 200 (6 standard deviations). */
START_TEST(with_the_keys_all_orders_of_four_come_about_equally_often)
	{
		int times[256] = {0}, orders = 0;
		for (uint64_t key = 0; key < 24000; key++) {
			int order = 0;
			for (uint64_t at = 0; at < 4; at++)
				order = 4 * order + (int)combinations_permute(key, 4, at);
			times[order]++;
		}
		for (int order = 0; order < 256; order++) {
			orders += times[order] > 0;
			ck_assert(times[order] == 0 || (times[order] > 800 && times[order] < 1200));
		}
		ck_assert_int_eq(orders, 24);
	}
END_TEST

/* Of a sorted list neighbours lie apart: the mean distance of two numbers drawn at random from 0 to
 * n - 1 is n / 3. */
START_TEST(what_comes_one_after_the_other_lies_anywhere)
	{
		const uint64_t count = 200000, taken = 3000;
		uint64_t sum = 0;
		for (uint64_t at = 1; at < taken; at++) {
			uint64_t a = combinations_permute(7, count, at - 1);
			uint64_t b = combinations_permute(7, count, at);
			sum += a > b ? a - b : b - a;
		}
		ck_assert_uint_gt(sum / taken, count * 30 / 100);
		ck_assert_uint_lt(sum / taken, count * 37 / 100);
	}
END_TEST

SUITE("tournament/permutation", LOOP(each_number_comes_once, COUNTS),
	CASE(with_the_keys_all_orders_of_four_come_about_equally_often),
	CASE(what_comes_one_after_the_other_lies_anywhere))
