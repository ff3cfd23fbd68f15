/*
 * escape-tests.h - ways out of a box, each tried by a program of ours inside one: a row for each.
 */
#ifndef REFEREE_SANDBOX_ESCAPE_TESTS_H
#define REFEREE_SANDBOX_ESCAPE_TESTS_H

#include <stdbool.h>

#include "referee/sandbox/limits.h"

struct escape_test {
	const char *group;	  /* what it is about */
	const char *name;	  /* one word */
	const char *tries;	  /* what it tries */
	enum sandbox_level since; /* the loosest level that must refuse it */
	/* Tries it in a process of its own. True: it could. NULL: call says how. */
	bool (*open)(void);
	enum {
		ESCAPE_TEST_RIGHT,
		ESCAPE_TEST_ANY
	} refusal;    /* of a call: want of rights, or any failure */
	long call[7]; /* its number and arguments */
};

/* All of them, ended by a NULL name. */
extern const struct escape_test all_probes[];

/* What the program is started with, as its first argument; then come the number of a process
 * outside, a file that anybody may read outside, a folder there, whose the referee is, and the name
 * of what another bot shares. Each of the names follows a -. */
#define ESCAPE_TESTS_WORD "sandbox-probe"

/* Or the name alone follows: then it is that other bot. It shares memory by this name, prints a
 * line when it has, and waits for the end of its input. */

/* A variable that is set outside. */
#define ESCAPE_TESTS_VARIABLE "REFEREE_PROBES"

/* The life of that program: tries all, and prints a line "NAME open" or "NAME refused" for each. */
int escape_tests_main(int argc, char **argv);

#endif
