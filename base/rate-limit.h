/*
 * rate-limit.h - limits log lines per second.
 *
 * Any peer on the network can cause log lines; they must not fill the log. RATE_LIMIT_BURST lines
 * may come at once, then RATE_LIMIT_RATE per second. The others are counted.
 */
#ifndef BASE_RATE_LIMIT_H
#define BASE_RATE_LIMIT_H

#include <stdbool.h>

#include "base/time.h"

enum { RATE_LIMIT_BURST = 20, RATE_LIMIT_RATE = 4 };

/* Is one more event within the limit? Each event costs `cost` of time; `burst` events may come at
 * once. *charged_until is the moment until which earlier events are paid, 0 at first. */
bool rate_limit_charge(usec *charged_until, usec cost, int burst, usec now);

/* The time until one more event is within the limit; at most 0: it is now. */
usec rate_limit_wait(usec charged_until, usec cost, int burst, usec now);

/* All zeroes: no lines so far. */
struct rate_limit {
	usec charged_until; /* moment until which earlier lines are paid */
	long lost;	    /* dropped lines since the last rate_limit_lost() */
};

/* May a line be logged now? */
bool rate_limit_allows(struct rate_limit *limit, usec now);

/* Number of dropped lines since the last call. 0 while the next line would be dropped too. */
long rate_limit_lost(struct rate_limit *limit, usec now);

#endif
