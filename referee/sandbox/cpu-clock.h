/*
 * cpu-clock.h - what another process has used of the processor, read from the kernel.
 */
#ifndef REFEREE_SANDBOX_CPU_CLOCK_H
#define REFEREE_SANDBOX_CPU_CLOCK_H

#include <sys/types.h>
#include <time.h>

#include "referee/base/time.h"

struct cpu_clock {
	clockid_t clock; /* of all its threads */
	usec cpu;	 /* when it was last read */
	int file;	 /* its schedstat; -1: none */
	usec wait;	 /* when it was last read; -1: not known */
};

/* Begins to measure a child that has not been waited for. */
void cpu_clock_open(struct cpu_clock *m, pid_t pid);
void cpu_clock_close(struct cpu_clock *m);

/* Processor time since the last call (or cpu_clock_open()): 0.3 us. */
usec cpu_clock_cpu(struct cpu_clock *m);

/* Time since the last call that its main thread was runnable and had no processor (the kernel's
 * run-queue delay): 0.7 us; -1 when the kernel does not say. */
usec cpu_clock_wait(struct cpu_clock *m);

/* The same of ourselves, all that there was so far; 0 when the kernel does not say. To be asked in
 * one process only, not in what it forked. */
usec cpu_clock_own_wait(void);

#endif
