/*
 * Delays: each is counted where it belongs.
 */
#include "base/latency-histogram.h"

#include <string.h>

#include "tests/lib/suite.h"

/* The buckets as they are agreed on, in microseconds. */
static const usec most[] = {10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};

START_TEST(a_delay_is_counted_in_the_first_bucket_that_holds_it)
	{
		struct latency_histogram last = {.sum = 0}, over = {.sum = 0};
		latency_histogram_add(&last, most[_i]);
		latency_histogram_add(&over, most[_i] + 1);
		for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++) {
			ck_assert_uint_eq(last.count[i], i == _i);
			ck_assert_uint_eq(over.count[i], i == _i + 1);
		}
		ck_assert_uint_eq(last.sum, 1);
	}
END_TEST

START_TEST(delays_add_up)
	{
		struct latency_histogram histogram = {.sum = 0}, more = {.sum = 0};
		for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
			histogram.count[i] = (uint64_t)i;
		latency_histogram_add(&more, 15);
		latency_histogram_add(&more, 60000);
		latency_histogram_merge(&histogram, &more);
		ck_assert_uint_eq(histogram.count[1], 2);
		ck_assert_uint_eq(
			histogram.count[LATENCY_HISTOGRAM_BUCKETS - 1], LATENCY_HISTOGRAM_BUCKETS);
		ck_assert_uint_eq(histogram.sum, 2);
	}
END_TEST

SUITE("base/latency-histogram",
	LOOP(a_delay_is_counted_in_the_first_bucket_that_holds_it, sizeof most / sizeof *most),
	CASE(delays_add_up))
