/*
 * cgroup.h - one control group per sandbox, where the machine lets the referee create one.
 *
 * The group counts all memory of the sandbox: of every process and of every kind. Versions 1 and 2
 * of cgroups are supported.
 */
#ifndef REFEREE_SANDBOX_CGROUP_H
#define REFEREE_SANDBOX_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

/* Version 2: makes room for groups below the group of this process, where that is ours alone, as in
 * a unit of systemd with Delegate. A group with processes of its own cannot limit groups below it.
 * So this process moves into a group below its own. Called before it has children; elsewhere it
 * changes nothing. */
void cgroup_make_room(void);

/* Undoes cgroup_make_room(), for a process that only examines the machine. */
void cgroup_return_room(void);

/* Finds the place where groups can be created, and removes groups that killed referees left. Called
 * once per process. */
void cgroup_prepare(void);

/* The version of cgroups whose groups can be created, and the folder where; 0: none can. Call it
 * after cgroup_prepare(). */
int cgroup_place(const char **folder);

/* Where none can be made, after "so": for people. */
#define CGROUP_NONE                                                                                \
	"`memory` is a hint and not a limit: it is checked each 100 ms, and a bot may use more in between"

/* Creates the group of a slot with a memory limit in bytes. Returns a descriptor: a process that
 * writes "0" to it joins the group, with all its later children. -1: the group could not be
 * created. */
int cgroup_make(int slot, int64_t memory);

/* Number of processes in the group that the kernel killed for lack of memory; -1: unknown. */
int64_t cgroup_kills(int slot);

/* Removes the group. No process may be in it. */
void cgroup_remove(int slot);

#endif
