/*
 * kill-group.h - killing all that a box held where it is no namespace, which would end with its
 * keeper.
 */
#ifndef REFEREE_SANDBOX_KILL_GROUP_H
#define REFEREE_SANDBOX_KILL_GROUP_H

#include <sys/types.h>

/* Kills all that run as this user, at once: nobody who forks meanwhile is missed. */
void kill_group_owner(uid_t owner);

/* Kills the keeper's children, to whom those whose parents ended are added, until there are none:
 * as good as can be where a child is not found faster than it forks. */
void kill_group_children(pid_t keeper);

#endif
