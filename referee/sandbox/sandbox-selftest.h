/*
 * sandbox-selftest.h - tests the referee's own sandbox: a program of the referee runs in one and
 * makes every escape attempt.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_SELFTEST_H
#define REFEREE_SANDBOX_SANDBOX_SELFTEST_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/sandbox/escape-tests.h"
#include "referee/sandbox/limits.h"

enum { SANDBOX_SELFTEST_MAX = 256 };

struct sandbox_selftest {
	enum sandbox_level level;
	int count;			 /* number of tests in escape_tests */
	bool open[SANDBOX_SELFTEST_MAX]; /* by index in escape_tests */
	int opened;			 /* number of attempts that succeeded */
	int failed;			 /* number of those that the level must refuse */
};

/* Runs all tests in a sandbox of this level. program is the referee, whose main() calls
 * escape_tests_main() when its first argument is ESCAPE_TESTS_WORD. Call it after
 * sandbox_prepare(). False: the tests could not run; err has the reason. */
bool sandbox_selftest_run(struct sandbox_selftest *t, const char *program, enum sandbox_level level,
	struct error *err);

/* Checks before bots are started that the level is available and holds. Uses the running program.
 * Takes about 30 ms. False: one sentence in err. */
bool sandbox_selftest_pass(enum sandbox_level level, struct error *err);

#endif
