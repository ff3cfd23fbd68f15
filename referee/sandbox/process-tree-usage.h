/*
 * process-tree-usage.h - CPU use of every process and thread in a sandbox.
 *
 * It walks /proc and counts all descendants of sandbox-init. For each process it reads:
 * - its CPU clock, which includes all threads, also those that ended;
 * - the CPU time of its children that it waited for, to 10 ms;
 * - the run-queue delay of each thread.
 *
 * Two things are not counted: a process that ended between two looks and that no process waited
 * for, and everything beyond PROCESS_TREE_USAGE_MAX processes or threads. A look costs about 15 us
 * for one process with one thread. Use it only for sandboxes where cpu-clock.h does not tell
 * enough.
 */
#ifndef REFEREE_SANDBOX_PROCESS_TREE_USAGE_H
#define REFEREE_SANDBOX_PROCESS_TREE_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/time.h"

enum { PROCESS_TREE_USAGE_MAX = 256 };

struct process_tree_usage_list;

struct process_tree_usage {
	pid_t init;
	struct process_tree_usage_list *before, *now; /* owned; NULL until the first look */
};

struct process_tree_usage_found {
	usec cpu, wait; /* since the last look; the first look finds 0 */
	usec others;	/* part of cpu: all but that of the first process; the first look finds all
			   that they ever used */
	usec others_wait; /* the same for wait */
	int processes;	  /* not counting sandbox-init */
	bool ready;	  /* a thread runs or is runnable */
};

/* Starts to measure the sandbox of this sandbox-init, which must be our child. Reads nothing yet.
 */
void process_tree_usage_open(struct process_tree_usage *usage, pid_t init);
void process_tree_usage_close(struct process_tree_usage *usage);

/* Does this kernel report everything that process_tree_usage_measure() needs? False: one line in err.
 */
bool process_tree_usage_possible(struct error *err);

/* Measures all processes of the tree. */
void process_tree_usage_measure(
	struct process_tree_usage *usage, struct process_tree_usage_found *found);

#endif
