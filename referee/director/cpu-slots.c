/*
 * cpu-slots.c - assigns arbiters to processors.
 */
#include "referee/director/cpu-slots.h"

#include <assert.h>

void cpu_slots_init(struct cpu_slots *slots, int count)
{
	*slots = (struct cpu_slots){.count = 0};
	cpu_slots_resize(slots, count);
}

void cpu_slots_resize(struct cpu_slots *slots, int count)
{
	assert(count > 0 && count <= CPU_SLOTS_MAX);
	slots->count = count;
}

int cpu_slots_take(struct cpu_slots *slots)
{
	int best = 0;
	for (int i = 1; i < slots->count; i++)
		if (slots->taken[i] < slots->taken[best])
			best = i;
	slots->taken[best]++;
	return best;
}

void cpu_slots_release(struct cpu_slots *slots, int place)
{
	assert(place >= 0 && place < CPU_SLOTS_MAX && slots->taken[place] > 0);
	slots->taken[place]--;
}
