/*
 * time.h - clocks and time spans. All other code reads the time through this module.
 */
#ifndef BASE_TIME_H
#define BASE_TIME_H

#include <stddef.h>
#include <stdint.h>

/* Microseconds: a span, or a time of the monotonic clock. */
typedef int64_t usec;

#define MILLISECOND ((usec)1000)
#define SECOND	    ((usec)1000000)

struct timeval;

/* Converts a span for timers. */
struct timeval time_timeval(usec span);

/* Writes a span with three digits and a unit: "0.013 ms", "350 ms", "2.5 s", "1200 s". */
void time_format(usec span, char *text, size_t room);

/* The current time of CLOCK_MONOTONIC, less the time that was left out. */
usec time_now(void);

/* The current time of CLOCK_BOOTTIME, which runs on while the machine sleeps. */
usec time_boot(void);

/* From now on gap() is called when this process did not ask for the time for longer than most. It
 * gets the span since the last call of time_now(), and returns how much of it is left out: the
 * process goes on as if that time had not passed. most 0: it is not called any more. */
void time_watch_gaps(usec most, usec (*gap)(void *arg, usec span), void *arg);

/* The processor time of this thread. */
usec time_own_cpu(void);

/* The current UTC time in milliseconds since 1970, for people. */
int64_t time_utc(void);

/* Writes such a time by RFC 3339: "2026-12-01T18:00:00.000Z". Returns text. */
enum { TIME_TEXT = 32 };
char *time_text(int64_t utc, char text[TIME_TEXT]);

#endif
