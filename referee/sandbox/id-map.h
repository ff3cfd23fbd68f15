/*
 * id-map.h - maps file owners for sandboxes.
 *
 * When root runs the referee, each bot has a user of its own. Without a map that user could not
 * read files that only the owner of the bot's folder may read.
 */
#ifndef REFEREE_SANDBOX_ID_MAP_H
#define REFEREE_SANDBOX_ID_MAP_H

#include <sys/types.h>

/* Returns a descriptor for mount_setattr() that shows files of uid and gid as files of owner. For
 * root only. This module keeps the descriptor for later calls; the caller must not close it. -1: no
 * map. */
int id_map_map(uid_t uid, gid_t gid, uid_t owner);

/* Forgets all kept descriptors. Called after a fork that closed them. */
void id_map_forget(void);

#endif
