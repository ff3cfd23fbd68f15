/*
 * restart-backoff.c - waits that grow.
 */
#include "referee/base/restart-backoff.h"

void backoff_start(struct backoff *b, usec now)
{
	b->started = now;
}

usec backoff_fail(struct backoff *b, usec now)
{
	usec wait = BACKOFF_FIRST;
	if (now - b->started >= BACKOFF_LASTED)
		b->failures = 0;
	for (int i = 0; i < b->failures && wait < BACKOFF_LONGEST; i++)
		wait *= 2;
	b->failures++;
	return wait < BACKOFF_LONGEST ? wait : BACKOFF_LONGEST;
}
