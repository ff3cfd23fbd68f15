/*
 * privileges.h - who a bot is and what it may use: its user, no capabilities, its resource limits.
 * All of it are system calls only, so it may be done between vfork() and exec.
 */
#ifndef REFEREE_SANDBOX_PRIVILEGES_H
#define REFEREE_SANDBOX_PRIVILEGES_H

#include <stdbool.h>
#include <sys/types.h>

#include "referee/sandbox/limits.h"

struct privileges {
	const struct sandbox_limits *allowance; /* borrowed */
	uid_t owner;				/* whom it becomes */
	gid_t group;				/* its only one */
	bool change;				/* it is somebody else so far */
	bool alone;				/* nothing else runs as this user */
	int keepers;				/* of ours, that do */
	bool counted;				/* a cgroup counts its memory */
};

/* The limits of resources. -1 with errno. */
int privileges_limit(const struct privileges *r);

/* Becomes the owner, for good: no groups, no capabilities, no way to new ones. -1 with errno. */
int privileges_drop(const struct privileges *r);

#endif
