/*
 * privileges.h - sets a bot's user, capabilities and resource limits.
 *
 * All functions use system calls only, so they may be called between vfork() and exec.
 */
#ifndef REFEREE_SANDBOX_PRIVILEGES_H
#define REFEREE_SANDBOX_PRIVILEGES_H

#include <stdbool.h>
#include <sys/types.h>

#include "referee/sandbox/limits.h"

/* Root gives each sandbox a user of its own, from this id on. */
enum { PRIVILEGES_OWNERS = 0x40000000 };

struct privileges {
	const struct sandbox_limits *resources; /* borrowed */
	uid_t owner;				/* user that the process becomes */
	gid_t group;				/* its only group */
	bool change;				/* the process has another user now */
	bool alone;				/* no other process has this user */
	int own_processes; /* number of the referee's processes that have it too */
	bool counted;	   /* a cgroup counts its memory */
};

/* Sets the resource limits. -1 with errno. */
int privileges_limit(const struct privileges *privileges);

/* Changes to the owner for good: drops all other groups, all capabilities and all ways to new ones.
 * -1 with errno. */
int privileges_drop(const struct privileges *privileges);

#endif
