/*
 * deadline-timer.c - one timer for many deadlines.
 */
#include "referee/process/deadline-timer.h"

#include <stddef.h>

static void deadline_timer_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct deadline_timer *timer = arg;
	(void)fd, (void)what;
	timer->at = 0;
	timer->ring(timer->arg);
}

bool deadline_timer_open(
	struct deadline_timer *timer, struct event_base *base, void (*ring)(void *arg), void *arg)
{
	*timer = (struct deadline_timer){.ring = ring, .arg = arg};
	timer->timer = evtimer_new(base, deadline_timer_on_timer, timer);
	return timer->timer != NULL;
}

void deadline_timer_close(struct deadline_timer *timer)
{
	if (timer->timer != NULL)
		event_free(timer->timer);
	timer->timer = NULL;
}

void deadline_timer_set(struct deadline_timer *timer, usec deadline)
{
	if (deadline == 0 || (timer->at > 0 && timer->at <= deadline))
		return;
	usec left = deadline - time_now() + 1;
	struct timeval wait = time_timeval(left > 0 ? left : 1);
	timer->at = deadline;
	event_add(timer->timer, &wait);
}
