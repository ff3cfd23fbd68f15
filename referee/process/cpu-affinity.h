/*
 * cpu-affinity.h - the processors that the referee may use, and processor lists such as "0-3,6".
 *
 * A number in a list is the system's number, as in /proc/cpuinfo and taskset. A place counts only
 * the processors that this process may use, from 0. process_pin() takes a place.
 */
#ifndef REFEREE_PROCESS_CPU_AFFINITY_H
#define REFEREE_PROCESS_CPU_AFFINITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { CPU_AFFINITY_MAX = 256, CPU_AFFINITY_NUMBER_MAX = 1023 };

struct cpu_affinity {
	int count; /* 0: no list */
	uint64_t bits[(CPU_AFFINITY_NUMBER_MAX + 1) / 64];
};

/* Number of processors that this process may use; 1 if unknown. */
int cpu_affinity_usable(void);

/* The folder of processors, for cpu_affinity_cores(). */
#define CPU_AFFINITY_FOLDER "/sys/devices/system/cpu"

/* Number of physical cores among them, from the topology below this folder; a processor without a
 * topology counts as a core. */
int cpu_affinity_cores(const char *folder);

/* Is the text meant as a list, right or wrong? */
bool cpu_affinity_is_list(const char *text);

/* Reads a list of numbers and ranges. False: one line in err, and *list is unchanged. */
bool cpu_affinity_read(struct cpu_affinity *list, const char *text, struct error *err);

/* The nth number of the list in ascending order, from 0. */
int cpu_affinity_number(const struct cpu_affinity *list, int nth);

/* The place of the processor with this number; -1: it does not exist or is not allowed. */
int cpu_affinity_place(int number);

/* Keeps this process and its later children to the list; without a list it changes nothing. */
void cpu_affinity_keep(const struct cpu_affinity *list);

/* Writes the list of usable processors. */
void cpu_affinity_write(char *text, size_t room);

#endif
