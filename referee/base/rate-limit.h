/*
 * rate-limit.h - so many lines a second: what anybody on the network can make us say must not fill
 * a log. RATE_LIMIT_BURST come at once, then RATE_LIMIT_RATE a second; the others are counted.
 */
#ifndef REFEREE_BASE_RATE_LIMIT_H
#define REFEREE_BASE_RATE_LIMIT_H

#include <stdbool.h>

#include "referee/base/time.h"

enum { RATE_LIMIT_BURST = 20, RATE_LIMIT_RATE = 4 };

/* One thing more, of which each costs so much time and so many may come at once: is it paid for by
 * now? *spent is the moment until which those before were paid for, 0 in the beginning. */
bool rate_limit_pay(usec *spent, usec cost, int burst, usec now);

/* All zeroes: nothing was said yet. */
struct rate_limit {
	usec spent; /* until then what was said has been paid for */
	long lost;  /* since rate_limit_lost() */
};

/* May a line be said now? */
bool rate_limit_may(struct rate_limit *t, usec now);

/* How many were not said since this was asked; 0 as long as the next one would not be either. */
long rate_limit_lost(struct rate_limit *t, usec now);

#endif
