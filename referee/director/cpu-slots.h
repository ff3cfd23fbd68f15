/*
 * cpu-slots.h - which arbiter keeps to which processor: places are numbered like processors, and
 * each arbiter takes the one that the fewest have, the first of these.
 */
#ifndef REFEREE_DIRECTOR_CPU_SLOTS_H
#define REFEREE_DIRECTOR_CPU_SLOTS_H

enum { CPU_SLOTS_MAX = 256 };

struct cpu_slots {
	int count; /* how many arbiters there are to be, 1..CPU_SLOTS_MAX */
	int taken[CPU_SLOTS_MAX];
};

/* None is taken. */
void cpu_slots_init(struct cpu_slots *p, int count);

int cpu_slots_count(const struct cpu_slots *p);

/* There are to be more, or fewer, from now on. Those that are taken stay so. */
void cpu_slots_resize(struct cpu_slots *p, int count);

int cpu_slots_take(struct cpu_slots *p);
void cpu_slots_give(struct cpu_slots *p, int place);

#endif
