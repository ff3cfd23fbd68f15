/*
 * sandbox-selftest.h - tests the referee's own sandbox: a program of the referee runs in one and
 * makes every escape attempt.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_SELFTEST_H
#define REFEREE_SANDBOX_SANDBOX_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "error/error.h"
#include "referee/sandbox/limits.h"

struct escape_test {
	const char *group;	  /* topic */
	const char *name;	  /* one word */
	const char *tries;	  /* description of the attempt */
	enum sandbox_level since; /* loosest level that must refuse it */
	/* Makes the attempt in a process of its own. True: it succeeded. NULL: the attempt is the
	 * system call in call[]. */
	bool (*open)(void);
	enum {
		ESCAPE_TEST_RIGHT,
		ESCAPE_TEST_ANY
	} refusal;    /* what counts as refusal of a call: missing rights, or any failure */
	long call[7]; /* system call number and arguments */
};

/* All tests, ended by a NULL name. */
extern const struct escape_test escape_tests[];

/* First argument of the escape test program. The next arguments are: the number of an outside
 * process, an outside file that every user may read, its folder, the user of the referee, and the
 * name of another bot's shared memory. Each of the names follows a -. */
#define ESCAPE_TESTS_WORD "sandbox-probe"

/* If the name alone follows, the program plays the other bot. It creates shared memory with this
 * name, prints a line, and waits for the end of its input. */

/* Main function of the escape test program: makes all attempts and prints "NAME open" or "NAME
 * refused" for each. */
int escape_tests_main(int argc, char **argv);

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
