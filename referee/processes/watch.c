/*
 * watch.c - what a bot does with the processor.
 *
 * The kernel adds a wait for the processor to a thread's account when it is over. So while a thread
 * could run, some of its wait may not be known yet: at most what it did not use since the look
 * before, and as long as it has not run since then, what was not known at that look either. That is
 * `pending`.
 */
#include "referee/processes/watch.h"

#include <assert.h>

#include "referee/ground/time.h"
#include "referee/judging/ponder.h"

/* A span shorter than this is not asked how long a bot waited in it or what it did: the answer
 * costs more than it tells. */
#define WATCH_FROM (1 * MILLISECOND)

/* A rest shorter than this is not worth a look at the whole box. */
#define WATCH_WALK_FROM (10 * MILLISECOND)

void watch_init(struct watch *w, struct box *box)
{
	*w = (struct watch){.box = box, .meter = {.file = -1}};
}

void watch_open(struct watch *w, bool exact, bool ponder)
{
	assert(w->box != NULL);
	w->exact = exact;
	w->ponder = ponder;
	w->whole = exact;
	w->frozen = false;
	w->rested = w->idle = w->idle_cpu = 0;
	meter_open(&w->meter, w->box->program);
	census_open(&w->census, w->box->keeper);
}

void watch_close(struct watch *w)
{
	meter_close(&w->meter);
	census_close(&w->census);
	w->frozen = false;
	w->rested = 0;
}

/* A look at the whole box. Is there more in it than one process? */
static void watch_census(struct watch *w, struct census_found *found)
{
	census_take(&w->census, found);
	w->whole = w->exact || found->processes > 1;
}

void watch_begin(struct watch *w, usec now)
{
	struct census_found found;
	if (w->box == NULL)
		return;
	if (w->whole)
		watch_census(w, &found);
	meter_cpu(&w->meter);
	meter_wait(&w->meter);
	watch_rest(w, now);
}

void watch_rest(struct watch *w, usec now)
{
	w->rested = w->box != NULL ? now : 0;
	if (w->noticed && !w->ponder && !w->frozen)
		w->frozen = box_freeze(w->box);
}

/* What it used since it rests. */
static usec watch_idle(struct watch *w, usec span)
{
	struct census_found found = {.cpu = 0};
	if (w->whole || span >= WATCH_WALK_FROM)
		watch_census(w, &found);
	usec cpu = meter_cpu(&w->meter);
	meter_wait(&w->meter);
	return w->whole ? found.cpu : cpu;
}

/* Brings what it did while it was not asked up to date. */
static void watch_look(struct watch *w)
{
	usec now = time_now(), span = now - w->rested;
	if (w->rested == 0 || (!w->whole && span < WATCH_FROM))
		return;
	w->rested = now;
	w->idle += span;
	w->idle_cpu += watch_idle(w, span);
	w->noticed |= !w->ponder && ponder_noticed(w->idle_cpu, w->idle);
}

void watch_wake(struct watch *w)
{
	watch_look(w);
	w->rested = 0;
	if (w->frozen)
		box_thaw(w->box);
	w->frozen = false;
}

bool watch_tell(struct watch *w, char *text, size_t room)
{
	watch_look(w);
	bool noticed = !w->ponder && ponder_noticed(w->idle_cpu, w->idle);
	if (noticed)
		ponder_tell(w->idle_cpu, w->idle, text, room);
	w->idle = w->idle_cpu = 0;
	return noticed;
}

void watch_ask(struct watch *w, usec now)
{
	w->looked = now;
	w->pending = 0;
	w->own = w->exact ? meter_own_wait() : 0;
}

/* The whole box, and ourselves: what came in while we waited for a processor is not the bot's. */
static void watch_spend_whole(struct watch *w, usec now, struct spent *s)
{
	struct census_found found;
	usec own = w->exact ? meter_own_wait() : 0;
	census_take(&w->census, &found);
	usec unused = now > w->looked + found.cpu ? now - w->looked - found.cpu : 0;
	bool ran = found.cpu > 0 || found.wait > 0;
	w->pending = !found.ready ? 0 : ran ? unused : w->pending + unused;
	w->looked = now;
	s->cpu += found.cpu;
	s->wait = (s->wait > 0 ? s->wait : 0) + found.wait + own - w->own;
	w->own = own;
}

void watch_spend(struct watch *w, usec asked, usec now, struct spent *s)
{
	s->wall = now - asked;
	if (w->box == NULL) {
		s->cpu = s->wait = -1;
		return;
	}
	if (w->whole) {
		watch_spend_whole(w, now, s);
	} else {
		s->cpu += meter_cpu(&w->meter);
		usec wait = s->wall < WATCH_FROM ? -1 : meter_wait(&w->meter);
		if (wait >= 0)
			s->wait = (s->wait > 0 ? s->wait : 0) + wait;
	}
	/* Threads that wait for each other, and what was waited before: it is no more than what
	 * the processor time leaves. */
	usec most = s->wall > s->cpu ? s->wall - s->cpu : 0;
	if (s->wait > most)
		s->wait = most;
}
