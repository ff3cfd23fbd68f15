/*
 * mounts.h - a view made true: a root of its own in which only the view is mounted.
 */
#ifndef REFEREE_SANDBOX_MOUNTS_H
#define REFEREE_SANDBOX_MOUNTS_H

#include <stdint.h>
#include <sys/types.h>

#include "referee/sandbox/fs-view.h"

struct mounts_plan {
	const struct fs_view *view;
	int64_t scratch; /* bytes of the scratch space; 0: none */
	uid_t owner;	 /* whose it is */
	gid_t group;
	bool change; /* the owner is not us: what is the bot's is to look like the owner's */
	bool build;  /* what is in the scratch space may be executed */
};

/* In a new mount namespace: from now on our mounts are nobody else's. -1 with errno: we may not
 * mount here. */
int mounts_own(void);

/* In a process with mount and process namespaces of its own: replaces its root by the view, with
 * /proc, the few devices, and the scratch space. -1 with errno: it could not be; *place then names
 * what it was about. */
int mounts_enter(const struct mounts_plan *p, const char **place);

#endif
