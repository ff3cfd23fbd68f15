/*
 * cpu-clock.h - CPU time and run-queue delay of another process, read from the kernel.
 */
#ifndef REFEREE_SANDBOX_CPU_CLOCK_H
#define REFEREE_SANDBOX_CPU_CLOCK_H

#include <sys/types.h>
#include <time.h>

#include "base/time.h"

struct cpu_clock {
	clockid_t clock; /* counts all threads of the process */
	usec cpu;	 /* last reading */
	int file;	 /* its schedstat file; -1: none */
	usec wait;	 /* last reading; -1: unknown */
};

/* Starts to measure a child that has not been waited for. */
void cpu_clock_open(struct cpu_clock *clock, pid_t pid);
void cpu_clock_close(struct cpu_clock *clock);

/* CPU time since the last call, or since cpu_clock_open(). Costs 0.3 us. */
usec cpu_clock_cpu(struct cpu_clock *clock);

/* Time since the last call in which its main thread was runnable but had no processor (the kernel's
 * run-queue delay). Costs 0.7 us. -1: the kernel does not report it. */
usec cpu_clock_wait(struct cpu_clock *clock);

/* Run-queue delay of the calling process since it started; 0: the kernel does not report it. Call
 * it in one process only, not in its forked children. */
usec cpu_clock_own_wait(void);

#endif
