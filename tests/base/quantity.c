/*
 * Quantities: times and sizes, read and written.
 */
#include "base/quantity.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *text;
	usec span;
	const char *written;
} times[] = {
	{"100ms", 100000, "100ms"},
	{"10s", 10000000, "10s"},
	{"2m", 120000000, "2m"},
	{"1h", 3600000000, "1h"},
	{"1500us", 1500, "1500us"},
	{"1.5s", 1500000, "1500ms"},
	{"0.25ms", 250, "250us"},
	{"90s", 90000000, "90s"},
	{"120s", 120000000, "2m"},
	{"60m", 3600000000, "1h"},
	{"0.0000019s", 1, "1us"}, /* less than a microsecond is cut */
	{"0", 0, "0"},
	{"0s", 0, "0"},
	{"007s", 7000000, "7s"},
	{"2000000000h", 7200000000000000000, "2000000000h"},
};

START_TEST(a_time_is_read_in_its_unit_and_written_in_the_largest_that_fits)
	{
		struct error err;
		char text[QUANTITY_TEXT];
		usec span = -1;
		ck_assert(quantity_read_time(times[_i].text, &span, &err));
		ck_assert_int_eq(span, times[_i].span);
		ck_assert_str_eq(quantity_write_time(span, text), times[_i].written);
		ck_assert(quantity_read_time(text, &span, &err));
		ck_assert_int_eq(span, times[_i].span);
	}
END_TEST

#define SHAPE "a time is a number and h, m, s, ms or us, such as 100ms or 2s"

static const struct {
	const char *text, *why;
} no_times[] = {
	{"100", "a time needs a unit, such as 100ms or 100s"},
	{"1.5", "a time needs a unit, such as 1.5ms or 1.5s"},
	{"00", "a time needs a unit, such as 00ms or 00s"},
	{"", SHAPE},
	{"s", SHAPE},
	{".5s", SHAPE},
	{"5.s", SHAPE},
	{"1.2.3s", SHAPE},
	{"2562047788.9h", SHAPE}, /* the fraction is what does not fit */
	{"-1s", SHAPE},
	{" 1s", SHAPE},
	{"1 s", SHAPE},
	{"1S", SHAPE},
	{"1sec", SHAPE},
	{"1e3s", SHAPE},
	{"3000000000h", SHAPE}, /* more than 64 bits of microseconds */
	{"9999999999999999999s", SHAPE},
};

START_TEST(what_is_no_time_is_refused_with_what_would_be_one)
	{
		struct error err;
		usec span;
		ck_assert(!quantity_read_time(no_times[_i].text, &span, &err));
		ck_assert_str_eq(err.text, no_times[_i].why);
	}
END_TEST

static const struct {
	const char *text;
	int64_t size; /* -1: it is none */
} sizes[] = {{"256M", 268435456}, {"64K", 65536}, {"1G", 1073741824}, {"0", 0}, {"1000", 1000},
	{"007K", 7168}, {"256m", -1}, {"256MB", -1}, {"M", -1}, {"", -1}, {"1.5G", -1}, {"-1K", -1},
	{" 1K", -1}, {"999999999999999G", -1}, {"9999999999999999", -1}};

START_TEST(a_size_is_read_in_units_of_1024)
	{
		struct error err = {""};
		int64_t size = -1;
		bool is = quantity_read_size(sizes[_i].text, &size, &err);
		ck_assert_msg(is == (sizes[_i].size >= 0), "%s", sizes[_i].text);
		if (is)
			ck_assert_int_eq(size, sizes[_i].size);
		else
			ck_assert_ptr_nonnull(strstr(err.text, "such as 256M"));
	}
END_TEST

SUITE("base/quantity", LOOP(a_size_is_read_in_units_of_1024, sizeof sizes / sizeof *sizes),
	LOOP(a_time_is_read_in_its_unit_and_written_in_the_largest_that_fits,
		sizeof times / sizeof *times),
	LOOP(what_is_no_time_is_refused_with_what_would_be_one, sizeof no_times / sizeof *no_times))
