/*
 * Spans as people write them: three digits, no exponent, the unit that fits.
 */
#include "base/time.h"

#include "tests/lib/suite.h"

static const struct {
	usec span;
	const char *text;
} spans[] = {
	{0, "0 ms"},
	{13, "0.013 ms"},
	{1000, "1 ms"},
	{12345, "12.3 ms"},
	{999 * MILLISECOND, "999 ms"},
	{999499, "999 ms"},
	{999500, "1 s"},
	{SECOND, "1 s"},
	{1020 * MILLISECOND, "1.02 s"},
	{59999 * MILLISECOND, "60 s"},
	{999 * SECOND, "999 s"},
	{1000 * SECOND, "1000 s"},
	{86400 * SECOND, "86400 s"},
};

START_TEST(a_span_has_three_digits_and_no_exponent)
	{
		char text[32];
		time_format(spans[_i].span, text, sizeof text);
		ck_assert_str_eq(text, spans[_i].text);
	}
END_TEST

SUITE("base/time", LOOP(a_span_has_three_digits_and_no_exponent, sizeof spans / sizeof *spans))
