/*
 * self-usage.h - what the processes of the referee use, kind by kind, as the main process, whose
 * children they are, finds it in /proc.
 */
#ifndef REFEREE_BASE_SELF_USAGE_H
#define REFEREE_BASE_SELF_USAGE_H

#include <stdint.h>

/* By the word behind "referee-" in its name; the main process itself is "main". */
enum { SELF_USAGE_KINDS = 8, SELF_USAGE_NAME = 16 };

struct self_usage {
	char name[SELF_USAGE_NAME];
	int64_t count, bytes;
	int64_t descriptors; /* -1: of one of them it is not known, who may not be looked into */
};

/* This process and its children, other programs not counted. kinds has those that were known
 * before, so many; they stay, also when there is none of them any more. Returns how many kinds
 * there are now. A look costs some 20 us a process, and as much for 100 descriptors. */
int self_usage_count(struct self_usage kinds[SELF_USAGE_KINDS], int known);

#endif
