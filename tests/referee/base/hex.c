/*
 * Hexadecimal digits.
 */
#include "referee/base/hex.h"

#include "tests/lib/suite.h"

static const struct {
	const char *text;
	int byte;
} pairs[] = {{"00", 0}, {"09", 9}, {"0a", 10}, {"a0", 160}, {"7f", 127}, {"ff", 255}, {"41bc", 65},
	{"", -1}, {"f", -1}, {"FF", -1}, {"fG", -1}, {"g0", -1}, {"0:", -1}, {"0/", -1}, {"`0", -1},
	{" 1", -1}, {"-1", -1}, {"\xff\xff", -1}};

START_TEST(two_small_digits_are_a_byte_and_nothing_else_is)
	{
		ck_assert_int_eq(hex_byte(pairs[_i].text), pairs[_i].byte);
	}
END_TEST

SUITE("referee/base/hex",
	LOOP(two_small_digits_are_a_byte_and_nothing_else_is, sizeof pairs / sizeof *pairs))
