/*
 * accept-backoff.h - what a listener of libevent does when there is no descriptor left for who
 * comes: left alone it would be woken for the same one without end, with a line on stderr each
 * time.
 */
#ifndef REFEREE_NET_ACCEPT_BACKOFF_H
#define REFEREE_NET_ACCEPT_BACKOFF_H

#include <event2/listener.h>

/* From now on it listens to nobody for a moment then. It must live as long as its base runs. */
void accept_backoff_give(struct evconnlistener *listener);

#endif
