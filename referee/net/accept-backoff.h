/*
 * accept-backoff.h - pauses a libevent listener that has no free descriptor. Without a pause
 * libevent would report the same waiting connection without end, each time with a line on stderr.
 */
#ifndef REFEREE_NET_ACCEPT_BACKOFF_H
#define REFEREE_NET_ACCEPT_BACKOFF_H

#include <event2/listener.h>

/* Sets the pause for this listener. The listener must live as long as its base runs. */
void accept_backoff_give(struct evconnlistener *listener);

#endif
