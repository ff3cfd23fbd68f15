/*
 * Lines on a terminal of 40 columns break between words.
 */
#include "referee/process/fold.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { COLUMNS = 40 };

/* Prints words behind a text on a terminal, which must then have got this. */
static void fold(const char *before, const char *words, const char *next, const char *printed)
{
	static char got[1024];
	const struct winsize size = {.ws_col = COLUMNS, .ws_row = 24};
	int all = posix_openpt(O_RDWR | O_NOCTTY), saved = dup(STDOUT_FILENO);
	ck_assert_int_eq(grantpt(all) | unlockpt(all), 0);
	int end = open(ptsname(all), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(end, 0);
	ck_assert_int_eq(ioctl(end, TIOCSWINSZ, &size), 0);
	fflush(stdout);
	dup2(end, STDOUT_FILENO);
	fputs(before, stdout);
	fold_print(words, (int)strlen(before), next);
	puts("");
	fflush(stdout);
	int width = fold_width();
	dup2(saved, STDOUT_FILENO);
	ssize_t count = read(all, got, sizeof got - 1);
	close(saved);
	close(end);
	close(all);
	ck_assert_int_gt((int)count, 0);
	got[count] = '\0';
	ck_assert_int_eq(width, COLUMNS);
	ck_assert_str_eq(got, printed);
}

START_TEST(words_are_whole_and_go_on_after_the_indent)
	{
		/* The 40th column is full; one character more is in the next line. */
		fold("ann:  ", "123456789 123456789 123456789 1234", "    | ",
			"ann:  123456789 123456789 123456789 1234\r\n");
		fold("ann:  ", "123456789 123456789 123456789 12345  6", "    | ",
			"ann:  123456789 123456789 123456789\r\n    | 12345  6\r\n");
	}
END_TEST

START_TEST(a_word_longer_than_a_line_is_not_broken)
	{
		fold("", "0123456789012345678901234567890123456789012345 6", "  ",
			"0123456789012345678901234567890123456789012345\r\n  6\r\n");
	}
END_TEST

START_TEST(an_indent_that_leaves_no_room_folds_nothing)
	{
		fold("", "123456789 123456789 123456789 123456789 12345", "           ",
			"123456789 123456789 123456789 123456789 12345\r\n");
	}
END_TEST

SUITE("referee/process/fold", CASE(words_are_whole_and_go_on_after_the_indent),
	CASE(a_word_longer_than_a_line_is_not_broken),
	CASE(an_indent_that_leaves_no_room_folds_nothing))
