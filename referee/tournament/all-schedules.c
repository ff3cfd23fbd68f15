/*
 * all-schedules.c - the list of schedules, and what all of them share.
 */
#include "referee/tournament/schedule.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

extern const struct schedule schedule_round_robin;

const struct schedule *const all_schedules[] = {&schedule_round_robin, NULL};

const struct schedule *schedule_find(const char *name)
{
	for (const struct schedule *const *s = all_schedules; *s != NULL; s++) {
		if (strcmp((*s)->name, name) == 0)
			return *s;
	}
	return NULL;
}

int64_t schedule_count(const struct tournament *t)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->count(t);
}

bool schedule_next(const struct tournament *t, int64_t *at, struct pairing *p)
{
	const struct schedule *s = schedule_find(t->format);
	assert(s != NULL);
	return s->next(t, (*at)++, p);
}

static uint64_t schedule_hash(const char *name)
{
	uint64_t hash = random_mix(0, strlen(name));
	for (; *name != '\0'; name++)
		hash = random_mix(hash, (unsigned char)*name);
	return hash;
}

void schedule_seal(const struct tournament *t, struct pairing *p)
{
	assert(p->seats >= 2 && p->seats <= SEATS_MAX && p->round >= 1);
	uint64_t ordered = random_mix(0, (uint64_t)p->round);
	uint64_t set = 0; /* a sum: the order of its parts does not matter */
	for (int seat = 0; seat < p->seats; seat++) {
		uint64_t name = schedule_hash(t->bots[p->bot[seat]].name);
		ordered = random_mix(ordered, name);
		set += random_mix(1, name);
	}
	p->key = ordered;
	p->seed = random_mix(random_mix(t->seed, (uint64_t)p->round), set);
	/* Halved, so that adding rounds never wraps: the next opening is always the next. */
	p->opening_index = (random_mix(t->seed, set) >> 1) + (uint64_t)p->round - 1;
}
