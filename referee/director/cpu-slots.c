/*
 * cpu-slots.c - assigns arbiters to processors.
 */
#include "referee/director/cpu-slots.h"

#include <assert.h>

void cpu_slots_init(struct cpu_slots *p, int count)
{
	*p = (struct cpu_slots){.count = 0};
	cpu_slots_resize(p, count);
}

void cpu_slots_resize(struct cpu_slots *p, int count)
{
	assert(count > 0 && count <= CPU_SLOTS_MAX);
	p->count = count;
}

int cpu_slots_take(struct cpu_slots *p)
{
	int best = 0;
	for (int i = 1; i < p->count; i++)
		if (p->taken[i] < p->taken[best])
			best = i;
	p->taken[best]++;
	return best;
}

void cpu_slots_give(struct cpu_slots *p, int place)
{
	assert(place >= 0 && place < CPU_SLOTS_MAX && p->taken[place] > 0);
	p->taken[place]--;
}
