/*
 * self-usage.h - what the referee's own processes use, for each kind.
 *
 * The main process reads it from /proc; the others are its children.
 */
#ifndef REFEREE_PROCESS_SELF_USAGE_H
#define REFEREE_PROCESS_SELF_USAGE_H

#include <stdint.h>

/* The name is the word behind "referee-" in the process name, or "main" for the main process. */
enum { SELF_USAGE_KINDS = 8, SELF_USAGE_NAME = 16 };

struct self_usage {
	char name[SELF_USAGE_NAME];
	int64_t count, bytes;
	int64_t descriptors; /* -1: unknown for one of them, which may not be inspected */
};

/* Counts this process and its children, without other programs. The first `known` kinds stay in
 * kinds, also when they have no process any more. Returns the new number of kinds. Costs about 20
 * us per process, and as much per 100 descriptors. */
int self_usage_count(struct self_usage kinds[SELF_USAGE_KINDS], int known);

#endif
