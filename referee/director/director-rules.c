/*
 * director-rules.c - judges games by the rules, and ends a tournament whose rules have failed.
 */
#include "referee/director/director.h"

#include <string.h>

#include "protocol/verdict.h"
#include "referee/arbiter/arbiter-messages.h"
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

/* record_judge(), by these rules. The arbiter asked the same program, so a record of this machine
 * that is wrong is the program's contradiction: then the tournament ends. */
static bool director_rules_judge_record(
	struct director *d, const struct job *job, const struct db_game *g, struct error *err)
{
	bool right = record_judge(d->judge, &d->config, job, g, time_boot(), err);
	struct error why;
	/* The record of a worker has what its rules program answered, by which the game is judged.
	 * It may be another program, so ours is asked the same. */
	if (right && job->worker > 0 && rules_is_process(d->t->rules) &&
		!tournament_rules_agree(d->t, g, &why))
		right = error_set(err, "its rules answer otherwise than ours: %.300s", why.text);
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

bool director_rules_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err)
{
	struct director *d = owner;
	if (!director_rules_judge_record(d, job, g, err))
		return d->unjudged; /* then the arbiter did nothing wrong */
	/* A seat must be benched exactly when its request says so. A seat that its request calls
	 * absent must be absent. Another seat may be absent if its bot is remote and did not
	 * reconnect. */
	for (int i = 0; i < g->seats; i++) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		bool benched = job->benched >> i & 1, absent = job->absent >> i & 1;
		bool remote = d->t->bots[job->pairing.bot[i]].remote;
		if (benched != (verdict == VERDICT_BENCHED) ||
			(absent && verdict != VERDICT_ABSENT) ||
			(verdict == VERDICT_ABSENT && !remote))
			return error_set(err, "its record has the wrong bots benched or absent");
	}
	return true;
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
