/*
 * process-tree-usage.h - every process and thread of a box, and what they have used of the
 * processor.
 *
 * Counted are all descendants of the box's keeper, found by walking /proc: of each process its
 * clock (all its threads, those that ended too) and what its children that it waited for had used
 * (to ten milliseconds); of each thread the run-queue delay. Not counted is what a process used
 * that ended unseen between two looks and that nobody waited for, and all beyond
 * PROCESS_TREE_USAGE_MAX processes or threads. A look costs some 15 us for one process of one
 * thread, so it is for boxes of which more has to be known than cpu-clock.h tells.
 */
#ifndef REFEREE_SANDBOX_PROCESS_TREE_USAGE_H
#define REFEREE_SANDBOX_PROCESS_TREE_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "referee/base/time.h"

enum { PROCESS_TREE_USAGE_MAX = 256 };

struct process_tree_usage_list;

struct process_tree_usage {
	pid_t keeper;
	struct process_tree_usage_list *before, *now; /* owned; NULL until the first look */
};

struct process_tree_usage_found {
	usec cpu, wait;	  /* since the last look; the first look of all finds 0 */
	usec others;	  /* of that cpu: all but that of the box's first process itself; the first
			   * look of all finds all that they ever used, ... */
	usec others_wait; /* ... and waited for */
	int processes;	  /* besides the keeper */
	bool ready;	  /* some thread runs, or could run if it had a processor */
};

/* The box of this keeper, our child. Nothing is looked at yet. */
void process_tree_usage_open(struct process_tree_usage *c, pid_t keeper);
void process_tree_usage_close(struct process_tree_usage *c);

/* Does this kernel tell what a census asks, and how long a thread waits? False: a line in why. */
bool process_tree_usage_possible(char *why, size_t room);

void process_tree_usage_take(struct process_tree_usage *c, struct process_tree_usage_found *found);

#endif
