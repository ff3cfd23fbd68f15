/*
 * loop-lag.c - the watch of a process over its own loop.
 */
#include "referee/process/loop-lag.h"

#include <event2/event_struct.h>

static struct {
	struct event tick;
	usec limit;
	usec cpu, wait; /* at the last tick */
	usec (*waited)(void);
	usec (*stood)(void *arg, usec span);
	void *arg;
} loop_lag;

/* Ticks in the time of the limit: before a tick that comes late the process may have slept for this
 * part of it, which is less than what counts. */
enum { LOOP_LAG_TICKS = 3, LOOP_LAG_COUNTS = 2 };

usec loop_lag_stood(usec limit, usec span, usec cpu, usec wait)
{
	usec left = span - cpu - wait;
	return span > limit && left > limit / LOOP_LAG_COUNTS ? left : 0;
}

usec loop_lag_leave_out(void *arg, usec span)
{
	(void)arg;
	return span;
}

static void loop_lag_measure(void)
{
	if (loop_lag.waited == NULL)
		return;
	loop_lag.cpu = time_own_cpu();
	loop_lag.wait = loop_lag.waited();
}

static usec loop_lag_on_gap(void *arg, usec span)
{
	usec cpu = loop_lag.cpu, wait = loop_lag.wait;
	(void)arg;
	loop_lag_measure();
	usec stood = loop_lag_stood(loop_lag.limit, span, loop_lag.cpu - cpu, loop_lag.wait - wait);
	return stood > 0 ? loop_lag.stood(loop_lag.arg, stood) : 0;
}

static void loop_lag_on_tick(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	time_now(); /* which notices a gap */
	loop_lag_measure();
}

bool loop_lag_watch(struct event_base *base, usec limit, usec (*waited)(void),
	usec (*stood)(void *arg, usec span), void *arg)
{
	struct timeval often = time_timeval(limit / LOOP_LAG_TICKS);
	loop_lag.limit = limit;
	loop_lag.waited = waited;
	loop_lag.stood = stood;
	loop_lag.arg = arg;
	loop_lag_measure();
	time_watch_gaps(limit, loop_lag_on_gap, NULL);
	return event_assign(&loop_lag.tick, base, -1, EV_PERSIST, loop_lag_on_tick, NULL) == 0 &&
	       event_add(&loop_lag.tick, &often) == 0;
}
