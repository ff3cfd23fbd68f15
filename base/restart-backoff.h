/*
 * restart-backoff.h - waiting time before something that has ended is started again.
 *
 * The wait doubles each time, up to 30 s. It returns to the first value after a run of at least 60
 * s. Pure: the time is an argument. All zeroes: never started.
 */
#ifndef BASE_RESTART_BACKOFF_H
#define BASE_RESTART_BACKOFF_H

#include "base/time.h"

#define RESTART_BACKOFF_FIRST	(500 * MILLISECOND)
#define RESTART_BACKOFF_LONGEST (30 * SECOND)
#define RESTART_BACKOFF_LASTED	(60 * SECOND)

struct restart_backoff {
	usec started;
	int failures; /* since the last long run */
};

/* The process starts now. */
void restart_backoff_start(struct restart_backoff *b, usec now);

/* Notes an end or a failed start. Returns the wait. */
usec restart_backoff_fail(struct restart_backoff *b, usec now);

#endif
