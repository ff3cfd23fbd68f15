/*
 * Stderr: the line and the place that help most, whatever the language.
 */
#include "referee/bot/stderr-clues.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *errors, *line;
} errors[] = {
	{"", ""},
	{"one\ntwo\n", "two"},
	{"one\n  indented\n", "one"},
	{"  only\n", "only"},
	{"KeyError: 1\r\nbye\n", "KeyError: 1"},
	{"KeyError: 1\nValueError: 2\n\n", "ValueError: 2"},
	{"terminate called\n  what():  bad\n", "what():  bad"},
	{"stopped\nPicked up _JAVA_OPTIONS\nNode.js v18\n \t\n", "stopped"},
};

START_TEST(the_last_line_that_names_an_error_is_the_useful_one)
	{
		char line[STDERR_CLUES_LINE];
		stderr_clues_error(errors[_i].errors, line);
		ck_assert_str_eq(line, errors[_i].line);
	}
END_TEST

static const struct {
	const char *errors, *where;
} places[] = {
	{"", ""},
	{"  File \"/b/bot.py\", line 18, in main\n", " (bot.py, line 18)"},
	{"  File \"/b/bot.py\", line 18\n  File \"/usr/lib/python3/json.py\", line 2\n",
		" (bot.py, line 18)"},
	{"  File \"/b/one.py\", line 1\n  File \"/b/two.py\", line 2\n", " (two.py, line 2)"},
	{"  File \"/usr/lib/python3/json.py\", line 2\n", " (/usr/lib/python3/json.py, line 2)"},
	{"  File \"/b/bot.py\" without a line\n", ""},
};

START_TEST(the_last_place_in_the_bots_folder_is_named)
	{
		char where[STDERR_CLUES_LINE];
		stderr_clues_where(places[_i].errors, "/b", where);
		ck_assert_str_eq(where, places[_i].where);
	}
END_TEST

START_TEST(a_word_counts_if_it_is_quoted_in_a_message)
	{
		ck_assert(stderr_clues_quotes("bad move: 'ugi'\n", "ugi"));
		ck_assert(stderr_clues_quotes("  x = \"ugi\"\nbad \"ugi\"", "ugi"));
		ck_assert(!stderr_clues_quotes("\tif line == 'ugi'\n", "ugi"));
		ck_assert(!stderr_clues_quotes("bad move: ugi or 'ugi\"\n", "ugi"));
		ck_assert(!stderr_clues_quotes("bad move: ''\n", ""));
	}
END_TEST

START_TEST(a_file_is_no_standard_input)
	{
		ck_assert(stderr_clues_reads_file("x = json.load(open(path))"));
		ck_assert(!stderr_clues_reads_file("x = json.load(sys.stdin)"));
		ck_assert(!stderr_clues_reads_file("x = json.loads(line)"));
	}
END_TEST

SUITE("referee/bot/stderr-clues",
	LOOP(the_last_line_that_names_an_error_is_the_useful_one, sizeof errors / sizeof *errors),
	LOOP(the_last_place_in_the_bots_folder_is_named, sizeof places / sizeof *places),
	CASE(a_word_counts_if_it_is_quoted_in_a_message), CASE(a_file_is_no_standard_input))
