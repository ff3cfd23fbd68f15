/*
 * suite.h - a test file is one Check program: its cases, then SUITE("rules/nim", a, b, c).
 * A looped test (one run for each row of a table) is given as LOOP(test, rows).
 * Nothing forks: a crash names itself in the sanitizers' report. CK_RUN_CASE=NAME runs one test.
 * Each test has TEST_SECONDS of time (300 where nothing else is said, for a machine under load):
 * one that hangs is named, and ends the program.
 */
#ifndef TESTS_LIB_SUITE_H
#define TESTS_LIB_SUITE_H

#include <check.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Check writes to a file at each assertion that holds, so that it can name the last one before a
 * crash. That takes most of the time of tests that assert much, and nothing here needs it: the
 * sanitizers name the place of a crash. */
#define _mark_point(file, line) ((void)0)

struct suite_case {
	const TTest *test;
	int rows; /* 0: runs once */
};

#define CASE(test)                                                                                 \
	(struct suite_case)                                                                        \
	{                                                                                          \
		test, 0                                                                            \
	}
#define LOOP(test, rows)                                                                           \
	(struct suite_case)                                                                        \
	{                                                                                          \
		test, rows                                                                         \
	}
#define SUITE(name, ...)                                                                           \
	int main(void)                                                                             \
	{                                                                                          \
		return suite_run(                                                                  \
			name, (struct suite_case[]){__VA_ARGS__, (struct suite_case){NULL, 0}});   \
	}

static inline void suite_hangs(int number)
{
	(void)number;
	const char *const parts[] = {tcase_name(), ": takes longer than a test may\n"};
	for (int i = 0; i < 2; i++) {
		if (write(STDERR_FILENO, parts[i], strlen(parts[i])) == -1)
			break;
	}
	_exit(EXIT_FAILURE);
}

static inline void suite_begin_test(void)
{
	const char *said = getenv("TEST_SECONDS");
	signal(SIGALRM, suite_hangs);
	alarm(said == NULL ? 300 : (unsigned)atoi(said));
}

static inline void suite_end_test(void)
{
	alarm(0);
}

static inline int suite_run(const char *name, const struct suite_case *cases)
{
	Suite *suite = suite_create(name);
	for (; cases->test != NULL; cases++) {
		TCase *group = tcase_create(cases->test->name);
		tcase_set_timeout(group, 0); /* That of Check needs a fork. */
		tcase_add_checked_fixture(group, suite_begin_test, suite_end_test);
		if (cases->rows == 0)
			tcase_add_test(group, cases->test);
		else
			tcase_add_loop_test(group, cases->test, 0, cases->rows);
		suite_add_tcase(suite, group);
	}
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
