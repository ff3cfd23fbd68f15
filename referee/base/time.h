/*
 * time.h - the one door to the time.
 */
#ifndef REFEREE_BASE_TIME_H
#define REFEREE_BASE_TIME_H

#include <stddef.h>
#include <stdint.h>

/* Microseconds: a span, or a moment of the monotonic clock. */
typedef int64_t usec;

#define MILLISECOND ((usec)1000)
#define SECOND	    ((usec)1000000)

struct timeval;

/* A span as timers take it. */
struct timeval time_timeval(usec span);

/* Writes a span as people write it, three digits of it: "0.013 ms", "350 ms", "2.5 s", "1200 s". */
void time_tell(usec span, char *text, size_t room);

/* CLOCK_MONOTONIC now. */
usec time_now(void);

/* Milliseconds of UTC since 1970, for what people read. */
int64_t time_utc(void);

/* Such a moment by RFC 3339, "2026-12-01T18:00:00.000Z"; returns text. */
enum { TIME_TEXT = 32 };
char *time_text(int64_t utc, char text[TIME_TEXT]);

#endif
