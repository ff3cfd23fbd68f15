/*
 * Comments of a tournament's file: blanks stand in their place, lines stay lines, and what only
 * looks like one stays.
 */
#include "referee/config/config-comments.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *text, *blanked;
} kept[] = {
	{"", ""},
	{"a = 1\n", "a = 1\n"},
	{"a # b\nc", "a    \nc"},
	{"#", " "},
	{"a // b\nc", "a     \nc"},
	{"//x", "   "},
	{"a /* b\nc */ d", "a     \n     d"},
	{"/**/a", "    a"},
	/* in a word: a path, an address, a time */
	{"db = a//b.db", "db = a//b.db"},
	{"url = http://host/x", "url = http://host/x"},
	{"a = b/*c*/d", "a = b/*c*/d"},
	{"a = { //x\n}", "a = {    \n}"},
	{"a = 1,//x", "a = 1,   "},
	/* in quotes, with an escaped quote in them */
	{"a = \"x # y\" # z", "a = \"x # y\"    "},
	{"a = 'x // y'", "a = 'x // y'"},
	{"a = \"x \\\" # y\"", "a = \"x \\\" # y\""},
};

START_TEST(a_comment_is_blanked_and_nothing_else)
	{
		char text[64];
		const char *what;
		strcpy(text, kept[_i].text);
		ck_assert_int_eq(config_comments_blank(text, &what), 0);
		ck_assert_str_eq(text, kept[_i].blanked);
	}
END_TEST

static const struct {
	const char *text;
	int line;
	const char *what;
} wrong[] = {
	{"\"", 1, "the quote that begins here has no end"},
	{"a = 1\nb = 'x\nc = 2\n", 2, "the quote that begins here has no end"},
	{"a = \"x\\", 1, "the quote that begins here has no end"},
	{"# ok\n\n/* b\nc", 3, "the comment that begins here has no end"},
	{"/*/", 1, "the comment that begins here has no end"},
	{"a = 1\nb = \u201cx\u201d\n", 2, "these are quotes as they are printed"},
};

START_TEST(what_has_no_end_is_told_with_the_line_where_it_begins)
	{
		char text[64];
		const char *what = "";
		strcpy(text, wrong[_i].text);
		ck_assert_int_eq(config_comments_blank(text, &what), wrong[_i].line);
		ck_assert_int_eq(strncmp(what, wrong[_i].what, strlen(wrong[_i].what)), 0);
	}
END_TEST

SUITE("tournament/comments",
	LOOP(a_comment_is_blanked_and_nothing_else, sizeof kept / sizeof *kept),
	LOOP(what_has_no_end_is_told_with_the_line_where_it_begins, sizeof wrong / sizeof *wrong))
