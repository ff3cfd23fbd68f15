/*
 * game-queue.c - the games still to be played.
 */
#include "referee/director/game-queue.h"

#include <assert.h>
#include <stdlib.h>

#include "referee/base/memory.h"

/* One setup serves all games, unless a parameter is drawn from each game's seed. */
static bool game_queue_set_up(struct game_queue *a, uint64_t seed, char *why, size_t room)
{
	if (a->setup.rules != NULL && !rules_vary(a->t->rules))
		return true;
	return setup_init(&a->setup, a->t->rules, a->t->players, seed,
		(const char *const *)a->t->params, a->t->params_count, why, room);
}

static bool game_queue_prepare(struct game_queue *a, struct diagnostics *mistakes)
{
	if (!openings_load(&a->openings, a->t, &a->setup, mistakes))
		return false;
	if (a->t->balanced_openings) {
		a->judge = (struct openings_judge){
			opening_balance_weigh, opening_balance_create(a->t)};
		a->openings.judge = &a->judge;
	}
	return true;
}

bool game_queue_init(struct game_queue *a, const struct tournament *t, struct diagnostics *mistakes)
{
	char why[WHY];
	*a = (struct game_queue){.t = t};
	number_set_init(&a->held);
	if (!game_queue_set_up(a, t->seed, why, sizeof why)) {
		diagnostics_add(mistakes, (struct origin){0}, "%s", why);
		return false;
	}
	if (!game_queue_prepare(a, mistakes))
		return false;
	schedule_iterator_init(&a->walk, t);
	return true;
}

void game_queue_clear(struct game_queue *a)
{
	openings_clear(&a->openings);
	opening_balance_free(a->judge.arg);
	schedule_iterator_clear(&a->walk);
	number_set_clear(&a->held);
}

void game_queue_hold(void *a, int64_t pairing)
{
	number_set_add(&((struct game_queue *)a)->held, (uint64_t)pairing);
}

void game_queue_hold_result(void *arg, const struct db_outcome *outcome)
{
	struct game_queue *a = arg;
	const struct score score = schedule_results_outcome(outcome);
	game_queue_hold(a, outcome->pairing);
	schedule_iterator_result(&a->walk, (uint64_t)outcome->pairing, &score);
}

void game_queue_hold_replaced(
	void *arg, int64_t pairing, int paired, const double *points, unsigned away, int seats)
{
	struct game_queue *a = arg;
	const struct score score = schedule_results_score(points, away, seats);
	schedule_iterator_replaced(&a->walk, (uint64_t)pairing, paired, &score);
}

bool game_queue_asks(const struct game_queue *a)
{
	return schedule_iterator_needs_results(&a->walk);
}

long game_queue_played(struct game_queue *a)
{
	struct pairing p;
	int64_t at = 0;
	long count = 0;
	/* Games are played nearly in the schedule's order, so the held games come first. */
	size_t left = number_set_count(&a->held);
	if (game_queue_asks(a))
		return (long)left;
	while (left > 0 && schedule_iterator_game(&a->walk, at++, &p)) {
		bool held = number_set_has(&a->held, p.key);
		count += held;
		left -= held;
	}
	return count;
}

enum schedule_step game_queue_draw(struct game_queue *a, struct pairing *p)
{
	enum schedule_step step;
	do
		step = schedule_iterator_next(&a->walk, p);
	while (step == SCHEDULE_GAME && number_set_has(&a->held, p->key));
	return step;
}

void game_queue_open(struct game_queue *a, struct job *job, bool first)
{
	char why[WHY];
	const struct pairing *p = &job->pairing;
	/* Setup and opening were checked with the tournament; only values drawn from the seed
	 * differ. */
	bool good = game_queue_set_up(a, p->seed, why, sizeof why) &&
		    openings_pick(&a->openings, &a->setup, p, &job->opening, why, sizeof why);
	assert(good);
	a->uneven += first && job->opening.uneven;
}

enum schedule_step game_queue_next(struct game_queue *a, struct job *job)
{
	enum schedule_step step = game_queue_draw(a, &job->pairing);
	if (step != SCHEDULE_GAME)
		return step;
	job->tries = 0;
	game_queue_open(a, job, true);
	return SCHEDULE_GAME;
}

void game_queue_result(struct game_queue *a, const struct job *job, const struct score *score)
{
	schedule_iterator_result(&a->walk, job->pairing.key, score);
}

void game_queue_skip(struct game_queue *a, const struct pairing *p, unsigned benched)
{
	struct score score = {.away = benched, .skipped = true};
	int lost = __builtin_popcount(benched), stay = p->seats - lost;
	for (int i = 0; i < p->seats; i++)
		score.halves[i] = !(benched >> i & 1) ? 2 * lost + stay - 1
				  : a->t->failed_tie  ? lost - 1
						      : 0;
	schedule_iterator_result(&a->walk, p->key, &score);
}
