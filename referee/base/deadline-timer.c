/*
 * deadline-timer.c - one timer for many deadlines.
 */
#include "referee/base/deadline-timer.h"

#include <stddef.h>

static void alarm_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct alarm *a = arg;
	(void)fd, (void)what;
	a->at = 0;
	a->ring(a->arg);
}

bool alarm_open(struct alarm *a, struct event_base *base, void (*ring)(void *arg), void *arg)
{
	*a = (struct alarm){.ring = ring, .arg = arg};
	a->timer = evtimer_new(base, alarm_on_timer, a);
	return a->timer != NULL;
}

void alarm_close(struct alarm *a)
{
	if (a->timer != NULL)
		event_free(a->timer);
	a->timer = NULL;
}

void alarm_set(struct alarm *a, usec deadline)
{
	if (deadline == 0 || (a->at > 0 && a->at <= deadline))
		return;
	usec left = deadline - time_now() + 1;
	struct timeval wait = time_timeval(left > 0 ? left : 1);
	a->at = deadline;
	event_add(a->timer, &wait);
}
