/*
 * cpu-slots.h - which arbiter keeps to which processor: places are numbered like processors, and
 * each arbiter takes the one that the fewest have, the first of these.
 */
#ifndef REFEREE_DIRECTOR_CPU_SLOTS_H
#define REFEREE_DIRECTOR_CPU_SLOTS_H

enum { PLACES_MOST = 256 };

struct places {
	int count; /* how many arbiters there are to be, 1..PLACES_MOST */
	int taken[PLACES_MOST];
};

/* None is taken. */
void places_init(struct places *p, int count);

int places_count(const struct places *p);

/* There are to be more, or fewer, from now on. Those that are taken stay so. */
void places_resize(struct places *p, int count);

int places_take(struct places *p);
void places_give(struct places *p, int place);

#endif
