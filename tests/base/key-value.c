/*
 * Lines of KEY = VALUE: found by the whole key, in the line that has it.
 */
#include "base/key-value.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static const char text[] = "a = 1\n"
			   "no key here\n"
			   "ab = 2 = 3\n"
			   "\n"
			   "b=4\n"
			   "c = \n"
			   "a = 5\n"
			   "last = 6";

static const struct {
	const char *key, *value; /* NULL: there is none */
} wanted[] = {
	{"a", "1"},
	{"ab", "2 = 3"},
	{"b", NULL},
	{"c", ""},
	{"last", "6"},
	{"las", NULL},
	{"lastt", NULL},
	{"", NULL},
	{"no key here\nab", NULL},
};

START_TEST(a_value_is_that_of_the_first_line_with_the_whole_key)
	{
		char *value = key_value_value(text, wanted[_i].key);
		ck_assert_pstr_eq(value, wanted[_i].value);
		free(value);
	}
END_TEST

START_TEST(lines_come_one_by_one_and_those_without_a_key_are_passed_over)
	{
		static const char *const keys[] = {"a", "ab", "c", "a", "last"};
		struct key_value_line line;
		const char *at = text;
		for (int i = 0; i < 5; i++) {
			at = key_value_next(at, &line);
			ck_assert_ptr_nonnull(at);
			ck_assert(key_value_is(&line, keys[i]));
		}
		ck_assert_ptr_null(key_value_next(at, &line));
		ck_assert_ptr_null(key_value_value("", "a"));
	}
END_TEST

SUITE("base/key-value",
	LOOP(a_value_is_that_of_the_first_line_with_the_whole_key, sizeof wanted / sizeof *wanted),
	CASE(lines_come_one_by_one_and_those_without_a_key_are_passed_over))
