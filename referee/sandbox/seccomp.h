/*
 * seccomp.h - the system calls that a bot may make.
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
};

/* Makes the filters; called once per process. False with errno. */
bool seccomp_prepare(void);

/* Applies the filters to this process for good; needs no_new_privs. May be called between vfork()
 * and exec. -1 with errno. */
int seccomp_restrict(unsigned besides);

#endif
