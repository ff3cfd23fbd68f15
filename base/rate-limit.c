/*
 * rate-limit.c - limits log lines by the generic cell rate algorithm (ITU-T I.371): one time value
 * stands for all earlier lines.
 */
#include "base/rate-limit.h"

#define RATE_LIMIT_COST (SECOND / RATE_LIMIT_RATE)

usec rate_limit_wait(usec spent, usec cost, int burst, usec now)
{
	return spent + cost - (now + burst * cost);
}

bool rate_limit_pay(usec *spent, usec cost, int burst, usec now)
{
	if (rate_limit_wait(*spent, cost, burst, now) > 0)
		return false;
	*spent = (*spent > now ? *spent : now) + cost;
	return true;
}

bool rate_limit_may(struct rate_limit *limit, usec now)
{
	bool may = rate_limit_pay(&limit->spent, RATE_LIMIT_COST, RATE_LIMIT_BURST, now);
	limit->lost += !may;
	return may;
}

long rate_limit_lost(struct rate_limit *limit, usec now)
{
	usec spent = limit->spent; /* asking does not count as a line */
	long lost =
		rate_limit_pay(&spent, RATE_LIMIT_COST, RATE_LIMIT_BURST, now) ? limit->lost : 0;
	limit->lost -= lost;
	return lost;
}
