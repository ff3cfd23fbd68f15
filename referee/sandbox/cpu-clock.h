/*
 * cpu-clock.h - what another process has used of the processor, read from the kernel.
 */
#ifndef REFEREE_SANDBOX_CPU_CLOCK_H
#define REFEREE_SANDBOX_CPU_CLOCK_H

#include <sys/types.h>
#include <time.h>

#include "referee/base/time.h"

struct meter {
	clockid_t clock; /* of all its threads */
	usec cpu;	 /* when it was last read */
	int file;	 /* its schedstat; -1: none */
	usec wait;	 /* when it was last read; -1: not known */
};

/* Begins to measure a child that has not been waited for. */
void meter_open(struct meter *m, pid_t pid);
void meter_close(struct meter *m);

/* Processor time since the last call (or meter_open()): 0.3 us. */
usec meter_cpu(struct meter *m);

/* Time since the last call that its main thread was runnable and had no processor (the kernel's
 * run-queue delay): 0.7 us; -1 when the kernel does not say. */
usec meter_wait(struct meter *m);

/* The same of ourselves, all that there was so far; 0 when the kernel does not say. To be asked in
 * one process only, not in what it forked. */
usec meter_own_wait(void);

#endif
