/*
 * cpu-slots.h - assigns arbiters to processors. Slots are numbered like processors. An arbiter
 * takes the slot with the fewest arbiters, the first of these.
 */
#ifndef REFEREE_DIRECTOR_CPU_SLOTS_H
#define REFEREE_DIRECTOR_CPU_SLOTS_H

enum { CPU_SLOTS_MAX = 256 };

struct cpu_slots {
	int count; /* number of slots, 1..CPU_SLOTS_MAX */
	int taken[CPU_SLOTS_MAX];
};

/* All slots are free. */
void cpu_slots_init(struct cpu_slots *slots, int count);

/* Changes the number of slots; taken slots stay taken. */
void cpu_slots_resize(struct cpu_slots *slots, int count);

/* Takes the slot with the fewest games, and gives it back. */
int cpu_slots_take(struct cpu_slots *slots);
void cpu_slots_release(struct cpu_slots *slots, int place);

#endif
