/*
 * sandbox-selftest.h - our own box, tried: a program of ours is started in one and tries each way
 * out.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_SELFTEST_H
#define REFEREE_SANDBOX_SANDBOX_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/sandbox/escape-tests.h"

enum { SANDBOX_SELFTEST_MAX = 256 };

struct sandbox_selftest {
	enum sandbox_level level;
	int count;			 /* of all_probes */
	bool open[SANDBOX_SELFTEST_MAX]; /* by their place there */
	int opened;			 /* so many of them */
	int failed;			 /* so many that the level must refuse */
};

/* Tries all probes in a box of this level; program is the referee, which becomes
 * escape_tests_main() when its first word is ESCAPE_TESTS_WORD. After sandbox_prepare(). False: it
 * could not be tried; why says. */
bool sandbox_selftest_run(struct sandbox_selftest *t, const char *program, enum sandbox_level level,
	char *why, size_t room);

/* The same before bots are started, with the program that runs: can the level be had, and does it
 * hold? Takes a few hundredths of a second. False: a sentence in why. */
bool sandbox_selftest_pass(enum sandbox_level level, char *why, size_t room);

#endif
