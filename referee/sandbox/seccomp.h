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

/* Further refusals, where no other layer can refuse them. */
enum {
	SECCOMP_NO_MODES = 1, /* owners, modes, times of files: Landlock does not control them */
	SECCOMP_NO_MEMFD = 2, /* files in memory only: of all limits, only a cgroup counts them */
	SECCOMP_NETWORK = 4,  /* no refusal: connections of the internet are allowed */
};

/* Makes the filters; called once per process. False with errno. */
bool seccomp_prepare(void);

/* Makes the filter for SECCOMP_NETWORK; called before it is applied. False with errno. */
bool seccomp_prepare_network(void);

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
