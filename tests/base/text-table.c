/*
 * Tables: the same rows for people, as CSV and as JSON, whatever is in the cells.
 */
#include "base/text-table.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/json.h"
#include "tests/lib/suite.h"

static const char *const table_names[] = {"bot", "games", "note"};

static const struct text_table_cell table_rows[][3] = {
	{{"alpha", false}, {"10", true}, {"plain", false}},
	{{"b,\"x\"", false}, {"7.5", true}, {NULL, false}},
	{{"\033[31mred", false}, {NULL, false}, {"two\nlines", false}},
	{{"grün", false}, {"-1", true}, {"日本", false}},
};

static const struct {
	enum text_table_format format;
	int rows;
	const char *text;
} table_shown[] = {
	{TEXT_TABLE_TEXT, 4,
		"bot          games  note\n"
		"alpha           10  plain\n"
		"b,\"x\"          7.5\n"
		"\\x1b[31mred         two\\x0alines\n"
		"grün            -1  日本\n"},
	{TEXT_TABLE_TEXT, 0, "bot  games  note\n"},
	{TEXT_TABLE_CSV, 4,
		"bot,games,note\n"
		"alpha,10,plain\n"
		"\"b,\"\"x\"\"\",7.5,\n"
		"\\x1b[31mred,,\"two\nlines\"\n"
		"grün,-1,日本\n"},
	{TEXT_TABLE_CSV, 0, "bot,games,note\n"},
	{TEXT_TABLE_JSON, 4,
		"[\n"
		"{\"bot\":\"alpha\",\"games\":10,\"note\":\"plain\"},\n"
		"{\"bot\":\"b,\\\"x\\\"\",\"games\":7.5,\"note\":null},\n"
		"{\"bot\":\"\\u001b[31mred\",\"games\":null,\"note\":\"two\\nlines\"},\n"
		"{\"bot\":\"grün\",\"games\":-1,\"note\":\"日本\"}\n"
		"]\n"},
	{TEXT_TABLE_JSON, 0, "[]\n"},
	{TEXT_TABLE_DENSE, 2,
		"[{\"bot\":\"alpha\",\"games\":10,\"note\":\"plain\"},"
		"{\"bot\":\"b,\\\"x\\\"\",\"games\":7.5,\"note\":null}]"},
	{TEXT_TABLE_DENSE, 0, "[]"},
};

START_TEST(the_rows_are_shown_as_the_format_wants_them)
	{
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);
		struct text_table *table =
			text_table_create(table_shown[_i].format, out, table_names, 3);
		for (int i = 0; i < table_shown[_i].rows; i++)
			text_table_row(table, table_rows[i]);
		text_table_free(table);
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

/* Every kind of byte, as each way to show bytes shows it. */
static const struct {
	const char *bytes;
	size_t length;
	const char *escaped, *json;
} bytes_shown[] = {
	{"a\0b", 3, "a\\x00b", "\"a\\u0000b\""},
	{"\0", 1, "\\x00", "\"\\u0000\""},
	{"", 0, "", "\"\""},
	{"\xe2\x82", 2, "\\xe2\\x82", "\"\\ufffd\\ufffd\""}, /* it goes on after its end */
	{"\xe2\x82\xac", 2, "\\xe2\\x82", "\"\\ufffd\\ufffd\""},
	{"\x1b[2J\t\n", 6, "\\x1b[2J\t\n", "\"\\u001b[2J\\u0009\\n\""},
	{"\xc2\x9b", 2, "\\xc2\\x9b", "\"\\u009b\""},
	{"\xe2\x80\xae", 3, "\\xe2\\x80\\xae", "\"\\u202e\""},
	{"\"\\\xc3\xa9", 4, "\"\\\xc3\xa9", "\"\\\"\\\\\xc3\xa9\""},
};

START_TEST(bytes_are_shown_whole_with_their_nuls)
	{
		char *json = NULL, copy[16];
		size_t size = 0;
		FILE *out = open_memstream(&json, &size);
		memcpy(copy, bytes_shown[_i].bytes, bytes_shown[_i].length);
		copy[bytes_shown[_i].length] = '\0';
		char *escaped = escape_bytes(bytes_shown[_i].bytes, bytes_shown[_i].length, true);
		json_bytes(out, copy, bytes_shown[_i].length);
		fclose(out);
		ck_assert_str_eq(escaped, bytes_shown[_i].escaped);
		ck_assert_str_eq(json, bytes_shown[_i].json);
		free(escaped);
		free(json);
	}
END_TEST

START_TEST(a_cell_with_a_length_is_shown_whole)
	{
		static const char *const names[] = {"a"},
					 *const shown[] = {[TEXT_TABLE_TEXT] = "a\nx\\x00y\n",
						 [TEXT_TABLE_CSV] = "a\nx\\x00y\n",
						 [TEXT_TABLE_JSON] =
							 "[\n{\"a\":\"x\\u0000y\"}\n]\n"};
		char *text = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&text, &size);
		struct text_table *t = text_table_create((enum text_table_format)_i, out, names, 1);
		text_table_row(t, &(struct text_table_cell){.text = "x\0y", .length = 3});
		text_table_free(t);
		fclose(out);
		ck_assert_str_eq(text, shown[_i]);
		free(text);
	}
END_TEST

/* RFC 4180 says nothing of blanks; programs drop them unless there are quotes. */
START_TEST(csv_quotes_blanks_at_an_end)
	{
		static const struct text_table_cell cells[] = {
			{" first", false}, {"last ", false}, {"in side", false}};
		char *text = NULL;
		size_t length = 0;
		FILE *out = open_memstream(&text, &length);
		struct text_table *table = text_table_create(TEXT_TABLE_CSV, out, table_names, 3);
		text_table_row(table, cells);
		text_table_free(table);
		fclose(out);
		ck_assert_str_eq(text, "bot,games,note\n\" first\",\"last \",in side\n");
		free(text);
	}
END_TEST

SUITE("base/text-table", CASE(csv_quotes_blanks_at_an_end),
	LOOP(the_rows_are_shown_as_the_format_wants_them, sizeof table_shown / sizeof *table_shown),
	LOOP(what_a_terminal_could_obey_is_escaped_and_widths_are_columns,
		sizeof escapes / sizeof *escapes),
	CASE(every_byte_comes_out_as_something_harmless),
	LOOP(bytes_are_shown_whole_with_their_nuls, sizeof bytes_shown / sizeof *bytes_shown),
	LOOP(a_cell_with_a_length_is_shown_whole, 3))
