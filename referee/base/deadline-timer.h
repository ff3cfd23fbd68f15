/*
 * deadline-timer.h - one timer for many deadlines. It is set for the nearest and left alone while
 * later ones come and go, so that a deadline costs next to nothing.
 */
#ifndef REFEREE_BASE_DEADLINE_TIMER_H
#define REFEREE_BASE_DEADLINE_TIMER_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/base/time.h"

/* It stays where it is while it is open. */
struct deadline_timer {
	struct event *timer; /* owned; NULL: it is not open */
	usec at;	     /* 0: not set */
	void (*ring)(void *arg);
	void *arg; /* borrowed */
};

/* ring is called from the loop when the deadline that it was set for is over; it is not set any
 * more then. False: no room for events. */
bool deadline_timer_open(
	struct deadline_timer *a, struct event_base *base, void (*ring)(void *arg), void *arg);
void deadline_timer_close(struct deadline_timer *a);

/* The nearest deadline; 0: there is none. */
void deadline_timer_set(struct deadline_timer *a, usec deadline);

#endif
