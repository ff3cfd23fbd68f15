/*
 * breath.h - what a listener of libevent does when there is no descriptor left for who comes: left
 * alone it would be woken for the same one without end, with a line on stderr each time.
 */
#ifndef REFEREE_PROCESSES_BREATH_H
#define REFEREE_PROCESSES_BREATH_H

#include <event2/listener.h>

/* From now on it listens to nobody for a moment then. It must live as long as its base runs. */
void breath_give(struct evconnlistener *listener);

#endif
