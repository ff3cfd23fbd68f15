/*
 * restart-backoff.h - how long to wait until something that has ended is started again: twice as
 * long each time, up to half a minute; once it has lasted for a minute it begins anew. Pure: the
 * time is an argument. Of zeroes it has never been started.
 */
#ifndef REFEREE_BASE_RESTART_BACKOFF_H
#define REFEREE_BASE_RESTART_BACKOFF_H

#include "referee/base/time.h"

#define RESTART_BACKOFF_FIRST	(500 * MILLISECOND)
#define RESTART_BACKOFF_LONGEST (30 * SECOND)
#define RESTART_BACKOFF_LASTED	(60 * SECOND)

struct restart_backoff {
	usec started;
	int failures; /* since it lasted */
};

void restart_backoff_start(struct restart_backoff *b, usec now);

/* It has ended, or could not be started: the wait. */
usec restart_backoff_fail(struct restart_backoff *b, usec now);

#endif
