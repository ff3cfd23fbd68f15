/*
 * time.c - the one door to the time.
 */
#include "referee/ground/time.h"

#include <assert.h>
#include <sys/time.h>
#include <time.h>

static int64_t time_read(clockid_t clock, int64_t unit)
{
	struct timespec t;
	int failed = clock_gettime(clock, &t);
	assert(failed == 0);
	return t.tv_sec * (1000000000 / unit) + t.tv_nsec / unit;
}

struct timeval time_timeval(usec span)
{
	return (struct timeval){.tv_sec = span / SECOND, .tv_usec = span % SECOND};
}

usec time_now(void)
{
	return time_read(CLOCK_MONOTONIC, 1000);
}

int64_t time_utc(void)
{
	return time_read(CLOCK_REALTIME, 1000000);
}
