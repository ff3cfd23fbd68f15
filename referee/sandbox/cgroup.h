/*
 * cgroup.h - a control group for each box, where the machine lets us make some: it counts all the
 * memory of a box, whoever in it holds it and whatever kind it is. Version 1 and 2.
 */
#ifndef REFEREE_SANDBOX_CGROUP_H
#define REFEREE_SANDBOX_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Once a process: finds where groups can be made, and removes those that dead referees left. */
void cgroup_prepare(void);

/* Makes the group of a slot, with a limit of memory in bytes. Returns a descriptor; whoever writes
 * "0" to it is in the group, as is all it starts from then on. -1: none could be made. */
int cgroup_make(int slot, int64_t memory);

/* How often somebody in it was killed for want of memory; -1: not known. */
int64_t cgroup_kills(int slot);

/* Nobody is in it any more. */
void cgroup_remove(int slot);

#endif
