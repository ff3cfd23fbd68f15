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

enum { PROCESSORS_MAX = 256, PROCESSORS_NUMBER_MAX = 1023 };

struct processors {
	int count; /* 0: there is no list */
	uint64_t bits[(PROCESSORS_NUMBER_MAX + 1) / 64];
};

/* How many this process may use; 1 where that cannot be known. */
int processors_usable(void);

/* Reads a list of numbers and ranges. False: a line in why, and the list is as it was. */
bool processors_read(struct processors *list, const char *text, char *why, size_t room);

/* The number of the nth in the list, from 0, the lowest first. */
int processors_number(const struct processors *list, int nth);

/* The place of the processor of this number; -1: it is not there, or not allowed. */
int processors_place(int number);

/* Writes which processors may be used, as a list. */
void processors_tell(char *text, size_t room);

#endif
