/*
 * rate-limit.c - so many lines a second. The generic cell rate algorithm (ITU-T I.371): one moment
 * stands for all that was said.
 */
#include "referee/base/rate-limit.h"

#define TRICKLE_COST (SECOND / TRICKLE_RATE)

bool trickle_pay(usec *spent, usec cost, int burst, usec now)
{
	if (*spent + cost > now + burst * cost)
		return false;
	*spent = (*spent > now ? *spent : now) + cost;
	return true;
}

bool trickle_may(struct trickle *t, usec now)
{
	bool may = trickle_pay(&t->spent, TRICKLE_COST, TRICKLE_BURST, now);
	t->lost += !may;
	return may;
}

long trickle_lost(struct trickle *t, usec now)
{
	usec spent = t->spent; /* nothing is said by asking */
	long lost = trickle_pay(&spent, TRICKLE_COST, TRICKLE_BURST, now) ? t->lost : 0;
	t->lost -= lost;
	return lost;
}
