/*
 * cpu-slots.c - which arbiter keeps to which processor.
 */
#include "referee/director/cpu-slots.h"

#include <assert.h>

void places_init(struct places *p, int count)
{
	*p = (struct places){.count = 0};
	places_resize(p, count);
}

int places_count(const struct places *p)
{
	return p->count;
}

void places_resize(struct places *p, int count)
{
	assert(count > 0 && count <= PLACES_MOST);
	p->count = count;
}

int places_take(struct places *p)
{
	int best = 0;
	for (int i = 1; i < p->count; i++)
		if (p->taken[i] < p->taken[best])
			best = i;
	p->taken[best]++;
	return best;
}

void places_give(struct places *p, int place)
{
	assert(place >= 0 && place < PLACES_MOST && p->taken[place] > 0);
	p->taken[place]--;
}
