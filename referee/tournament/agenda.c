/*
 * agenda.c - what is left to be played.
 */
#include "referee/tournament/agenda.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"

/* A setup serves all games, unless something in it is drawn from each game's seed. */
static bool agenda_set_up(struct agenda *a, uint64_t seed, char *why, size_t room)
{
	if (a->setup.rules != NULL && !rules_vary(a->t->rules))
		return true;
	return setup_init(&a->setup, a->t->rules, a->t->players, seed,
		(const char *const *)a->t->params, a->t->params_count, why, room);
}

static bool agenda_open(struct agenda *a, struct mistakes *mistakes)
{
	if (!openings_load(&a->openings, a->t, &a->setup, mistakes))
		return false;
	if (a->t->balanced) {
		a->judge = (struct openings_judge){even_weigh, even_create(a->t)};
		a->openings.judge = &a->judge;
	}
	return true;
}

bool agenda_init(struct agenda *a, const struct tournament *t, struct mistakes *mistakes)
{
	char why[WHY];
	*a = (struct agenda){.t = t};
	set_init(&a->held);
	if (agenda_set_up(a, t->seed, why, sizeof why))
		return agenda_open(a, mistakes);
	mistakes_add(mistakes, (struct origin){0}, "%s", why);
	return false;
}

void agenda_clear(struct agenda *a)
{
	openings_clear(&a->openings);
	even_free(a->judge.arg);
	set_clear(&a->held);
	free(a->again);
	a->again = NULL;
}

void agenda_hold(void *a, int64_t pairing)
{
	set_add(&((struct agenda *)a)->held, (uint64_t)pairing);
}

long agenda_count(const struct agenda *a)
{
	struct pairing p;
	int64_t at = 0;
	long count = (long)schedule_count(a->t);
	/* Games are played in the schedule's order, nearly: those that are held come first. */
	size_t left = set_count(&a->held);
	while (left > 0 && schedule_next(a->t, &at, &p)) {
		bool held = set_has(&a->held, p.key);
		count -= held;
		left -= held;
	}
	return count;
}

bool agenda_next(struct agenda *a, struct job *job)
{
	char why[WHY];
	if (a->again_count > 0) {
		*job = a->again[0];
		memmove(a->again, a->again + 1, (size_t)--a->again_count * sizeof *job);
		return true;
	}
	do
		if (!schedule_next(a->t, &a->at, &job->pairing))
			return false;
	while (set_has(&a->held, job->pairing.key));
	job->tries = 0;
	/* Both were checked with the tournament; what is drawn from a game's seed only varies. */
	bool good = agenda_set_up(a, job->pairing.seed, why, sizeof why) &&
		    openings_pick(
			    &a->openings, &a->setup, &job->pairing, &job->opening, why, sizeof why);
	assert(good);
	a->uneven += job->opening.uneven;
	return true;
}

void agenda_put_back(struct agenda *a, const struct job *job)
{
	if (a->again_count == a->again_room) {
		a->again_room = 2 * a->again_room + 16;
		a->again = memory_resize(a->again, (size_t)a->again_room, sizeof *a->again);
	}
	a->again[a->again_count++] = *job;
}
