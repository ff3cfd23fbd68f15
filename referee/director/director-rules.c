/*
 * director-rules.c - ends a tournament whose rules have failed.
 */
#include "referee/director/director-rules.h"

#include <string.h>

#include "referee/arbiter/arbiter-messages.h"
#include "referee/director/director.h"
#include "referee/prepare/tournament-rules.h"
#include "rules/process/rules-process.h"

static void director_rules_fail(struct director *d, const char *why)
{
	if (!d->ending)
		error_set(&d->err,
			"%s; no bot is to blame, and the games that were finished are kept; the same command goes on, and after a change of the program --fresh begins again",
			why);
	director_finish(d, DIRECTOR_RULES);
}

bool director_rules_hold(struct director *d)
{
	const char *fault = tournament_rules_fault(d->t);
	if (fault == NULL && error_is_set(&d->queue->failed))
		fault = d->queue->failed.text;
	if (fault != NULL)
		director_rules_fail(d, fault);
	return fault == NULL;
}

/* The record of a worker has what its rules program answered, by which the game is judged. It may
 * be another program, so ours is asked the same. */
static bool director_rules_agree(
	struct director *d, const struct job *job, const struct db_game *g, struct error *err)
{
	struct error why;
	return job->worker == 0 || !rules_is_process(d->t->rules) ||
	       tournament_rules_agree(d->t, g, &why) ||
	       error_set(err, "its rules answer otherwise than ours: %.300s", why.text);
}

bool director_rules_judge(
	struct director *d, const struct job *job, const struct db_game *g, struct error *err)
{
	bool right = record_judge(d->judge, &d->config, job, g, time_boot(), err) &&
		     director_rules_agree(d, job, g, err);
	struct error why;
	d->unjudged = !director_rules_hold(d);
	if (d->unjudged || right || job->worker > 0 || !rules_is_process(d->t->rules))
		return right && !d->unjudged;
	error_set(&why,
		"the rules \"%.200s\" contradict themselves when a game is judged again: %.300s",
		d->t->rules_program.command, err->text);
	d->unjudged = true;
	director_rules_fail(d, why.text);
	return false;
}

bool director_rules_voided(struct director *d, const struct job *job, const char *why)
{
	const size_t length = strlen(ARBITER_RULES_FAULT);
	if (why == NULL || job->worker > 0 || !rules_is_process(d->t->rules) ||
		strncmp(why, ARBITER_RULES_FAULT, length) != 0)
		return false;
	director_rules_fail(d, why + length);
	return true;
}
