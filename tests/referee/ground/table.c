/*
 * Tables: the same rows for people, as CSV and as JSON, whatever is in the cells.
 */
#include "referee/ground/table.h"

#include <stdlib.h>
#include <string.h>

#include "referee/ground/escape.h"
#include "tests/suite.h"

static const char *const table_names[] = {"bot", "games", "note"};

static const struct table_cell table_rows[][3] = {
	{{"alpha", false}, {"10", true}, {"plain", false}},
	{{"b,\"x\"", false}, {"7.5", true}, {NULL, false}},
	{{"\033[31mred", false}, {NULL, true}, {"two\nlines", false}},
	{{"grün", false}, {"-1", true}, {"日本", false}},
};

static const struct {
	enum table_format format;
	int rows;
	const char *text;
} table_shown[] = {
	{TABLE_TEXT, 4,
		"bot          games  note\n"
		"alpha           10  plain\n"
		"b,\"x\"          7.5\n"
		"\\x1b[31mred         two\\x0alines\n"
		"grün            -1  日本\n"},
	{TABLE_TEXT, 0, "bot  games  note\n"},
	{TABLE_CSV, 4,
		"bot,games,note\n"
		"alpha,10,plain\n"
		"\"b,\"\"x\"\"\",7.5,\n"
		"\\x1b[31mred,,\"two\nlines\"\n"
		"grün,-1,日本\n"},
	{TABLE_CSV, 0, "bot,games,note\n"},
	{TABLE_JSON, 4,
		"[\n"
		"{\"bot\":\"alpha\",\"games\":10,\"note\":\"plain\"},\n"
		"{\"bot\":\"b,\\\"x\\\"\",\"games\":7.5,\"note\":null},\n"
		"{\"bot\":\"\\u001b[31mred\",\"games\":null,\"note\":\"two\\nlines\"},\n"
		"{\"bot\":\"grün\",\"games\":-1,\"note\":\"日本\"}\n"
		"]\n"},
	{TABLE_JSON, 0, "[]\n"},
};

START_TEST(the_rows_are_shown_as_the_format_wants_them)
	{
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);
		struct table *table = table_create(table_shown[_i].format, out, table_names, 3);
		for (int i = 0; i < table_shown[_i].rows; i++)
			table_row(table, table_rows[i]);
		table_free(table);
		fclose(out);
		ck_assert_str_eq(text, table_shown[_i].text);
		free(text);
	}
END_TEST

static const struct {
	const char *text, *line, *lines;
	int width; /* of line */
} escapes[] = {
	{"", "", "", 0},
	{"plain", "plain", "plain", 5},
	{"a\tb\n", "a\\x09b\\x0a", "a\tb\n", 10},
	{"\r", "\\x0d", "\\x0d", 4},
	{"\x7f", "\\x7f", "\\x7f", 4},
	{"\xc2\x9b"
	 "31m",
		"\\xc2\\x9b31m", "\\xc2\\x9b31m", 11}, /* C1: CSI */
	{"\xe2\x80\xae"
	 "x",
		"\\xe2\\x80\\xaex", "\\xe2\\x80\\xaex", 13}, /* right to left */
	{"\xff\xfe", "\\xff\\xfe", "\\xff\\xfe", 8},
	{"\xe2\x82", "\\xe2\\x82", "\\xe2\\x82", 8},		    /* cut off */
	{"\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80", 12}, /* a surrogate */
	{"\xc3\xa9", "\xc3\xa9", "\xc3\xa9", 1},
	{"e\xcc\x81", "e\xcc\x81", "e\xcc\x81", 1}, /* an accent of its own */
	{"\xe6\x97\xa5", "\xe6\x97\xa5", "\xe6\x97\xa5", 2},
	{"\xf0\x9f\x8f\x86", "\xf0\x9f\x8f\x86", "\xf0\x9f\x8f\x86", 2},
};

START_TEST(what_a_terminal_could_obey_is_escaped_and_widths_are_columns)
	{
		char *line = escape_text(escapes[_i].text, false),
		     *lines = escape_text(escapes[_i].text, true);
		ck_assert_str_eq(line, escapes[_i].line);
		ck_assert_str_eq(lines, escapes[_i].lines);
		ck_assert_int_eq(escape_width(line), escapes[_i].width);
		free(line);
		free(lines);
	}
END_TEST

START_TEST(every_byte_comes_out_as_something_harmless)
	{
		for (int byte = 1; byte < 256; byte++) {
			char text[] = {(char)byte, 'x', '\0'};
			char *line = escape_text(text, false);
			for (const char *c = line; *c != '\0'; c++)
				ck_assert((unsigned char)*c >= ' ' && (unsigned char)*c < 0x7f);
			ck_assert_int_eq(escape_width(line), (int)strlen(line));
			free(line);
		}
	}
END_TEST

SUITE("referee/ground/table",
	LOOP(the_rows_are_shown_as_the_format_wants_them, sizeof table_shown / sizeof *table_shown),
	LOOP(what_a_terminal_could_obey_is_escaped_and_widths_are_columns,
		sizeof escapes / sizeof *escapes),
	CASE(every_byte_comes_out_as_something_harmless))
