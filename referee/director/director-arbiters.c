/*
 * director-arbiters.c - the arbiters of a director: the processes of this machine, and the links to
 * its workers.
 *
 * There is one arbiter per processor for local games, but never more than concurrent games; the
 * games are shared out evenly. A separate arbiter plays the games with remote bots (remote-games.h).
 */
#include "referee/director/director.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/director/director-machines.h"
#include "referee/director/director-workers.h"
#include "referee/schedule/schedule.h"

enum {
	DIRECTOR_STARTS = 10, /* failed starts of arbiters in a row: about two and a half minutes */
	DIRECTOR_DEATHS = 5,
	DIRECTOR_SEATED = 384 /* local bots per arbiter */
};

void director_arbiters_add(struct director *d, struct arbiter_handle *handle, int place, int listed)
{
	struct director_arbiter *a = memory_get(1, sizeof *a);
	*a = (struct director_arbiter){.handle = handle, .place = place, .listed = listed};
	TAILQ_INSERT_TAIL(&d->arbiters, a, entry);
}

void director_arbiters_remove(struct director *d, struct director_arbiter *a)
{
	TAILQ_REMOVE(&d->arbiters, a, entry);
	if (a->place >= 0)
		cpu_slots_release(d->options.places, a->place);
	if (a->listed >= 0)
		cpu_slots_release(&d->listed, a->listed);
	if (d->remote.arbiter == a->handle)
		remote_games_use(d, NULL);
	arbiter_handle_free(a->handle);
	free(a);
}

/* --- what they play --------------------------------------------------------------------------- */

int director_local_games(const struct director *d)
{
	const struct director_arbiter *a;
	int games = d->remote.mixed;
	TAILQ_FOREACH (a, &d->arbiters, entry)
		games += a->handle->worker > 0 ? 0 : a->handle->local;
	return games;
}

int director_runners(const struct director *d)
{
	const struct director_arbiter *a;
	int count = 0;
	TAILQ_FOREACH (a, &d->arbiters, entry)
		count += a->handle->games_count;
	return count;
}

const struct job *director_game(const struct director *d, int runner, bool *remote)
{
	const struct director_arbiter *a;
	TAILQ_FOREACH (a, &d->arbiters, entry) {
		*remote = a->handle->sockets != NULL;
		if (runner < a->handle->games_count)
			return arbiter_handle_job(a->handle, runner);
		runner -= a->handle->games_count;
	}
	return NULL;
}

static bool director_arbiters_is_local(const struct director_arbiter *a)
{
	return a->place >= 0 && !a->handle->retiring;
}

static bool director_arbiters_plays_local(const struct director_arbiter *a)
{
	return a->handle->worker > 0 ? !a->handle->retiring : director_arbiters_is_local(a);
}

bool director_arbiters_spare(const struct director *d, const struct arbiter_handle *a)
{
	const struct director_arbiter *o;
	if (!director_machines_many(d) || !game_queue_needs_results(d->queue))
		return false;
	TAILQ_FOREACH (o, &d->arbiters, entry)
		if (o->handle != a && director_arbiters_plays_local(o) &&
			o->handle->local < o->handle->local_max &&
			!director_machines_is_drained(d, o->handle))
			return true;
	return false;
}

/* Each arbiter gets one game at a time, so that few games are shared out evenly too. */
void director_arbiters_feed(struct director *d)
{
	struct director_arbiter *a;
	bool begun = true;
	while (begun && !d->ending) {
		begun = false;
		TAILQ_FOREACH (a, &d->arbiters, entry)
			begun |= director_arbiters_plays_local(a) &&
				 arbiter_handle_feed_one(a->handle);
	}
	TAILQ_FOREACH (a, &d->arbiters, entry)
		if (!d->ending && director_arbiters_plays_local(a))
			arbiter_handle_feed(a->handle);
}

/* --- their start ------------------------------------------------------------------------------ */

/* May an arbiter be started now, after one could not be? If not, a timer resumes the feed. */
static bool director_arbiters_may_start(struct director *d)
{
	usec now = time_now();
	if (now >= d->starting)
		return true;
	struct timeval wait = time_timeval(d->starting - now);
	event_add(d->feed, &wait);
	return false;
}

/* The machine may lack a process or descriptor only for a time, so the start is tried again.
 * Without a daemon the first arbiter of a tournament is not: the operator is present and can read
 * the reason in d->err.text. */
static void director_arbiters_not_started(struct director *d)
{
	usec now = time_now();
	usec wait = restart_backoff_fail(&d->backoff, now);
	restart_backoff_start(&d->backoff, now);
	if (!d->options.waits && (!d->started || d->backoff.failures > DIRECTOR_STARTS)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	director_log(d, "%s; the next try is in %.1f s", d->err.text, (double)wait / SECOND);
	d->starting = now + wait;
	director_arbiters_may_start(d);
}

/* Starts an arbiter for local games, or for games with remote bots. */
static bool director_arbiters_start(struct director *d, bool remote)
{
	int place = -1, listed = -1, pin = -1; /* pin: as process_pin() expects it */
	if (!remote) {
		place = cpu_slots_take(d->options.places);
		pin = d->t->affinity != AFFINITY_NO ? place : -1;
	}
	if (!remote && d->t->affinity == AFFINITY_LIST) {
		listed = cpu_slots_take(&d->listed);
		pin = cpu_affinity_place(cpu_affinity_number(&d->t->processors, listed));
	}
	struct arbiter_handle *handle = arbiter_handle_create(
		d->options.base, &director_arbiter_calls, d, &d->config, remote, pin, &d->err);
	if (handle == NULL) {
		if (place >= 0)
			cpu_slots_release(d->options.places, place);
		if (listed >= 0)
			cpu_slots_release(&d->listed, listed);
		director_arbiters_not_started(d);
		return false;
	}
	director_arbiters_add(d, handle, place, listed);
	d->started = true;
	d->backoff.failures = 0;
	if (remote)
		remote_games_use(d, handle);
	return true;
}

void director_arbiters_start_remote(struct director *d)
{
	bool wanted = d->remote.claim != NULL && d->allowed > 0 && d->remote.arbiter == NULL;
	if (wanted && !d->ending && director_arbiters_may_start(d))
		director_arbiters_start(d, true);
}

/* The number of arbiters wanted for local games. */
static int director_arbiters_wanted(const struct director *d)
{
	int processors = d->t->affinity == AFFINITY_LIST ? d->listed.count : cpu_affinity_usable();
	int crowded = (d->allowed * d->t->players + DIRECTOR_SEATED - 1) / DIRECTOR_SEATED;
	int wanted = processors > crowded ? processors : crowded;
	if (d->t->bots_count - tournament_remote_bots(d->t) < schedule_bots_min(d->t))
		return 0; /* no game has only local bots */
	return wanted < d->allowed ? wanted : d->allowed;
}

void director_arbiters_share(struct director *d)
{
	struct director_arbiter *a, *next;
	int count = 0, wanted = director_arbiters_wanted(d);
	if (d->ending)
		return;
	for (a = TAILQ_FIRST(&d->arbiters); a != NULL; a = next) {
		next = TAILQ_NEXT(a, entry);
		if (!director_arbiters_is_local(a))
			continue;
		if (count == wanted) {
			arbiter_handle_retire(a->handle);
			continue;
		}
		a->handle->local_max = d->allowed / wanted + (count < d->allowed % wanted);
		count++;
	}
	while (count < wanted && !d->ending && director_arbiters_may_start(d) &&
		director_arbiters_start(d, false)) {
		a = TAILQ_LAST(&d->arbiters, director_arbiters);
		a->handle->local_max = d->allowed / wanted + (count < d->allowed % wanted);
		count++;
	}
}

/* --- their end -------------------------------------------------------------------------------- */

void director_arbiters_retire(struct director *d)
{
	struct director_arbiter *a;
	TAILQ_FOREACH (a, &d->arbiters, entry)
		arbiter_handle_retire(a->handle);
}

void director_arbiters_died(void *owner, struct arbiter_handle *a, int lost, const char *why)
{
	struct director *d = owner;
	d->lost = lost;
	snprintf(d->died, sizeof d->died, "%s", why);
	if (d->options.deaths != NULL)
		++*d->options.deaths;
	if (lost == 0)
		director_log(d, "%s%s; it had no game in play", a->worker > 0 ? "" : "<4>", why);
	else if (lost == 1)
		director_log(d, "<4>a game is played again: %s", why);
	else
		director_log(d, "<4>%d games are played again: %s", lost, why);
	if (a->worker > 0) {
		director_workers_died(d, a, lost);
		return;
	}
	/* If it lost local games, the limit on their tries applies instead. */
	if ((lost > 0 && a->sockets == NULL) || ++d->deaths < DIRECTOR_DEATHS)
		return;
	error_set(&d->err, "%s", why);
	director_finish(d, DIRECTOR_BROKEN);
}

void director_arbiters_gone(void *owner, struct arbiter_handle *handle)
{
	struct director *d = owner;
	struct director_arbiter *a = TAILQ_FIRST(&d->arbiters);
	while (a->handle != handle)
		a = TAILQ_NEXT(a, entry);
	if (handle->worker > 0)
		director_workers_gone(d, handle);
	director_arbiters_remove(d, a);
	if (TAILQ_EMPTY(&d->arbiters))
		event_active(d->ending ? d->end_event : d->commit, EV_TIMEOUT, 0);
	if (!d->ending)
		director_schedule_feed(d);
}
