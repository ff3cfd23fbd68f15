/*
 * loop-lag.h - notices when this process stood still: it was stopped, its machine slept, or a call
 * blocked.
 *
 * A process with an event loop ticks. If it did not even ask for the time for longer than a limit,
 * it did not run, or did not return to its loop. Its own processor time and its wait for a
 * processor may explain a part of that span. The rest is the time in which it stood still; less
 * than half of the limit does not count.
 */
#ifndef REFEREE_PROCESS_LOOP_LAG_H
#define REFEREE_PROCESS_LOOP_LAG_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/time.h"

/* The limit of a process that judges by time, and of one that only passes things on. */
#define LOOP_LAG_JUDGES (60 * MILLISECOND)
#define LOOP_LAG_PASSES (600 * MILLISECOND)

/* The time in which a process stood still that did not ask for the time for this span, and
 * meanwhile used the processor and waited for it for these; 0: none that counts. */
usec loop_lag_stood(usec limit, usec span, usec cpu, usec wait);

/*
 * Watches this process from its loop, until the base is freed; once per process. waited() returns
 * how long this thread ever waited for a processor; NULL: nothing explains a span, also not the
 * work of the process. stood() is called from time_now() when the process stood still, before that
 * returns, with the span; it returns how much of it is left out of the time of this process. False:
 * out of memory for events.
 */
bool loop_lag_watch(struct event_base *base, usec limit, usec (*waited)(void),
	usec (*stood)(void *arg, usec span), void *arg);

/* Leaves all of it out: a stood() for a process that judges by time. */
usec loop_lag_leave_out(void *arg, usec span);

#endif
