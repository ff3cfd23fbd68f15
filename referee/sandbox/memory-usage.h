/*
 * memory-usage.h - the memory that the processes of a sandbox hold, read from /proc, where no
 * control group counts it.
 *
 * Counted are:
 * - the pages of each process, also those that were swapped out, and its page tables;
 * - shared memory without a file, by its size: a process may give back its pages and keep the
 *   memory. Memory that several processes share counts once;
 * - buffers of pipes and sockets, by the most that each can hold. A system-call filter must keep
 *   their usual sizes.
 *
 * Not counted are files in the scratch space, which has a limit of its own, and the memory that the
 * kernel takes for descriptors, mappings and threads. So the sum is what a check can know between
 * two looks, and no bound.
 */
#ifndef REFEREE_SANDBOX_MEMORY_USAGE_H
#define REFEREE_SANDBOX_MEMORY_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct memory_usage_object;

struct memory_usage {
	int64_t hidden;	       /* counts for a process whose open files cannot be read */
	int64_t socket;	       /* the most that the buffer of a socket can hold */
	unsigned major, minor; /* the device of shared memory without a file */

	/* While it sums up. */
	pid_t *processes; /* owned */
	size_t processes_count;
	struct memory_usage_object *objects; /* owned */
	size_t objects_count;
};

/* Learns the sizes and the device of this machine. files: the open files that a process may have;
 * 0: no limit. */
void memory_usage_init(struct memory_usage *m, int64_t files);
/* The memory in bytes. all: of all processes that /proc shows, but for the first; else of all
 * descendants of this process. The sum is exact where it is above the limit: to know more than that
 * it is below takes longer. */
int64_t memory_usage_measure(struct memory_usage *m, bool all, int64_t limit);

#endif
