/*
 * spot-checks.c - games of workers that are played again on another machine.
 */
#include "referee/director/spot-checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/prepare/preparation-messages.h"

struct spot_check {
	TAILQ_ENTRY(spot_check) entry;
	struct job job;
	char name[WORKER_NAME]; /* of the worker that played the first game */
	int64_t game;		/* its row */
	bool given;		/* it is being played */
	bool here;		/* only this machine may play it: another worker had another game */
	char other[WORKER_NAME]; /* that worker, with its row */
	int64_t other_row;
	struct error why; /* where their games differ */
	char **moves;
	int moves_count;
	char *reason;
};

void spot_checks_init(struct spot_checks *s, uint64_t seed)
{
	*s = (struct spot_checks){.random = seed | 1};
	TAILQ_INIT(&s->list);
}

static void spot_checks_remove(struct spot_checks *s, struct spot_check *c)
{
	TAILQ_REMOVE(&s->list, c, entry);
	s->count--;
	s->waiting -= !c->given;
	for (int i = 0; i < c->moves_count; i++)
		free(c->moves[i]);
	free(c->moves);
	free(c->reason);
	free(c);
}

void spot_checks_clear(struct spot_checks *s)
{
	while (!TAILQ_EMPTY(&s->list))
		spot_checks_remove(s, TAILQ_FIRST(&s->list));
}

bool spot_checks_can(
	const struct tournament *t, const struct arbiter_config *config, const struct job *job)
{
	for (int seat = 0; seat < job->pairing.seats; seat++) {
		int bot = job->pairing.bot[seat];
		const struct limits *l = arbiter_config_limits(config, &config->bots[bot]);
		bool bounded = l->nodes > 0 || l->depth > 0;
		if (!bounded || l->movetime > 0 || l->tc_time > 0 ||
			!preparation_is_house_bot(&t->bots[bot]))
			return false;
	}
	return job->benched == 0 && job->absent == 0;
}

/* xorshift64 (Marsaglia 2003). */
bool spot_checks_draws(struct spot_checks *s, double percent)
{
	s->random ^= s->random << 13;
	s->random ^= s->random >> 7;
	s->random ^= s->random << 17;
	return s->count < SPOT_CHECKS_MAX && (double)(s->random >> 11) * 0x1p-53 * 100 < percent;
}

void spot_checks_add(
	struct spot_checks *s, const struct job *job, const struct db_game *g, const char *name)
{
	struct spot_check *c = memory_get(1, sizeof *c);
	c->job = *job;
	c->job.check = ++s->last;
	snprintf(c->name, sizeof c->name, "%s", name);
	c->game = g->id;
	c->reason = memory_copy(g->reason);
	c->moves = memory_get((size_t)g->moves_count + 1, sizeof *c->moves);
	while (c->moves_count < g->moves_count) {
		c->moves[c->moves_count] = memory_copy(g->moves[c->moves_count].text);
		c->moves_count++;
	}
	TAILQ_INSERT_TAIL(&s->list, c, entry);
	s->count++;
	s->waiting++;
}

bool spot_checks_take(struct spot_checks *s, int worker, const char *name, struct job *job)
{
	struct spot_check *c;
	if (s->waiting == 0)
		return false;
	TAILQ_FOREACH (c, &s->list, entry)
		if (!c->given && (worker == 0 || (!c->here && strcmp(c->name, name) != 0))) {
			c->given = true;
			s->waiting--;
			*job = c->job;
			job->worker = worker;
			return true;
		}
	return false;
}

static struct spot_check *spot_checks_find(struct spot_checks *s, const struct job *job)
{
	struct spot_check *c = TAILQ_FIRST(&s->list);
	while (c->job.check != job->check)
		c = TAILQ_NEXT(c, entry);
	return c;
}

void spot_checks_return(struct spot_checks *s, const struct job *job)
{
	spot_checks_find(s, job)->given = false;
	s->waiting++;
}

void spot_checks_drop(struct spot_checks *s, const struct job *job)
{
	spot_checks_remove(s, spot_checks_find(s, job));
}

static bool spot_checks_compare(
	const struct spot_check *c, const struct db_game *g, struct error *why)
{
	for (int i = 0; i < c->moves_count && i < g->moves_count; i++)
		if (strcmp(c->moves[i], g->moves[i].text) != 0)
			return error_set(why, "move %d is %s there and %s elsewhere", i + 1,
				c->moves[i], g->moves[i].text);
	if (c->moves_count != g->moves_count)
		return error_set(why, "the game has %d moves there and %d elsewhere",
			c->moves_count, g->moves_count);
	return strcmp(c->reason, g->reason) == 0 ||
	       error_set(
		       why, "the game ends by %s there and by %s elsewhere", c->reason, g->reason);
}

enum spot_check_result spot_checks_played(struct spot_checks *s, const struct job *job,
	const struct db_game *g, const char *name, int64_t row, struct spot_checked *checked,
	struct error *why)
{
	struct spot_check *c = spot_checks_find(s, job);
	bool same = spot_checks_compare(c, g, why), first = !same;
	if (!same && job->worker > 0) {
		/* Another worker had another game: this machine decides. */
		snprintf(c->other, sizeof c->other, "%s", name);
		c->other_row = row;
		c->why = *why;
		c->here = true;
		c->given = false;
		s->waiting++;
		return SPOT_CHECK_AGAIN;
	}
	*checked =
		(struct spot_checked){.second_row = row, .game = c->game, .first_is_wrong = first};
	memcpy(checked->first, c->name, sizeof checked->first);
	if (c->here) {
		memcpy(checked->second, c->other, sizeof checked->second);
		checked->second_row = c->other_row;
		*why = same ? c->why : *why;
		same = false;
	} else if (job->worker > 0) {
		snprintf(checked->second, sizeof checked->second, "%s", name);
	}
	s->made++;
	s->differed += !same;
	spot_checks_remove(s, c);
	return same ? SPOT_CHECK_SAME : SPOT_CHECK_DIFFERS;
}
