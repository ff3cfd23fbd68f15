/*
 * Times in a line that is drawn again and again, and the lines without a terminal.
 */
#include "referee/process/status-line.h"

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

/* One of 40 things is done each second, or in each tenth of a second. */
static const struct {
	usec each;
	int lines;
	const char *last;
} paces[] = {
	{SECOND, 3, "30 of 40 students, about 0:10 left"},
	{SECOND / 10, 0, ""},
	{60 * SECOND, 9, "36 of 40 students, about 4:00 left"},
};

START_TEST(a_plain_line_comes_at_each_tenth_but_not_soon_again)
	{
		struct status_lines s;
		char text[STATUS_LINE_PLAIN] = "";
		int lines = 0;
		status_lines_init(&s, 7 * SECOND);
		for (int done = 0; done <= 40; done++)
			lines += status_lines_due(
				&s, done, 40, "students", 7 * SECOND + done * paces[_i].each, text);
		ck_assert_int_eq(lines, paces[_i].lines);
		ck_assert_str_eq(text, paces[_i].last);
	}
END_TEST

/* The part of a line that a terminal of this width shows; its last column stays free. */
static const struct {
	const char *line;
	int width;
	const char *shown;
} fits[] = {
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 0, "[#..] 1/3  2/s  ETA 0:05  Elo +7"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 33, "[#..] 1/3  2/s  ETA 0:05  Elo +7"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 32, "[#..] 1/3  2/s  ETA 0:05"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 25, "[#..] 1/3  2/s  ETA 0:05"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 24, "[#..] 1/3  2/s"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 10, "[#..] 1/3"},
	{"[#..] 1/3  2/s  ETA 0:05  Elo +7", 9, "[#..] 1/"},
	{"", 5, ""},
};

START_TEST(a_narrow_line_leaves_out_whole_items)
	{
		ck_assert_uint_eq(
			status_line_fit(fits[_i].line, fits[_i].width), strlen(fits[_i].shown));
		ck_assert_int_eq(strncmp(fits[_i].line, fits[_i].shown, strlen(fits[_i].shown)), 0);
	}
END_TEST

START_TEST(of_nothing_no_line_comes)
	{
		struct status_lines s;
		char text[STATUS_LINE_PLAIN];
		status_lines_init(&s, 0);
		ck_assert(!status_lines_due(&s, 0, 0, "games", 60 * SECOND, text));
		ck_assert(!status_lines_due(&s, 0, 5, "games", 60 * SECOND, text));
	}
END_TEST

SUITE("ground/status-line", LOOP(hours_are_told_from_one_hour_on, sizeof spans / sizeof *spans),
	LOOP(a_plain_line_comes_at_each_tenth_but_not_soon_again, sizeof paces / sizeof *paces),
	LOOP(a_narrow_line_leaves_out_whole_items, sizeof fits / sizeof *fits),
	CASE(of_nothing_no_line_comes))
