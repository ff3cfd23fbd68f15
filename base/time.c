/*
 * time.c - reads clocks, and formats times.
 */
#include "base/time.h"

#include <assert.h>
#include <stdio.h>
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

/* A value that three digits would round up to 1000 gets the next unit, or all its digits. */
void time_format(usec span, char *text, size_t room)
{
	double ms = (double)span / (double)MILLISECOND, s = (double)span / (double)SECOND;
	if (ms < 999.5)
		snprintf(text, room, "%.3g ms", ms);
	else
		snprintf(text, room, s < 999.5 ? "%.3g s" : "%.0f s", s);
}

/* The watch for gaps. All zeroes: there is none. */
static struct {
	usec most, last, left_out;
	usec (*gap)(void *arg, usec span);
	void *arg;
} time_watch;

usec time_now(void)
{
	usec now = time_read(CLOCK_MONOTONIC, 1000);
	if (time_watch.most == 0)
		return now - time_watch.left_out;
	usec span = now - time_watch.last;
	time_watch.last = now;
	if (span > time_watch.most)
		time_watch.left_out += time_watch.gap(time_watch.arg, span);
	return now - time_watch.left_out;
}

void time_watch_gaps(usec most, usec (*gap)(void *arg, usec span), void *arg)
{
	time_watch.most = most;
	time_watch.gap = gap;
	time_watch.arg = arg;
	time_watch.last = time_read(CLOCK_MONOTONIC, 1000);
}

usec time_own_cpu(void)
{
	return time_read(CLOCK_THREAD_CPUTIME_ID, 1000);
}

usec time_boot(void)
{
	return time_read(CLOCK_BOOTTIME, 1000);
}

int64_t time_utc(void)
{
	return time_read(CLOCK_REALTIME, 1000000);
}

char *time_text(int64_t utc, char text[TIME_TEXT])
{
	struct tm parts;
	time_t seconds = (time_t)(utc / 1000);
	size_t used = 0;
	if (gmtime_r(&seconds, &parts) != NULL)
		used = strftime(text, TIME_TEXT - 5, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(text + used, TIME_TEXT - used, ".%03dZ", (int)(utc % 1000));
	return text;
}
