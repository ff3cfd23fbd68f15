/*
 * seccomp.h - the system calls that a bot may make: a seccomp filter, made once by libseccomp and
 * put on with system calls only.
 */
#ifndef REFEREE_SANDBOX_SECCOMP_H
#define REFEREE_SANDBOX_SECCOMP_H

#include <linux/filter.h>
#include <stdbool.h>

/* What is refused besides, where something else cannot refuse it. */
enum {
	SECCOMP_NO_MODES = 1, /* owners, modes and times of files, which Landlock does not know */
	SECCOMP_NO_MEMFD = 2, /* files in memory only, which no limit but a cgroup's counts */
};

/* Makes the filters; once a process. False with errno. */
bool seccomp_prepare(void);

/* Puts them on for this process, for good; needs no_new_privs. -1 with errno. Between vfork() and
 * exec it may be called. */
int seccomp_restrict(unsigned besides);

#endif
