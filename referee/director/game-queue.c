/*
 * game-queue.c - what is left to be played.
 */
#include "referee/director/game-queue.h"

#include <assert.h>
#include <stdlib.h>

#include "referee/base/memory.h"

/* A setup serves all games, unless something in it is drawn from each game's seed. */
static bool agenda_set_up(struct agenda *a, uint64_t seed, char *why, size_t room)
{
	if (a->setup.rules != NULL && !rules_vary(a->t->rules))
		return true;
	return setup_init(&a->setup, a->t->rules, a->t->players, seed,
		(const char *const *)a->t->params, a->t->params_count, why, room);
}

static bool agenda_prepare(struct agenda *a, struct mistakes *mistakes)
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
	if (!agenda_set_up(a, t->seed, why, sizeof why)) {
		mistakes_add(mistakes, (struct origin){0}, "%s", why);
		return false;
	}
	if (!agenda_prepare(a, mistakes))
		return false;
	walk_init(&a->walk, t);
	return true;
}

void agenda_clear(struct agenda *a)
{
	openings_clear(&a->openings);
	even_free(a->judge.arg);
	walk_clear(&a->walk);
	set_clear(&a->held);
}

void agenda_hold(void *a, int64_t pairing)
{
	set_add(&((struct agenda *)a)->held, (uint64_t)pairing);
}

void agenda_hold_result(void *arg, const struct db_outcome *outcome)
{
	struct agenda *a = arg;
	const struct score score = results_outcome(outcome);
	agenda_hold(a, outcome->pairing);
	walk_result(&a->walk, (uint64_t)outcome->pairing, &score);
}

void agenda_hold_replaced(
	void *arg, int64_t pairing, int paired, const double *points, unsigned away, int seats)
{
	struct agenda *a = arg;
	const struct score score = results_score(points, away, seats);
	walk_replaced(&a->walk, (uint64_t)pairing, paired, &score);
}

bool agenda_asks(const struct agenda *a)
{
	return walk_asks(&a->walk);
}

long agenda_played(struct agenda *a)
{
	struct pairing p;
	int64_t at = 0;
	long count = 0;
	/* Games are played in the schedule's order, nearly: those that are held come first. */
	size_t left = set_count(&a->held);
	if (agenda_asks(a))
		return (long)left;
	while (left > 0 && walk_game(&a->walk, at++, &p)) {
		bool held = set_has(&a->held, p.key);
		count += held;
		left -= held;
	}
	return count;
}

enum schedule_step agenda_draw(struct agenda *a, struct pairing *p)
{
	enum schedule_step step;
	do
		step = walk_next(&a->walk, p);
	while (step == SCHEDULE_GAME && set_has(&a->held, p->key));
	return step;
}

void agenda_open(struct agenda *a, struct job *job, bool first)
{
	char why[WHY];
	const struct pairing *p = &job->pairing;
	/* Both were checked with the tournament; what is drawn from a game's seed only varies. */
	bool good = agenda_set_up(a, p->seed, why, sizeof why) &&
		    openings_pick(&a->openings, &a->setup, p, &job->opening, why, sizeof why);
	assert(good);
	a->uneven += first && job->opening.uneven;
}

enum schedule_step agenda_next(struct agenda *a, struct job *job)
{
	enum schedule_step step = agenda_draw(a, &job->pairing);
	if (step != SCHEDULE_GAME)
		return step;
	job->tries = 0;
	agenda_open(a, job, true);
	return SCHEDULE_GAME;
}

void agenda_result(struct agenda *a, const struct job *job, const struct score *score)
{
	walk_result(&a->walk, job->pairing.key, score);
}

void agenda_skip(struct agenda *a, const struct pairing *p, unsigned benched)
{
	struct score score = {.away = benched, .skipped = true};
	int lost = __builtin_popcount(benched), stay = p->seats - lost;
	for (int i = 0; i < p->seats; i++)
		score.halves[i] = !(benched >> i & 1) ? 2 * lost + stay - 1
				  : a->t->failed_tie  ? lost - 1
						      : 0;
	walk_result(&a->walk, p->key, &score);
}
