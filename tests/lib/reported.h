/*
 * reported.h - what was told while a test ran: the lines of mistakes, one behind the other, and
 * files in a folder of the test's own, so that they can be named as people name theirs.
 */
#ifndef TESTS_LIB_REPORTED_H
#define TESTS_LIB_REPORTED_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diagnostics.h"

struct reported {
	struct diagnostics mistakes;
	char text[16384]; /* each line with its LF */
};

static inline void reported_take(void *arg, const char *line)
{
	struct reported *told = arg;
	ck_assert_ptr_null(strchr(line, '\n'));
	strncat(told->text, line, sizeof told->text - strlen(told->text) - 2);
	strcat(told->text, "\n");
}

static inline void reported_init(struct reported *told)
{
	*told = (struct reported){.mistakes = {reported_take, told, 0}};
}

/* The program's own empty folder, made once, in which it then runs. */
static inline void reported_enter_folder(void)
{
	static char folder[256];
	if (*folder != '\0')
		return;
	const char *root = getenv("TMPDIR");
	snprintf(folder, sizeof folder, "%s/referee-test-XXXXXX", root != NULL ? root : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chdir(folder), 0);
}

static inline void reported_leave_folder(void)
{
	char folder[256];
	if (getcwd(folder, sizeof folder) != NULL && strstr(folder, "referee-test-") != NULL)
		ck_assert_int_eq(rmdir(folder), 0);
}

static inline void reported_write(const char *path, const void *bytes, size_t length)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
	ck_assert_int_eq(fclose(file), 0);
}

#endif
