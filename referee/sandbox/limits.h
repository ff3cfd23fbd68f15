/*
 * limits.h - what one bot may use of the machine, and how tightly it is locked in. 0 of anything
 * is no limit.
 */
#ifndef REFEREE_SANDBOX_LIMITS_H
#define REFEREE_SANDBOX_LIMITS_H

#include <stdint.h>

#include "referee/base/time.h"

enum sandbox_level {
	SANDBOX_NONE,	 /* a session of its own; killed whole where the machine can */
	SANDBOX_REDUCED, /* no namespaces: limits, Landlock, seccomp, a user of its own for root */
	SANDBOX_FULL,	 /* all of it */
	SANDBOX_LEVELS
};

/* "none", "reduced", "full" */
extern const char *const sandbox_level_names[SANDBOX_LEVELS + 1]; /* ended by NULL */

struct sandbox_limits {
	int64_t memory, scratch;      /* bytes */
	int64_t processes, files;     /* threads are processes; files: open at a time */
	int64_t output, line, errors; /* bytes of a turn, of a line, and kept of its stderr */
	usec startup, newgame, quit;  /* how long it may take for each */
};

/* Those of a tournament that says nothing else. */
extern const struct sandbox_limits sandbox_limits_usual;

#endif
