/*
 * Delays: each is counted where it belongs, and a line says the same to who reads it.
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

static const struct {
	const char *line;
	bool good;
	uint64_t first, last, sum;
} lines[] = {
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 2", true, 1, 2, 3},
	{"delays 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0", true, UINT64_MAX, 0, UINT64_MAX},
	{"delays 18446744073709551616 0 0 0 0 0 0 0 0 0 0 0 0", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 2 3", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 2 ", false, 0, 0, 0},
	{"delays 1 0 0 0 0 0 0 0 0 0 0 0 -2", false, 0, 0, 0},
	{"delays  1 0 0 0 0 0 0 0 0 0 0 0 2", false, 0, 0, 0},
	{"delays", false, 0, 0, 0},
	{"delay 1 0 0 0 0 0 0 0 0 0 0 0 2", false, 0, 0, 0},
	{"move 1 d 0 0 0 0 0 0", false, 0, 0, 0},
	{"", false, 0, 0, 0},
};

START_TEST(a_line_of_delays_is_read_as_it_is_written_or_not_at_all)
	{
		struct latency_histogram histogram;
		char line[LATENCY_HISTOGRAM_LINE];
		ck_assert(latency_histogram_read(&histogram, lines[_i].line) == lines[_i].good);
		if (!lines[_i].good)
			return;
		ck_assert_uint_eq(histogram.count[0], lines[_i].first);
		ck_assert_uint_eq(histogram.count[LATENCY_HISTOGRAM_BUCKETS - 1], lines[_i].last);
		ck_assert_uint_eq(histogram.sum, lines[_i].sum);
		ck_assert_uint_eq(
			latency_histogram_write(&histogram, line), strlen(lines[_i].line) + 1);
		ck_assert_int_eq(line[strlen(line) - 1], '\n');
		line[strlen(line) - 1] = '\0';
		ck_assert_str_eq(line, lines[_i].line);
	}
END_TEST

START_TEST(the_longest_line_fits_and_delays_add_up)
	{
		struct latency_histogram histogram = {.sum = 0}, more = {.sum = 0};
		char line[LATENCY_HISTOGRAM_LINE];
		for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
			histogram.count[i] = UINT64_MAX;
		ck_assert_uint_eq(latency_histogram_write(&histogram, line), strlen(line));
		ck_assert_uint_lt(strlen(line), sizeof line);
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
	LOOP(a_line_of_delays_is_read_as_it_is_written_or_not_at_all, sizeof lines / sizeof *lines),
	CASE(the_longest_line_fits_and_delays_add_up))
