/*
 * director.c - the running of a tournament.
 *
 * The slots ask what they are to play and tell what they have played; here is decided what is
 * skipped, what is played again, and when all is over.
 *
 * Where the schedule follows from results, slots may have to wait for each other's. A result counts
 * as soon as its game is written, before it is committed: what follows from it is written later, so
 * it is never kept without it. After each result a feed is due, which asks again for all slots.
 *
 * Dismissing the arbiters is how a tournament ends, whether all is played or somebody stops it. The
 * last event, when they have left, is the one that tells the owner.
 *
 * Slots beyond those that the owner allows let their arbiters go when these have played what they
 * have.
 */
#include "referee/tournament/director.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/tournament/order-make.h"
#include "referee/tournament/plan-make.h"
#include "referee/tournament/slot.h"
#include "referee/tournament/starts.h"

enum { DIRECTOR_TRIES = 3 /* times that we may fail to play one game */ };

#define DIRECTOR_COMMIT	 (200 * MILLISECOND) /* longest that a finished game waits */
#define DIRECTOR_PARTING (5 * SECOND)	     /* for arbiters to leave, besides their bots' time */

struct director {
	const struct tournament *t;
	struct store *store;
	struct director_terms terms;
	struct plan plan;
	struct agenda *agenda; /* borrowed */
	struct event *commit, *feed, *parting;
	struct director_slot **slots; /* owned; none is freed before the end */
	int count, allowed;	      /* slots; so many of the first have work */
	enum schedule_step step;      /* the agenda's last answer */
	long skipped;		      /* games that were not played since somebody was benched */
	int running;		      /* slots whose arbiter lives */
	bool ending;
	enum director_end end;
	struct starts starts;
	char why[WHY];
};

struct director_slot {
	struct slot slot; /* first: what its calls hand out is this */
	int place;	  /* of its arbiter; -1: none */
};

static void director_finish(struct director *d, enum director_end end);

static void director_say(struct director *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void director_say(struct director *d, const char *format, ...)
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
	bool made = plan_make(&d->plan, d->t, d->why, sizeof d->why);
	d->plan.log_wire = d->terms.log_wire != NULL;
	d->plan.live = d->terms.heard != NULL;
	return made;
}

/* --- what is to be played ------------------------------------------------------------------- */

/* What comes next that is not skipped. */
static enum schedule_step director_pick(struct director *d, struct job *job)
{
	const struct strikes *strikes = &d->store->strikes;
	enum schedule_step step;
	/* A format without an end would go on for ever with games that nobody plays. */
	if (director_joins(d) && strikes_left(strikes) < d->t->players &&
		d->agenda->again_count == 0)
		return SCHEDULE_END;
	while ((step = agenda_next(d->agenda, job)) == SCHEDULE_GAME) {
		const struct pairing *p = &job->pairing;
		unsigned benched = strikes_seats(strikes, p->bot, p->seats);
		bool skip = d->t->skip_benched || strikes_by_hand(strikes, p->bot, p->seats);
		if (!skip || benched == 0)
			break;
		agenda_skip(d->agenda, job, benched);
		d->skipped++;
	}
	return step;
}

static bool director_next(void *owner, bool behind, struct job *job, struct order *order)
{
	struct director *d = owner;
	const struct strikes *strikes = &d->store->strikes;
	const struct pairing *p = &job->pairing;
	if (d->ending)
		return false;
	d->step = director_pick(d, job);
	if (d->step != SCHEDULE_GAME || d->ending)
		return false;
	/* Whether it is played at all may follow from the game before it. */
	if (behind && strikes_shaky(strikes, p->bot, p->seats)) {
		agenda_put_back(d->agenda, job);
		return false;
	}
	order_make(order, job, &d->store->strikes, &d->plan);
	return true;
}

/* --- what was played ------------------------------------------------------------------------ */

static void director_on_commit(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	if (store_commit(d->store) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
}

/* What was written is committed soon. */
static void director_commit_soon(struct director *d)
{
	struct timeval wait = {.tv_usec = DIRECTOR_COMMIT};
	if (!event_pending(d->commit, EV_TIMEOUT, NULL))
		event_add(d->commit, &wait);
}

static void director_on_word(void *arg, const char *text)
{
	director_say(arg, "%s", text);
}

static void director_on_bye(void *arg, int round, int bot, double points)
{
	struct director *d = arg;
	if (store_bye(d->store, round, bot, points) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
	else
		director_commit_soon(d);
}

/* What follows from it is asked for when the slot that told it has done with it. */
static void director_result(struct director *d, const struct job *job, const struct db_game *g)
{
	int rank[SEATS_MAX];
	for (int i = 0; i < g->seats; i++)
		rank[i] = g->seat[i].rank;
	agenda_result(d->agenda, job, rank);
	if (d->step == SCHEDULE_WAIT)
		event_active(d->feed, EV_TIMEOUT, 0);
}

static void director_on_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	struct director *d = owner;
	if (d->end == DIRECTOR_DATABASE)
		return; /* nothing can be kept any more */
	g->pairing = (int64_t)job->pairing.key;
	g->round = job->pairing.round;
	g->seed = (int64_t)job->pairing.seed;
	g->opening = job->opening.text;
	if (store_game(d->store, g, job->pairing.bot) != DB_OK) {
		director_finish(d, DIRECTOR_DATABASE);
		return;
	}
	const char *folder = d->terms.log_wire;
	if (folder != NULL && wire_log_save(w, folder, g->id) != 0)
		director_say(d, "%s: %s", folder, strerror(errno));
	director_commit_soon(d);
	director_result(d, job, g);
	if (starts_note(&d->starts, d->t->bots_count, job->pairing.bot, g))
		director_finish(d, DIRECTOR_NO_BOT);
}

static void director_on_heard(void *owner, const struct job *job, const char *line)
{
	struct director *d = owner;
	if (d->terms.heard != NULL)
		d->terms.heard(d->terms.arg, job, line);
}

static void director_on_voided(void *owner, const struct job *job, const char *why)
{
	struct director *d = owner;
	struct job again = *job;
	if (d->end == DIRECTOR_DATABASE)
		return;
	director_on_heard(d, job, NULL);
	director_say(d, "a game is played again: %s", why);
	if (++again.tries < DIRECTOR_TRIES) {
		agenda_put_back(d->agenda, &again);
		return;
	}
	snprintf(d->why, sizeof d->why, "%s", why);
	director_finish(d, DIRECTOR_BROKEN);
}

static void director_on_returned(void *owner, const struct job *job)
{
	struct director *d = owner;
	agenda_put_back(d->agenda, job);
}

/* --- arbiters ------------------------------------------------------------------------------- */

/* Is all played? */
static void director_settle(void *owner)
{
	struct director *d = owner;
	/* Before somebody may play it is not known whether all is played. */
	bool busy = d->ending || d->allowed == 0 || d->agenda->again_count > 0;
	for (int i = 0; i < d->count; i++)
		busy |= d->slots[i]->slot.queued > 0 || d->slots[i]->slot.renewing;
	if (busy || event_pending(d->feed, EV_TIMEOUT, NULL))
		return;
	assert(d->step == SCHEDULE_END); /* it would wait for games that nobody plays */
	director_finish(d, DIRECTOR_DONE);
}

/* Puts an arbiter into the slot. */
static void director_hire(struct director *d, struct director_slot *s)
{
	int pin = -1;
	s->place = places_take(d->terms.places);
	if (plan_pins(d->t, places_count(d->terms.places)))
		pin = s->place;
	if (!slot_hire(&s->slot, d->terms.base, &d->plan, pin, d->why, sizeof d->why)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	d->running++;
	slot_feed(&s->slot);
}

static void director_leaves(struct director *d, struct director_slot *s)
{
	places_give(d->terms.places, s->place);
	s->place = -1;
}

/* An arbiter that ended while it waited is not missed before there may be work for it. */
static void director_on_feed(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	for (int i = 0; i < d->allowed && !d->ending; i++) {
		if (d->slots[i]->slot.event != NULL)
			slot_feed(&d->slots[i]->slot);
		else
			director_hire(d, d->slots[i]);
	}
	director_settle(d);
}

static bool director_allows(const struct director *d, const struct director_slot *s)
{
	for (int i = 0; i < d->allowed; i++)
		if (d->slots[i] == s)
			return true;
	return false;
}

static void director_on_gone(void *owner, struct slot *slot, bool crashed)
{
	struct director *d = owner;
	struct director_slot *s = (struct director_slot *)slot;
	director_leaves(d, s);
	d->running--;
	if (d->ending && d->running == 0)
		event_active(d->parting, EV_TIMEOUT, 0);
	/* One that had nothing left may go; one that cannot live would be hired for ever. */
	if (d->ending || (!crashed && !slot->renewing))
		return;
	if (director_allows(d, s)) {
		director_hire(d, s);
		director_settle(d);
		return;
	}
	slot->renewing = false;
	if (d->running == 0)
		event_active(d->commit, EV_TIMEOUT, 0);
	event_active(d->feed, EV_TIMEOUT, 0); /* for others, if it gave something back */
}

static const struct slot_calls director_calls = {
	.next = director_next,
	.played = director_on_played,
	.heard = director_on_heard,
	.voided = director_on_voided,
	.returned = director_on_returned,
	.idle = director_settle,
	.gone = director_on_gone,
};

/* --- the end -------------------------------------------------------------------------------- */

/* Nothing is ordered any more; arbiters leave; what they still tell is taken in. */
static void director_finish(struct director *d, enum director_end end)
{
	usec wait = DIRECTOR_PARTING, most = 0;
	for (int i = 0; i < d->plan.bots_count; i++)
		if (d->plan.bots[i].allowance.quit > most)
			most = d->plan.bots[i].allowance.quit;
	wait += most;
	struct timeval parting = {.tv_sec = wait / SECOND, .tv_usec = wait % SECOND};
	/* However it was to end: what could not be kept must be told. */
	if (end == DIRECTOR_DATABASE)
		d->end = end;
	if (d->ending)
		return;
	d->ending = true;
	d->end = end;
	for (int i = 0; i < d->count; i++)
		slot_dismiss(&d->slots[i]->slot);
	event_add(d->parting, &parting);
	if (d->running == 0)
		event_active(d->parting, EV_TIMEOUT, 0);
}

/* The last thing that happens: the owner may free us. */
static void director_on_parting(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	if (d->skipped > 0)
		director_say(d, "%ld games with benched bots were not played", d->skipped);
	if (d->end != DIRECTOR_DATABASE && store_commit(d->store) != DB_OK)
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
	plan_clear(&d->plan);
	if (!director_plan(d)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	for (int i = 0; i < d->count; i++)
		if (d->slots[i]->slot.event != NULL)
			slot_renew(&d->slots[i]->slot);
}

bool director_joins(const struct director *d)
{
	return d->agenda->walk.schedule->joins != NULL;
}

int director_read_again(struct director *d, struct joining *joining)
{
	int before = d->t->bots_count;
	if (d->ending)
		return 0;
	joining_read(joining, walk_joins(&d->agenda->walk));
	if (d->t->bots_count == before)
		return 0;
	if (store_join(d->store, d->t, before) != DB_OK)
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
		slot_init(&s->slot, &director_calls, d);
		s->place = -1;
		d->slots[d->count] = s;
	}
	d->allowed = slots;
	if (d->ending)
		return;
	for (int i = slots; i < d->count; i++)
		if (d->slots[i]->slot.event != NULL)
			slot_renew(&d->slots[i]->slot);
	event_active(d->feed, EV_TIMEOUT, 0);
}

bool director_rests(const struct director *d)
{
	return d->allowed == 0 && d->running == 0 && !d->store->open;
}

int director_slots(const struct director *d)
{
	return d->count;
}

const struct job *director_game(const struct director *d, int slot)
{
	return slot < d->count ? slot_game(&d->slots[slot]->slot) : NULL;
}

const char *director_why(const struct director *d)
{
	return d->why;
}

struct director *director_create(struct agenda *agenda, struct store *store,
	const struct director_terms *terms, char *why, size_t room)
{
	struct director *d = memory_get(1, sizeof *d);
	d->t = agenda->t;
	d->agenda = agenda;
	d->store = store;
	d->terms = *terms;
	agenda->walk.on_bye = director_on_bye;
	agenda->walk.on_word = director_on_word;
	agenda->walk.arg = d;
	d->commit = evtimer_new(terms->base, director_on_commit, d);
	d->feed = evtimer_new(terms->base, director_on_feed, d);
	d->parting = evtimer_new(terms->base, director_on_parting, d);
	bool made = director_plan(d);
	if (!made)
		snprintf(why, room, "%s", d->why);
	else if (d->commit == NULL || d->feed == NULL || d->parting == NULL)
		snprintf(why, room, "there is no room for events");
	else
		return d;
	director_free(d);
	return NULL;
}

void director_free(struct director *d)
{
	if (d == NULL)
		return;
	for (int i = 0; i < d->count; i++) {
		slot_clear(&d->slots[i]->slot);
		if (d->slots[i]->place >= 0)
			director_leaves(d, d->slots[i]);
		free(d->slots[i]);
	}
	struct event *events[] = {d->commit, d->feed, d->parting};
	for (int i = 0; i < 3; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	free(d->slots);
	plan_clear(&d->plan);
	free(d);
}
