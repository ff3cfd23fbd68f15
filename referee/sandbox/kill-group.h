/*
 * kill-group.h - kills all processes of a sandbox that has no PID namespace. (A namespace ends with
 * its sandbox-init.)
 */
#ifndef REFEREE_SANDBOX_KILL_GROUP_H
#define REFEREE_SANDBOX_KILL_GROUP_H

#include <sys/types.h>

/* Kills all processes of this user in one step: a process that forks meanwhile cannot escape. */
void kill_group_owner(uid_t owner);

/* Kills the children of this sandbox-init until it has none. Orphans become its children. A child
 * that forks faster than it is found can escape. */
void kill_group_children(pid_t keeper);

#endif
