/*
 * deadline-timer.h - one timer for many deadlines.
 *
 * The timer is set for the nearest deadline. Later deadlines that come and go do not touch it, so a
 * deadline costs almost nothing.
 */
#ifndef REFEREE_PROCESS_DEADLINE_TIMER_H
#define REFEREE_PROCESS_DEADLINE_TIMER_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/time.h"

/* Must not move while it is open. */
struct deadline_timer {
	struct event *timer; /* owned; NULL: not open */
	usec at;	     /* 0: not set */
	void (*ring)(void *arg);
	void *arg; /* borrowed */
};

/* ring is called from the event loop when the deadline is over; the timer is unset then. False: out
 * of memory for events. */
bool deadline_timer_open(
	struct deadline_timer *timer, struct event_base *base, void (*ring)(void *arg), void *arg);
void deadline_timer_close(struct deadline_timer *timer);

/* Sets the nearest deadline; 0: none. */
void deadline_timer_set(struct deadline_timer *timer, usec deadline);

#endif
