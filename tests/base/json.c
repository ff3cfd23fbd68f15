/*
 * JSON: commas and brackets, and the values that are null.
 */
#include "base/json.h"

#include <math.h>
#include <stdlib.h>

#include "tests/lib/suite.h"

static void json_write_all(struct json_writer *j)
{
	json_open(j, NULL, '{');
	json_text(j, "text", "a\"\n<b>");
	json_text(j, "none", NULL);
	json_open(j, "list", '[');
	json_known(j, NULL, 0);
	json_known(j, NULL, -1);
	json_decimal(j, NULL, "%.2f", 0.125);
	json_decimal(j, NULL, "%g", NAN);
	json_decimal(j, NULL, "%g", -INFINITY);
	json_open(j, NULL, '[');
	json_close(j, ']');
	json_close(j, ']');
	json_bool(j, "is", true);
	json_number(j, "number", INT64_MIN);
	json_close(j, '}');
}

static const struct {
	bool script;
	const char *wanted;
} json_cases[] = {
	{false, "{\"text\":\"a\\\"\\n<b>\",\"none\":null,\"list\":[0,null,0.12,null,null,[]],"
		"\"is\":true,\"number\":-9223372036854775808}"},
	{true, "{\"text\":\"a\\\"\\u000a\\u003cb\\u003e\",\"none\":null,"
	       "\"list\":[0,null,0.12,null,null,[]],\"is\":true,\"number\":-9223372036854775808}"},
};

START_TEST(values_are_separated_and_what_is_not_known_is_null)
	{
		char *text = NULL;
		size_t length;
		FILE *out = open_memstream(&text, &length);
		struct json_writer j = {.out = out, .script = json_cases[_i].script};
		json_write_all(&j);
		fclose(out);
		ck_assert_str_eq(text, json_cases[_i].wanted);
		free(text);
	}
END_TEST

SUITE("base/json", LOOP(values_are_separated_and_what_is_not_known_is_null,
			   sizeof json_cases / sizeof *json_cases))
