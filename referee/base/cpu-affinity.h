/*
 * cpu-affinity.h - the processors that our processes may use, and lists of them: "0-3,6".
 *
 * A number in a list is the system's, as /proc/cpuinfo and taskset have it. A place counts those
 * that this process may use, from 0: process_pin() takes it.
 */
#ifndef REFEREE_BASE_CPU_AFFINITY_H
#define REFEREE_BASE_CPU_AFFINITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPU_AFFINITY_MAX = 256, CPU_AFFINITY_NUMBER_MAX = 1023 };

struct cpu_affinity {
	int count; /* 0: there is no list */
	uint64_t bits[(CPU_AFFINITY_NUMBER_MAX + 1) / 64];
};

/* How many this process may use; 1 where that cannot be known. */
int cpu_affinity_usable(void);

/* Reads a list of numbers and ranges. False: a line in why, and the list is as it was. */
bool cpu_affinity_read(struct cpu_affinity *list, const char *text, char *why, size_t room);

/* The number of the nth in the list, from 0, the lowest first. */
int cpu_affinity_number(const struct cpu_affinity *list, int nth);

/* The place of the processor of this number; -1: it is not there, or not allowed. */
int cpu_affinity_place(int number);

/* Writes which processors may be used, as a list. */
void cpu_affinity_tell(char *text, size_t room);

#endif
