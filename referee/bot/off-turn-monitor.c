/*
 * off-turn-monitor.c - what a bot does with the processor.
 *
 * The kernel adds a wait for the processor to a thread's account when it is over. So while a thread
 * could run, some of its wait may not be known yet: at most what it did not use since the look
 * before, and as long as it has not run since then, what was not known at that look either. That is
 * `pending`.
 */
#include "referee/bot/off-turn-monitor.h"

#include <assert.h>

#include "referee/base/time.h"
#include "referee/game/off-turn-cpu.h"

/* A span shorter than this is not asked how long a bot waited in it or what it did: the answer
 * costs more than it tells. */
#define WATCH_FROM (1 * MILLISECOND)

/* A rest shorter than this is not worth a look at the whole box. */
#define WATCH_WALK_FROM (10 * MILLISECOND)

enum { WATCH_SHARE = 500 };

void watch_init(struct watch *w, struct box *box)
{
	*w = (struct watch){.box = box, .meter = {.file = -1}};
}

void watch_open(struct watch *w, enum clock_need need, bool ponder)
{
	assert(w->box != NULL);
	w->need = need;
	w->ponder = ponder;
	w->whole = need == CLOCK_ALL;
	w->frozen = false;
	w->rested = w->idle = w->idle_cpu = 0;
	w->census_at = w->stale = w->own_at = w->seen_cpu = w->seen_wait = 0;
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

/* What the process has used and its main thread has waited since this was asked before; wait -1:
 * not asked, or not known. */
static void watch_meter(struct watch *w, bool waits, struct spent *s)
{
	s->cpu = meter_cpu(&w->meter);
	s->wait = waits ? meter_wait(&w->meter) : -1;
	w->seen_cpu += s->cpu;
	w->seen_wait += s->wait > 0 ? s->wait : 0;
}

/* A look at the whole box, and at the meter, so that both begin anew. Is there more in it than one
 * process? */
static void watch_census(struct watch *w, usec now, struct census_found *found)
{
	struct spent unused;
	census_take(&w->census, found);
	watch_meter(w, true, &unused);
	w->whole = w->need == CLOCK_ALL || found->processes > 1;
	w->census_at = now;
	w->seen_cpu = w->seen_wait = 0;
}

void watch_begin(struct watch *w, usec now)
{
	struct census_found found;
	struct spent unused;
	if (w->box == NULL)
		return;
	if (w->whole)
		watch_census(w, now, &found);
	else
		watch_meter(w, true, &unused);
	watch_rest(w, now);
}

void watch_rest(struct watch *w, usec now)
{
	w->rested = w->box != NULL ? now : 0;
	if (w->noticed && !w->ponder && !w->frozen)
		w->frozen = box_freeze(w->box);
}

/* What it used since it rests. */
static usec watch_idle(struct watch *w, usec now, usec span)
{
	struct census_found found = {.cpu = 0};
	struct spent own;
	watch_meter(w, true, &own);
	if (w->whole || span >= WATCH_WALK_FROM)
		watch_census(w, now, &found);
	return w->whole ? found.cpu : own.cpu;
}

/* Brings what it did while it was not asked up to date. */
static void watch_look(struct watch *w, usec now)
{
	usec span = now - w->rested;
	if (w->rested == 0 || (!w->whole && span < WATCH_FROM))
		return;
	w->rested = now;
	w->idle += span;
	w->idle_cpu += watch_idle(w, now, span);
	w->noticed |= !w->ponder && ponder_noticed(w->idle_cpu, w->idle);
}

/* A look for the case that the next move is late, unless the last is young enough. */
static void watch_prepare(struct watch *w, usec now)
{
	struct census_found found;
	if (w->need != CLOCK_LATE || w->whole || now - w->census_at < w->stale)
		return;
	watch_census(w, now, &found);
	w->stale = WATCH_SHARE * (time_now() - now);
	if (w->stale < WATCH_WALK_FROM)
		w->stale = WATCH_WALK_FROM;
}

void watch_wake(struct watch *w)
{
	usec now = w->box != NULL ? time_now() : 0;
	watch_look(w, now);
	if (w->box != NULL)
		watch_prepare(w, now);
	w->rested = 0;
	if (w->frozen)
		box_thaw(w->box);
	w->frozen = false;
}

void watch_lost(struct watch *w, usec asked, usec now, struct spent *s)
{
	struct census_found found;
	if (w->box == NULL || w->whole)
		return;
	census_take(&w->census, &found);
	usec most = now - asked, wait = s->wait > 0 ? s->wait : 0;
	s->cpu += found.others < most ? found.others : most;
	wait += found.others_wait;
	/* Several wait for each other: no more than the processor time leaves. */
	if (found.others_wait > 0)
		s->wait = most <= s->cpu ? 0 : wait < most - s->cpu ? wait : most - s->cpu;
}

bool watch_tell(struct watch *w, char *text, size_t room)
{
	watch_look(w, time_now());
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
	if (w->box == NULL || w->need == CLOCK_NONE ||
		(w->need == CLOCK_LATE && now - w->own_at < WATCH_FROM))
		return;
	w->own = meter_own_wait();
	w->own_at = now;
}

static usec watch_above(usec span, usec known)
{
	return span > known ? span - known : 0;
}

/* The whole box, and ourselves: what came in while we waited for a processor is not the bot's. What
 * the meter has seen before is another move's. */
static void watch_spend_whole(struct watch *w, usec now, struct spent *s)
{
	struct census_found found;
	usec own = w->need != CLOCK_NONE ? meter_own_wait() : 0;
	usec seen_cpu = w->whole ? 0 : w->seen_cpu, seen_wait = w->whole ? 0 : w->seen_wait;
	watch_census(w, now, &found);
	usec cpu = watch_above(found.cpu, seen_cpu), wait = watch_above(found.wait, seen_wait);
	usec unused = watch_above(now, w->looked + cpu);
	bool ran = cpu > 0 || wait > 0;
	w->pending = !found.ready ? 0 : ran ? unused : w->pending + unused;
	w->looked = now;
	s->cpu += cpu;
	s->wait = (s->wait > 0 ? s->wait : 0) + wait;
	if (w->need != CLOCK_NONE)
		s->wait += own - w->own;
	w->own = own;
}

void watch_spend(struct watch *w, usec asked, usec now, bool late, struct spent *s)
{
	s->wall = now - asked;
	if (w->box == NULL) {
		s->cpu = s->wait = -1;
		return;
	}
	if (w->whole || (late && w->need == CLOCK_LATE)) {
		watch_spend_whole(w, now, s);
	} else {
		struct spent more;
		watch_meter(w, s->wall >= WATCH_FROM, &more);
		s->cpu += more.cpu;
		if (more.wait >= 0)
			s->wait = (s->wait > 0 ? s->wait : 0) + more.wait;
	}
	/* Threads that wait for each other, and what was waited before: it is no more than what
	 * the processor time leaves. */
	usec most = s->wall > s->cpu ? s->wall - s->cpu : 0;
	if (s->wait > most)
		s->wait = most;
}
