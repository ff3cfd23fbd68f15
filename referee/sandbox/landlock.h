/*
 * landlock.h - Landlock: rules about files, sockets and signals that a process lays on itself.
 */
#ifndef REFEREE_SANDBOX_LANDLOCK_H
#define REFEREE_SANDBOX_LANDLOCK_H

#include <stdbool.h>

#include "referee/sandbox/fs-view.h"

/* The kernel's version of it; 0: none. */
int landlock_version(void);

/* Makes the rules for the view: reading and executing what is shown, writing only in scratch and to
 * the devices, no TCP, no signals and no abstract sockets to the outside. inside: the root is the
 * view's own already. build: what is in scratch may be executed. Returns a descriptor; -1 with
 * errno. */
int landlock_make(const struct fs_view *v, bool inside, bool build);

/* Makes rules for a process of ours: it reads what is below these folders (one that is not there is
 * passed over) and writes and executes nothing; no TCP, no signals and no abstract sockets to the
 * outside. Returns a descriptor; -1 with errno, ENOSYS or EOPNOTSUPP where the kernel has none. */
int landlock_make_reader(const char *const *folders, int count);

/* Lays the rules on this process for good; needs no_new_privs. -1 with errno. One system call. */
int landlock_restrict(int rules);

#endif
