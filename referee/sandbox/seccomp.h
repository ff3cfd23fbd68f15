/*
 * seccomp.h - the system calls that a bot may make, and those that an exposed process of the
 * referee gives up.
 *
 * libseccomp makes the seccomp filter once. Applying it takes system calls only.
 */
#ifndef REFEREE_SANDBOX_SECCOMP_H
#define REFEREE_SANDBOX_SECCOMP_H

#include <linux/filter.h>
#include <stdbool.h>

enum {
	/* Further refusals, where no other layer can refuse them. */
	SECCOMP_NO_MODES = 1, /* owners, modes, times of files: Landlock does not control them */
	SECCOMP_NO_UNCOUNTED = 2, /* memory that of all limits only a cgroup counts: files in memory
				     only, larger buffers of pipes and sockets, pages in pipes */
	/* No refusals: a bot gets neither. */
	SECCOMP_BUILD = 4,   /* locks of files, which compilers need: bots would hear each other by
				them, in files that all may read */
	SECCOMP_NETWORK = 8, /* connections of the internet; only with SECCOMP_BUILD */
};

/* Makes the filters of bots; called once per process. False with errno. */
bool seccomp_prepare(void);

/* Makes the filter for SECCOMP_BUILD, with SECCOMP_NETWORK or without; called before it is applied.
 * False with errno. */
bool seccomp_prepare_build(bool network);

/* Applies the filters to this process for good; needs no_new_privs. May be called between vfork()
 * and exec. -1 with errno. */
int seccomp_restrict(unsigned besides);

/* For a process of the referee that talks to untrusted peers: from now on it and its children get
 * EPERM for system calls that such a process does not need, and for those in more (names, ended by
 * NULL; a name that this machine does not know is skipped). Needs no_new_privs. False with errno.
 */
bool seccomp_deny(const char *const *more);

/* The same for these calls alone. */
bool seccomp_deny_only(const char *const *names);

#endif
