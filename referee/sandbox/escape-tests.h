/*
 * escape-tests.h - attempts to get out of a sandbox, and to reach others from inside it.
 *
 * The program that makes them is the referee itself. sandbox-selftest.h starts it.
 */
#ifndef REFEREE_SANDBOX_ESCAPE_TESTS_H
#define REFEREE_SANDBOX_ESCAPE_TESTS_H

#include <stdbool.h>

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

/* Variable that is set outside the sandbox. */
#define ESCAPE_VARIABLE "REFEREE_PROBES"

#endif
