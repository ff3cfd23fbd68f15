/*
 * accept-backoff.c - pauses a listener without free descriptors.
 */
#include "referee/net/accept-backoff.h"

#include <event2/event.h>
#include <stddef.h>

enum { ACCEPT_BACKOFF_PAUSE = 100 /* ms */ };

static void accept_backoff_is_over(evutil_socket_t fd, short what, void *listener)
{
	(void)fd;
	(void)what;
	evconnlistener_enable(listener);
}

static void accept_backoff_take(struct evconnlistener *listener, void *arg)
{
	static const struct timeval moment = {.tv_usec = ACCEPT_BACKOFF_PAUSE * 1000};
	struct event_base *base = evconnlistener_get_base(listener);
	(void)arg;
	if (event_base_once(base, -1, EV_TIMEOUT, accept_backoff_is_over, listener, &moment) == 0)
		evconnlistener_disable(listener);
}

void accept_backoff_give(struct evconnlistener *listener)
{
	evconnlistener_set_error_cb(listener, accept_backoff_take);
}
