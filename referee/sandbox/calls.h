/*
 * calls.h - the system calls that a bot may make: a seccomp filter, made once by libseccomp and put
 * on with system calls only.
 */
#ifndef REFEREE_SANDBOX_CALLS_H
#define REFEREE_SANDBOX_CALLS_H

#include <linux/filter.h>
#include <stdbool.h>

/* Makes the filter; once a process. False with errno. */
bool calls_prepare(void);

/* Puts it on for this process, for good; needs no_new_privs. -1 with errno. Between vfork() and
 * exec it may be called. */
int calls_restrict(void);

#endif
