/*
 * sandbox-selftest.h - our own box, tried: a program of ours is started in one and tries each way
 * out.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_SELFTEST_H
#define REFEREE_SANDBOX_SANDBOX_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/sandbox/escape-tests.h"

enum { TRIAL_MOST = 256 };

struct trial {
	enum sandbox_level level;
	int count;	       /* of all_probes */
	bool open[TRIAL_MOST]; /* by their place there */
	int opened;	       /* so many of them */
	int failed;	       /* so many that the level must refuse */
};

/* Tries all probes in a box of this level; program is the referee, which becomes probes_main() when
 * its first word is PROBES_WORD. After box_prepare(). False: it could not be tried; why says. */
bool trial_run(
	struct trial *t, const char *program, enum sandbox_level level, char *why, size_t room);

/* The same before bots are started, with the program that runs: can the level be had, and does it
 * hold? Takes a few hundredths of a second. False: a sentence in why. */
bool trial_pass(enum sandbox_level level, char *why, size_t room);

#endif
