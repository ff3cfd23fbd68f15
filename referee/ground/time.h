/*
 * time.h - the one door to the time.
 */
#ifndef REFEREE_GROUND_TIME_H
#define REFEREE_GROUND_TIME_H

#include <stdint.h>

/* Microseconds: a span, or a moment of the monotonic clock. */
typedef int64_t usec;

#define MILLISECOND ((usec)1000)
#define SECOND	    ((usec)1000000)

struct timeval;

/* A span as timers take it. */
struct timeval time_timeval(usec span);

/* CLOCK_MONOTONIC now. */
usec time_now(void);

/* Milliseconds of UTC since 1970, for what people read. */
int64_t time_utc(void);

#endif
