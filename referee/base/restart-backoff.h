/*
 * restart-backoff.h - how long to wait until something that has ended is started again: twice as
 * long each time, up to half a minute; once it has lasted for a minute it begins anew. Pure: the
 * time is an argument. Of zeroes it has never been started.
 */
#ifndef REFEREE_BASE_RESTART_BACKOFF_H
#define REFEREE_BASE_RESTART_BACKOFF_H

#include "referee/base/time.h"

#define BACKOFF_FIRST	(500 * MILLISECOND)
#define BACKOFF_LONGEST (30 * SECOND)
#define BACKOFF_LASTED	(60 * SECOND)

struct backoff {
	usec started;
	int failures; /* since it lasted */
};

void backoff_start(struct backoff *b, usec now);

/* It has ended, or could not be started: the wait. */
usec backoff_fail(struct backoff *b, usec now);

#endif
