/*
 * error.c - the reason of a failure: written, put together, cut at its size.
 */
#include "base/error.h"

#include <string.h>

#include "tests/lib/suite.h"

START_TEST(a_reason_is_what_was_written_and_the_result_is_false)
	{
		struct error err;
		ck_assert(!error_set(&err, "%s: %d seats; there are %d to %d", "nim", 7, 2, 4));
		ck_assert_str_eq(err.text, "nim: 7 seats; there are 2 to 4");
		ck_assert(error_is_set(&err));
		error_clear(&err);
		ck_assert(!error_is_set(&err));
	}
END_TEST

START_TEST(a_reason_can_be_made_of_itself)
	{
		struct error err;
		error_set(&err, "no such file");
		error_set(&err, "line %d: %s", 3, err.text);
		ck_assert_str_eq(err.text, "line 3: no such file");
		ck_assert(!error_prefix(&err, "%s: ", "cup.conf"));
		ck_assert(!error_append(&err, "; did you mean %s?", "cop.conf"));
		ck_assert_str_eq(
			err.text, "cup.conf: line 3: no such file; did you mean cop.conf?");
	}
END_TEST

START_TEST(a_long_reason_is_cut_and_nothing_behind_it_is_written)
	{
		struct {
			struct error err;
			char after[4];
		} place = {.after = "abc"};
		char text[2 * ERROR_TEXT];
		memset(text, 'x', sizeof text - 1);
		text[sizeof text - 1] = '\0';
		error_set(&place.err, "%s", text);
		ck_assert_uint_eq(strlen(place.err.text), ERROR_TEXT - 1);
		error_append(&place.err, "%s", text);
		error_prefix(&place.err, "%s", "begin ");
		ck_assert_uint_eq(strlen(place.err.text), ERROR_TEXT - 1);
		ck_assert(strncmp(place.err.text, "begin xxx", 9) == 0);
		ck_assert_str_eq(place.after, "abc");
	}
END_TEST

SUITE("base/error", CASE(a_reason_is_what_was_written_and_the_result_is_false),
	CASE(a_reason_can_be_made_of_itself),
	CASE(a_long_reason_is_cut_and_nothing_behind_it_is_written))
