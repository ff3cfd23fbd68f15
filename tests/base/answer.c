/*
 * Lines of an answer: what is written is read, and a line of another end does no harm.
 */
#include "base/answer.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *line;
	enum answer_kind kind;
	int status;
	const char *text;
} lines[] = {
	{"-a line", ANSWER_TEXT, 0, "a line"},
	{"-", ANSWER_TEXT, 0, ""},
	{"-end 1 x", ANSWER_TEXT, 0, "end 1 x"},
	{"!no such file", ANSWER_FAULT, 0, "no such file"},
	{"end 0 ", ANSWER_END, 0, ""},
	{"end 0", ANSWER_END, 0, ""},
	{"end 2 it is wrong", ANSWER_END, 2, "it is wrong"},
	{"end 255 x", ANSWER_END, 255, "x"},
	{"end 257 x", ANSWER_END, 1, "x"},
	{"end", ANSWER_OTHER, 0, "end"},
	{"end x", ANSWER_OTHER, 0, "end x"},
	{"end -1 x", ANSWER_OTHER, 0, "end -1 x"},
	{"ready", ANSWER_OTHER, 0, "ready"},
	{"", ANSWER_OTHER, 0, ""},
};

START_TEST(a_line_is_text_a_fault_an_end_or_another)
	{
		struct answer a = answer_read(lines[_i].line);
		ck_assert_int_eq(a.kind, lines[_i].kind);
		ck_assert_int_eq(a.status, lines[_i].status);
		ck_assert_str_eq(a.text, lines[_i].text);
	}
END_TEST

static const struct {
	enum answer_kind kind;
	const char *text, *lines;
} texts[] = {
	{ANSWER_TEXT, "", ""},
	{ANSWER_TEXT, "one", "-one\n"},
	{ANSWER_TEXT, "one\n\ntwo\n", "-one\n-\n-two\n"},
	{ANSWER_FAULT, "a\033[2J\nb\tc", "!a\\x1b[2J\n!b\tc\n"},
};

START_TEST(each_line_of_a_text_has_its_mark_and_no_control_bytes)
	{
		char *written = answer_write(texts[_i].kind, texts[_i].text);
		ck_assert_str_eq(written, texts[_i].lines);
		free(written);
	}
END_TEST

START_TEST(the_end_is_one_line)
	{
		char *line = answer_write_end(1, "two\nlines\033");
		ck_assert_str_eq(line, "end 1 two\\x0alines\\x1b\n");
		free(line);
	}
END_TEST

SUITE("base/answer", LOOP(a_line_is_text_a_fault_an_end_or_another, sizeof lines / sizeof *lines),
	LOOP(each_line_of_a_text_has_its_mark_and_no_control_bytes, sizeof texts / sizeof *texts),
	CASE(the_end_is_one_line))
