/*
 * check-process.h - the process that checks one bot for the command that starts it.
 */
#ifndef REFEREE_CHECK_CHECK_PROCESS_H
#define REFEREE_CHECK_CHECK_PROCESS_H

#include <stdbool.h>

#include "referee/base/process.h"

struct check_process {
	void (*work)(void *arg, int number); /* checks bot number and prints the results */
	void *arg;
	bool tells; /* true: its stdout goes to the process that started it; false: it keeps that
		       process's stdout */
	int place;  /* the processor it runs on, as for an arbiter (process_pin()) */
};

/* arg: a struct check_process. */
extern const struct process_kind check_process;

#endif
