/*
 * check-process.h - the process that examines one bot, for the command that starts it.
 */
#ifndef REFEREE_CHECK_CHECK_PROCESS_H
#define REFEREE_CHECK_CHECK_PROCESS_H

#include <stdbool.h>

#include "referee/base/process.h"

struct check_process {
	void (*work)(void *arg, int number); /* examines bot number, and prints what it finds */
	void *arg;
	bool tells; /* its stdout is the way to the process that started it, else that one's own */
	int place;  /* it keeps to this processor, as an arbiter does (process_pin()) */
};

/* arg: a struct check_process. */
extern const struct process_kind check_process;

#endif
