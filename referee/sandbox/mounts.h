/*
 * mounts.h - builds a bot's root file system, in which only its view is mounted.
 */
#ifndef REFEREE_SANDBOX_MOUNTS_H
#define REFEREE_SANDBOX_MOUNTS_H

#include <stdint.h>
#include <sys/types.h>

#include "referee/sandbox/fs-view.h"

struct mounts_plan {
	const struct fs_view *view;
	int64_t scratch; /* size of the scratch space in bytes; 0: none */
	uid_t owner;	 /* owner of the scratch space */
	gid_t group;
	bool change; /* owner is another user than the referee's: the bot's files must appear as the
			owner's */
	bool build;  /* files in the scratch space may be executed */
};

/* Makes this process's mounts private. Call it in a new mount namespace. -1 with errno: this
 * process may not mount. */
int mounts_own(void);

/* Replaces the root by the view, with /proc, a few devices, and the scratch space. Call it in a
 * process with its own mount and PID namespaces. -1 with errno; *place then names the path or mount
 * that failed. */
int mounts_enter(const struct mounts_plan *p, const char **place);

/* Returns a descriptor for mount_setattr() that shows files of uid and gid as files of owner. For
 * root only: each bot then has a user of its own, which without a map could not read files that
 * only the owner of the bot's folder may read. The descriptor is kept for later calls; the caller
 * must not close it. -1: no map. */
int mounts_map_owner(uid_t uid, gid_t gid, uid_t owner);

/* Forgets all kept descriptors. Called after a fork that closed them. */
void mounts_forget_maps(void);

#endif
