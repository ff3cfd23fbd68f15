/*
 * oracle-queue.c - questions of many games to one oracle.
 *
 * While only one game asks, the oracle receives that game once. When the questions change to
 * another game, the oracle starts that game again. So an answer depends on its own game alone.
 */
#include "referee/arbiter/oracle-queue.h"

#include <assert.h>

void oracle_queue_init(struct oracle_queue *q, struct event_base *base)
{
	*q = (struct oracle_queue){.oracle = oracle_create(ORACLE_JUDGES), .base = base};
	TAILQ_INIT(&q->askers);
}

void oracle_queue_clear(struct oracle_queue *q)
{
	oracle_free(q->oracle);
	q->oracle = NULL;
}

void oracle_queue_game(
	struct oracle_queue *q, struct oracle_asker *a, const struct game *game, uint64_t seed)
{
	assert(!a->waiting);
	if (q->told == a)
		q->told = NULL;
	a->game = game;
	a->seed = seed;
	a->lost = false;
}

static void oracle_queue_next(struct oracle_queue *q);

static void oracle_queue_on_answer(void *arg, const struct oracle_answer *answer)
{
	struct oracle_queue *q = arg;
	struct oracle_asker *a = q->asked;
	TAILQ_REMOVE(&q->askers, a, entry);
	q->asked = NULL;
	a->waiting = false;
	a->lost = oracle_failed(q->oracle);
	oracle_queue_next(q);
	a->done(a->arg, answer);
}

/* Sends the first waiting question. */
static void oracle_queue_next(struct oracle_queue *q)
{
	struct oracle_asker *a = TAILQ_FIRST(&q->askers);
	if (q->asked != NULL || a == NULL)
		return;
	q->asked = a;
	if (q->told != a)
		oracle_game(q->oracle, a->game->setup, a->seed);
	q->told = a;
	oracle_ask(q->oracle, q->base, a->game->fen, a->game->moves, oracle_queue_on_answer, q);
}

void oracle_queue_ask(struct oracle_queue *q, struct oracle_asker *a)
{
	assert(!a->waiting && !a->lost);
	a->waiting = true;
	TAILQ_INSERT_TAIL(&q->askers, a, entry);
	oracle_queue_next(q);
}

void oracle_queue_drop(struct oracle_queue *q, struct oracle_asker *a)
{
	if (!a->waiting)
		return;
	a->waiting = false;
	TAILQ_REMOVE(&q->askers, a, entry);
	if (q->asked != a)
		return;
	oracle_drop(q->oracle);
	q->asked = q->told = NULL;
	oracle_queue_next(q);
}
