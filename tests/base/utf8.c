/*
 * UTF-8: which characters are control characters (Unicode 15: categories Cc, Bidi_Control, Zl, Zp).
 */
#include "base/utf8.h"
#include "tests/lib/suite.h"

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

/* The first and the last character of each range, and those beside it. */
static const struct {
	uint32_t point;
	bool control;
} points[] = {{0, true}, {0x1f, true}, {' ', false}, {'~', false}, {0x7f, true}, {0x80, true},
	{0x9f, true}, {0xa0, false}, {0x61b, false}, {0x61c, true}, {0x61d, false}, {0x200d, false},
	{0x200e, true}, {0x200f, true}, {0x2010, false}, {0x2027, false}, {0x2028, true},
	{0x2029, true}, {0x202a, true}, {0x202e, true}, {0x202f, false}, {0x2065, false},
	{0x2066, true}, {0x2069, true}, {0x206a, false}, {0x1f600, false}};

START_TEST(control_characters_are_those_of_unicode)
	{
		ck_assert_int_eq(utf8_is_control(points[_i].point), points[_i].control);
	}
END_TEST

static const struct {
	const char *text;
	bool plain;
} texts[] = {{"", true}, {"ada", true}, {"Jos\xc3\xa9", true},
	{"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", true}, {"a\nb", false}, {"a\x7f", false},
	{"a\xc2\x85", false}, {"a\xc2\xa0", true}, {"a\xe2\x80\xaet", false},
	{"a\xe2\x81\xa6", false}, {"\xff", false}, {"a\xc3", false}};

START_TEST(a_plain_text_has_none)
	{
		ck_assert_int_eq(utf8_is_plain(texts[_i].text), texts[_i].plain);
	}
END_TEST

SUITE("base/utf8", LOOP(control_characters_are_those_of_unicode, ROWS(points)),
	LOOP(a_plain_text_has_none, ROWS(texts)))
