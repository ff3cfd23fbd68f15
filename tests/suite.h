/*
 * suite.h - a test file is one Check program: its cases, then SUITE("rules/nim", a, b, c).
 * A looped test (one run for each row of a table) is given as LOOP(test, rows).
 * Nothing forks: a crash names itself in the sanitizers' report.
 */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <check.h>
#include <stddef.h>
#include <stdlib.h>

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

static inline int suite_run(const char *name, const struct suite_case *cases)
{
	Suite *suite = suite_create(name);
	TCase *group = tcase_create(name);
	tcase_set_timeout(group, 0);
	for (; cases->test != NULL; cases++) {
		if (cases->rows == 0)
			tcase_add_test(group, cases->test);
		else
			tcase_add_loop_test(group, cases->test, 0, cases->rows);
	}
	suite_add_tcase(suite, group);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
