/*
 * landlock.h - Landlock rules: a process restricts its own access to files, sockets and signals.
 */
#ifndef REFEREE_SANDBOX_LANDLOCK_H
#define REFEREE_SANDBOX_LANDLOCK_H

#include <stdbool.h>

#include "referee/sandbox/fs-view.h"

/* The Landlock version of the kernel; 0: none. */
int landlock_version(void);

/* Makes the rules for a view. They allow to read and execute what the view shows, and to write only
 * to scratch and the devices. They forbid TCP, and signals and abstract sockets to the outside.
 * inside: the root is already the view. build: files in scratch may be executed. network: TCP is
 * allowed. Returns a descriptor; -1 with errno. */
int landlock_make(const struct fs_view *v, bool inside, bool build, bool network);

/* Makes the rules for a process of the referee. It may read below these folders; a missing folder
 * is skipped. It may not write or execute, or reach signals and abstract sockets outside. more: it
 * may list folders and use TCP too, and some of the folders may be files. Returns a descriptor; -1
 * with errno, ENOSYS or EOPNOTSUPP if the kernel has no Landlock. */
int landlock_make_reader(const char *const *folders, int count, bool more);

/* Makes the rules for a process of the referee that writes files below one folder: it may create,
 * write and remove folders and regular files there, and read the system's libraries. Nothing else.
 * Returns as above. */
int landlock_make_writer(const char *folder);

/* Applies the rules to this process for good; needs no_new_privs. One system call. -1 with errno.
 */
int landlock_restrict(int rules);

#endif
