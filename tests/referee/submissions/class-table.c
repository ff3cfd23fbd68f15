/*
 * The table of `referee class check`: its verdicts, its order, its width.
 */
#include <stdlib.h>

#include "base/escape.h"
#include "base/memory.h"
#include "referee/submissions/class-table.h"
#include "tests/lib/suite.h"

static char *table_of(const struct class_row *rows, int count, int columns)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	class_table_print(out, rows, count, columns);
	memory_close(out);
	return text;
}

static const struct class_row some[] = {
	{"zoe", CLASS_NO_BOT, "the zip holds only a .docx"},
	{"ada", CLASS_UNFIT, "time: it got \"go\", and used the processor for 1.02 s"},
	{"ben", CLASS_FIT, "it can play"},
	{"chloé", CLASS_UNFIT, "crash: bot.c:3:1: error: expected ';' before '}' token"},
	{"dan", CLASS_UNFIT, "no answer: none"},
	{"eve", CLASS_UNCHECKED, ""},
	{"finn", CLASS_FIT, "it is near its limit"},
};

enum { SOME = sizeof some / sizeof *some };

START_TEST(the_fit_stand_first_and_each_verdict_before_its_sentence)
	{
		char *text = table_of(some, SOME, 0);
		ck_assert_str_eq(text,
			"ben    fit\n"
			"finn   fit      it is near its limit\n"
			"zoe    NO BOT   the zip holds only a .docx\n"
			"ada    TIME     it got \"go\", and used the processor for 1.02 s\n"
			"chloé  CRASH    bot.c:3:1: error: expected ';' before '}' token\n"
			"dan    FAILED   no answer: none\n"
			"eve    -\n");
		free(text);
	}
END_TEST

START_TEST(a_line_is_cut_at_the_width)
	{
		char *text = table_of(some, SOME, 36);
		ck_assert_str_eq(text, "ben    fit\n"
				       "finn   fit      it is near its limit\n"
				       "zoe    NO BOT   the zip holds onl...\n"
				       "ada    TIME     it got \"go\", and ...\n"
				       "chloé  CRASH    bot.c:3:1: error:...\n"
				       "dan    FAILED   no answer: none\n"
				       "eve    -\n");
		free(text);
	}
END_TEST

/* Whatever a student's bot said, no line is longer than the terminal, and none is split. */
START_TEST(no_line_is_longer_than_the_terminal)
	{
		static const char *const texts[] = {
			"crash: \xe4\xb8\xad\xe6\x96\x87\xe4\xb8\xad\xe6\x96\x87 \xe4\xb8\xad",
			"illegal: \033[2J\n\xff\xfe and more of it", "", ":",
			"crash:", "a text without any verdict but a long one"};
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			for (int columns = 1; columns < 60; columns++) {
				struct class_row row = {"a-name-of-more-than-thirty-letters",
					CLASS_UNFIT, texts[i]};
				char *text = table_of(&row, 1, columns);
				size_t length = strlen(text);
				ck_assert_ptr_eq(strchr(text, '\n'), text + length - 1);
				text[length - 1] = '\0';
				/* the name and the verdict always stand there */
				ck_assert_int_le(escape_width(text), columns > 29 ? columns : 29);
				ck_assert_ptr_null(strchr(text, '\033'));
				free(text);
			}
	}
END_TEST

SUITE("referee/submissions/class-table",
	CASE(the_fit_stand_first_and_each_verdict_before_its_sentence),
	CASE(a_line_is_cut_at_the_width), CASE(no_line_is_longer_than_the_terminal))
