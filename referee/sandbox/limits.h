/*
 * limits.h - resource limits and sandbox level of one bot, and limits of its build. A limit of 0 means no limit.
 */
#ifndef REFEREE_SANDBOX_LIMITS_H
#define REFEREE_SANDBOX_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/time.h"

enum sandbox_level {
	SANDBOX_NONE,	 /* own session only; the whole sandbox is killed if the machine can */
	SANDBOX_REDUCED, /* no namespaces: limits, Landlock, seccomp, and an own user if root runs
			    the referee */
	SANDBOX_FULL,	 /* all layers */
	SANDBOX_LEVELS
};

/* "none", "reduced", "full" */
extern const char *const sandbox_level_names[SANDBOX_LEVELS + 1]; /* ended by NULL */

struct sandbox_limits {
	int64_t memory, scratch;  /* bytes */
	int64_t processes, files; /* a thread counts as a process; files: open at a time */
	int64_t output, line,
		errors; /* bytes per turn, bytes per line, and bytes of stderr that are kept */
	usec startup, newgame, quit; /* time limit of each phase */
};

/* Default limits of a tournament. */
extern const struct sandbox_limits sandbox_limits_usual;

/* Limits of a bot's build. */
struct build_limits {
	int64_t memory,
		disk; /* bytes: of all its processes, and of the copy including built files */
	usec timeout;
	bool network; /* it may open sockets */
	bool large;   /* the built files may fill the disk: no BUILD_LEFT_..., builder.h */
};

#endif
