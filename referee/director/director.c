/*
 * director.c - the running of a tournament.
 *
 * The slots and the hall ask what they are to play and tell what they have played; what that is
 * and what becomes of it is director-games.c, which games with remote bots begin is
 * director-remote.c, and here is decided who plays, and when all is over.
 *
 * Dismissing the arbiters is how a tournament ends, whether all is played or somebody stops it. The
 * last event, when they have left, is the one that tells the owner.
 *
 * Slots beyond those that the owner allows let their arbiters go when these have played what they
 * have.
 */
#include <assert.h>
#include <event2/event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/director/director-parts.h"
#include "referee/director/arbiter-config-make.h"
#include "referee/director/record-judge.h"

enum {
	DIRECTOR_HIRES = 10, /* that fail on end: some two minutes and a half */
	DIRECTOR_KILLED = 5
};

#define DIRECTOR_PARTING (5 * SECOND) /* for arbiters to leave, besides their bots' time */

void director_say(struct director *d, const char *format, ...)
{
	char text[2 * WHY];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	d->terms.say(d->terms.arg, text);
}

static bool director_plan(struct director *d)
{
	bool made = arbiter_config_make(&d->plan, d->t, &d->store->programs, d->why, sizeof d->why);
	d->plan.log_wire = d->terms.log_wire.folder != NULL;
	d->plan.options_bind = strcmp(d->t->format, "sprt") == 0;
	d->plan.live = d->terms.heard != NULL;
	return made;
}

/* --- arbiters ------------------------------------------------------------------------------- */

void director_look(struct director *d)
{
	event_active(d->feed, EV_TIMEOUT, 0);
}

/* Are there games that bots of this machine play alone? */
static bool director_needs_arbiters(const struct director *d)
{
	return d->t->bots_count - tournament_remote_bots(d->t) >= schedule_bots_min(d->t);
}

/* Is all played? */
static void director_settle(struct director *d)
{
	/* Before somebody may play it is not known whether all is played. */
	bool busy = d->ending || d->allowed == 0 || pending_games_count(&d->drawn) > 0;
	for (int i = 0; i < d->count; i++)
		busy |= d->slots[i]->slot.queued > 0 || d->slots[i]->slot.renewing;
	busy |= !director_remote_idle(d);
	if (busy || event_pending(d->feed, EV_TIMEOUT, NULL))
		return;
	assert(d->drawn.step == SCHEDULE_END); /* it would wait for games that nobody plays */
	director_finish(d, DIRECTOR_DONE);
}

static void director_leaves(struct director *d, struct director_slot *s)
{
	cpu_slots_give(d->terms.places, s->place);
	if (s->listed >= 0)
		cpu_slots_give(&d->listed, s->listed);
	s->place = s->listed = -1;
}

bool director_may_hire(struct director *d)
{
	usec now = time_now();
	if (now >= d->hiring)
		return true;
	struct timeval wait = time_timeval(d->hiring - now);
	event_add(d->feed, &wait);
	return false;
}

/* A machine that has no process or descriptor left may have one later, but not for the first of a
 * tournament: who began it is there to be told. */
void director_hired(struct director *d, bool started)
{
	usec now = time_now();
	if (started) {
		d->running++;
		d->hired = true;
		d->backoff.failures = 0;
		return;
	}
	usec wait = restart_backoff_fail(&d->backoff, now);
	restart_backoff_start(&d->backoff, now);
	if (!d->hired || d->backoff.failures > DIRECTOR_HIRES) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	director_say(d, "%s; it is tried again in %.1f s", d->why, (double)wait / SECOND);
	d->hiring = now + wait;
	director_may_hire(d);
}

/* The processor of the slot's arbiter, as process_pin() takes it. */
static int director_pin(struct director *d, struct director_slot *s)
{
	if (d->t->affinity == AFFINITY_LIST) {
		s->listed = cpu_slots_take(&d->listed);
		return cpu_affinity_place(cpu_affinity_number(&d->t->processors, s->listed));
	}
	return arbiter_config_pins(d->t, cpu_slots_count(d->terms.places)) ? s->place : -1;
}

/* Puts an arbiter into the slot. */
static void director_hire(struct director *d, struct director_slot *s)
{
	if (!director_may_hire(d))
		return;
	s->place = cpu_slots_take(d->terms.places);
	int pin = director_pin(d, s);
	bool started =
		arbiter_slot_hire(&s->slot, d->terms.base, &d->plan, pin, d->why, sizeof d->why);
	if (!started)
		director_leaves(d, s);
	director_hired(d, started);
	if (started)
		arbiter_slot_feed(&s->slot);
}

/* An arbiter that ended while it waited is not missed before there may be work for it. */
static void director_on_feed(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	int arbiters = director_needs_arbiters(d) ? d->allowed : 0;
	(void)fd;
	(void)what;
	director_remote_feed(d);
	for (int i = 0; i < arbiters && !d->ending; i++) {
		if (d->slots[i]->slot.event != NULL)
			arbiter_slot_feed(&d->slots[i]->slot);
		else
			director_hire(d, d->slots[i]);
	}
	director_settle(d);
}

/* An arbiter has nothing to do: its place may be for a game in the hall. */
static void director_on_idle(void *owner)
{
	struct director *d = owner;
	if (d->hall.claim != NULL)
		director_look(d);
	else
		director_settle(d);
}

static bool director_allows(const struct director *d, const struct director_slot *s)
{
	for (int i = 0; i < d->allowed; i++)
		if (d->slots[i] == s)
			return true;
	return false;
}

void director_one_left(struct director *d)
{
	d->running--;
	if (d->running > 0)
		return;
	event_active(d->ending ? d->parting : d->commit, EV_TIMEOUT, 0);
}

/* One that had no game to lose; that costs no tries, and yet must not go on for ever. */
static void director_on_killed(struct director *d, const char *wrong)
{
	director_say(d, "an arbiter that had nothing to play was killed: %s", wrong);
	director_look(d); /* it may have been killed before it could be fed */
	if (++d->killed < DIRECTOR_KILLED)
		return;
	snprintf(d->why, sizeof d->why, "arbiters that have nothing to play are wrong: %.400s",
		wrong);
	director_finish(d, DIRECTOR_BROKEN);
}

static void director_on_gone(void *owner, struct arbiter_slot *slot, bool crashed)
{
	struct director *d = owner;
	struct director_slot *s = (struct director_slot *)slot;
	director_leaves(d, s);
	if (slot->process.beat.lost && !crashed)
		director_say(d, "an arbiter that had nothing to play hung, and was killed");
	if (slot->wrong[0] != '\0' && !crashed)
		director_on_killed(d, slot->wrong);
	director_one_left(d);
	/* One that had nothing left may go; one that cannot live would be hired for ever. */
	if (d->ending || (!crashed && !slot->renewing))
		return;
	if (director_allows(d, s)) {
		director_hire(d, s);
		director_settle(d);
		return;
	}
	slot->renewing = false;
	director_look(d); /* for others, if it gave something back */
}

static const struct arbiter_slot_calls director_calls = {
	.next = director_next,
	.games = &director_games,
	.returned = director_on_returned,
	.delays = director_on_delays,
	.idle = director_on_idle,
	.gone = director_on_gone,
};

/* --- the end -------------------------------------------------------------------------------- */

void director_finish(struct director *d, enum director_end end)
{
	usec most = 0;
	for (int i = 0; i < d->plan.bots_count; i++)
		if (d->plan.bots[i].allowance.quit > most)
			most = d->plan.bots[i].allowance.quit;
	struct timeval parting = time_timeval(DIRECTOR_PARTING + most);
	/* However it was to end: what could not be kept must be told. */
	if (end == DIRECTOR_DATABASE)
		d->end = end;
	if (d->ending)
		return;
	d->ending = true;
	d->end = end;
	for (int i = 0; i < d->count; i++)
		arbiter_slot_dismiss(&d->slots[i]->slot);
	if (d->hall.runs)
		remote_games_dismiss(&d->hall.hall);
	event_add(d->parting, &parting);
	if (d->running == 0)
		event_active(d->parting, EV_TIMEOUT, 0);
}

/* The last thing that happens: the owner may free us. */
static void director_on_parting(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	char waiting[TIME_LOSS_TEXT];
	(void)fd;
	(void)what;
	if (d->skipped > 0)
		director_say(d, "%ld games with benched bots were not played", d->skipped);
	if (d->hall.skipped > 0)
		director_say(
			d, "%ld games with bots that stayed away were not played", d->hall.skipped);
	if (time_loss_tell(&d->waiting, d->t->limits.clock, waiting))
		director_say(d, "%s", waiting);
	if (d->end != DIRECTOR_DATABASE && game_store_commit(d->store) != DB_OK)
		d->end = DIRECTOR_DATABASE;
	d->terms.ended(d->terms.arg, d->end);
}

void director_stop(struct director *d)
{
	director_finish(d, DIRECTOR_INTERRUPTED);
}

void director_abandon(struct director *d)
{
	director_stop(d);
	event_active(d->parting, EV_TIMEOUT, 0);
}

/* --- bots that come ------------------------------------------------------------------------- */

/* Arbiters know the bots that there were when they were hired. */
static void director_renew(struct director *d)
{
	arbiter_config_clear(&d->plan);
	if (!director_plan(d) || !director_remote_renew(d)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	for (int i = 0; i < d->count; i++)
		if (d->slots[i]->slot.event != NULL)
			arbiter_slot_renew(&d->slots[i]->slot);
}

bool director_joins(const struct director *d)
{
	return d->agenda->walk.schedule->joins != NULL;
}

bool director_ends(const struct director *d)
{
	return d->ending;
}

void director_unbenched(struct director *d, int bot)
{
	if (director_joins(d))
		d->t->bots[bot].again = schedule_iterator_joins(&d->agenda->walk);
}

int director_read_again(struct director *d, struct reload *joining)
{
	int before = d->t->bots_count;
	if (d->ending)
		return 0;
	reload_read(joining, schedule_iterator_joins(&d->agenda->walk));
	if (joining->moved > 0 && game_store_retirements(d->store, d->t) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
	if (d->t->bots_count == before)
		return 0;
	if (game_store_join(d->store, d->t, before) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
	else
		director_renew(d);
	return d->t->bots_count - before;
}

/* --- its life ------------------------------------------------------------------------------- */

void director_allow(struct director *d, int slots)
{
	if (slots > d->count)
		d->slots = memory_resize(d->slots, (size_t)slots, sizeof *d->slots);
	for (; d->count < slots; d->count++) {
		struct director_slot *s = memory_get(1, sizeof *s);
		arbiter_slot_init(&s->slot, &director_calls, d);
		s->place = s->listed = -1;
		d->slots[d->count] = s;
	}
	d->allowed = slots;
	if (d->ending)
		return;
	director_remote_allow(d, slots > 0);
	for (int i = slots; i < d->count; i++)
		if (d->slots[i]->slot.event != NULL)
			arbiter_slot_renew(&d->slots[i]->slot);
	director_look(d);
}

bool director_rests(const struct director *d)
{
	return d->allowed == 0 && d->running == 0 && !d->store->open;
}

int director_arbiters(const struct director *d)
{
	return d->count;
}

int director_slots(const struct director *d)
{
	return d->count + remote_games_tables(&d->hall.hall);
}

const struct job *director_game(const struct director *d, int slot)
{
	return slot < d->count ? arbiter_slot_game(&d->slots[slot]->slot)
			       : remote_games_game(&d->hall.hall, slot - d->count);
}

const struct claim *director_claim(const struct director *d)
{
	return d->hall.claim;
}

struct director_skipped director_skipped(const struct director *d)
{
	return (struct director_skipped){d->skipped, d->hall.skipped};
}

const char director_options_why[] =
	"an sprt is not played with an option that a bot does not take: mend it, and the same command goes on";

const char *director_why(const struct director *d)
{
	return d->why;
}

struct director *director_create(struct game_queue *agenda, struct game_store *store,
	const struct director_terms *terms, char *why, size_t room)
{
	struct director *d = memory_get(1, sizeof *d);
	d->t = agenda->t;
	d->agenda = agenda;
	d->noted = memory_get(BOTS_MAX, sizeof *d->noted);
	if (d->t->affinity == AFFINITY_LIST)
		cpu_slots_init(&d->listed, d->t->processors.count);
	d->store = store;
	d->terms = *terms;
	agenda->walk.on_bye = director_on_bye;
	agenda->walk.on_say = director_on_word;
	agenda->walk.arg = d;
	d->commit = evtimer_new(terms->base, director_on_commit, d);
	d->feed = evtimer_new(terms->base, director_on_feed, d);
	d->parting = evtimer_new(terms->base, director_on_parting, d);
	pending_games_init(&d->drawn, agenda);
	d->judge = record_judge_create(agenda->t);
	bool events = d->commit != NULL && d->feed != NULL && d->parting != NULL;
	if (!events)
		snprintf(why, room, "there is no room for events");
	else if (director_plan(d) && director_take_up_pace(d) && director_remote_open(d))
		return d;
	else
		snprintf(why, room, "%s", d->why);
	director_free(d);
	return NULL;
}

void director_free(struct director *d)
{
	if (d == NULL)
		return;
	for (int i = 0; i < d->count; i++) {
		arbiter_slot_clear(&d->slots[i]->slot);
		if (d->slots[i]->place >= 0)
			director_leaves(d, d->slots[i]);
		free(d->slots[i]);
	}
	director_remote_close(d);
	rejudge_free(d->judge);
	pending_games_clear(&d->drawn);
	struct event *events[] = {d->commit, d->feed, d->parting};
	for (int i = 0; i < 3; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	free(d->slots);
	free(d->noted);
	arbiter_config_clear(&d->plan);
	free(d);
}
