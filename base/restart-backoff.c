/*
 * restart-backoff.c - waits that grow.
 */
#include "base/restart-backoff.h"

void restart_backoff_start(struct restart_backoff *b, usec now)
{
	b->started = now;
}

usec restart_backoff_fail(struct restart_backoff *b, usec now)
{
	usec wait = RESTART_BACKOFF_FIRST;
	if (now - b->started >= RESTART_BACKOFF_LASTED)
		b->failures = 0;
	for (int i = 0; i < b->failures && wait < RESTART_BACKOFF_LONGEST; i++)
		wait *= 2;
	b->failures++;
	return wait < RESTART_BACKOFF_LONGEST ? wait : RESTART_BACKOFF_LONGEST;
}
