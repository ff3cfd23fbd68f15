/*
 * rate-limit.c - limits log lines by the generic cell rate algorithm (ITU-T I.371): one time value
 * stands for all earlier lines.
 */
#include "base/rate-limit.h"

#define RATE_LIMIT_COST (SECOND / RATE_LIMIT_RATE)

usec rate_limit_wait(usec charged_until, usec cost, int burst, usec now)
{
	return charged_until + cost - (now + burst * cost);
}

bool rate_limit_charge(usec *charged_until, usec cost, int burst, usec now)
{
	if (rate_limit_wait(*charged_until, cost, burst, now) > 0)
		return false;
	*charged_until = (*charged_until > now ? *charged_until : now) + cost;
	return true;
}

bool rate_limit_allows(struct rate_limit *limit, usec now)
{
	bool allowed =
		rate_limit_charge(&limit->charged_until, RATE_LIMIT_COST, RATE_LIMIT_BURST, now);
	limit->lost += !allowed;
	return allowed;
}

long rate_limit_lost(struct rate_limit *limit, usec now)
{
	usec charged_until = limit->charged_until; /* asking does not count as a line */
	long lost = rate_limit_charge(&charged_until, RATE_LIMIT_COST, RATE_LIMIT_BURST, now)
			    ? limit->lost
			    : 0;
	limit->lost -= lost;
	return lost;
}
