/*
 * Times in a line that is drawn again and again.
 */
#include "referee/base/status-line.h"

#include "tests/lib/suite.h"

static const struct {
	double seconds;
	const char *text;
} spans[] = {{0, "0:00"}, {0.4, "0:00"}, {0.6, "0:01"}, {65, "1:05"}, {3599, "59:59"},
	{3599.5, "1:00:00"}, {3605, "1:00:05"}, {360000, "100:00:00"}};

START_TEST(hours_are_told_from_one_hour_on)
	{
		char text[STATUS_LINE_SPAN];
		status_line_span(spans[_i].seconds, text);
		ck_assert_str_eq(text, spans[_i].text);
	}
END_TEST

SUITE("ground/status-line", LOOP(hours_are_told_from_one_hour_on, sizeof spans / sizeof *spans))
