/*
 * trickle.c - so many lines a second. The generic cell rate algorithm (ITU-T I.371): one moment
 * stands for all that was said.
 */
#include "referee/ground/trickle.h"

#define TRICKLE_COST (SECOND / TRICKLE_RATE)

static bool trickle_open(const struct trickle *t, usec now)
{
	return t->spent + TRICKLE_COST <= now + TRICKLE_BURST * TRICKLE_COST;
}

bool trickle_may(struct trickle *t, usec now)
{
	if (!trickle_open(t, now)) {
		t->lost++;
		return false;
	}
	t->spent = (t->spent > now ? t->spent : now) + TRICKLE_COST;
	return true;
}

long trickle_lost(struct trickle *t, usec now)
{
	long lost = trickle_open(t, now) ? t->lost : 0;
	t->lost -= lost;
	return lost;
}
