/*
 * id-map.h - files that seem to belong to somebody else: a bot of root's runs as a user of its own,
 * who could not read what only the owner of its folder may.
 */
#ifndef REFEREE_SANDBOX_ID_MAP_H
#define REFEREE_SANDBOX_ID_MAP_H

#include <sys/types.h>

/* For root: a descriptor for mount_setattr(), with which the files of uid and gid are the box's
 * owner's. It is kept for the next time and not the caller's to close. -1: there is none. */
int id_map_map(uid_t uid, gid_t gid, uid_t owner);

/* After a fork that closed the descriptors: none is kept. */
void id_map_forget(void);

#endif
