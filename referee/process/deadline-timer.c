/*
 * deadline-timer.c - one timer for many deadlines.
 */
#include "referee/process/deadline-timer.h"

#include <stddef.h>

static void deadline_timer_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct deadline_timer *a = arg;
	(void)fd, (void)what;
	a->at = 0;
	a->ring(a->arg);
}

bool deadline_timer_open(
	struct deadline_timer *a, struct event_base *base, void (*ring)(void *arg), void *arg)
{
	*a = (struct deadline_timer){.ring = ring, .arg = arg};
	a->timer = evtimer_new(base, deadline_timer_on_timer, a);
	return a->timer != NULL;
}

void deadline_timer_close(struct deadline_timer *a)
{
	if (a->timer != NULL)
		event_free(a->timer);
	a->timer = NULL;
}

void deadline_timer_set(struct deadline_timer *a, usec deadline)
{
	if (deadline == 0 || (a->at > 0 && a->at <= deadline))
		return;
	usec left = deadline - time_now() + 1;
	struct timeval wait = time_timeval(left > 0 ? left : 1);
	a->at = deadline;
	event_add(a->timer, &wait);
}
