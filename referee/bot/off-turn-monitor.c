/*
 * off-turn-monitor.c - measures one bot's use of the processor.
 *
 * The kernel adds a wait for the processor to a thread's account when the wait is over. So while a
 * thread is runnable, part of its wait may not be known yet. That part is at most the time since
 * the last measurement that the thread did not use. If it has not run since then, the unknown part
 * at that measurement is added. The sum is `pending`.
 */
#include "referee/bot/off-turn-monitor.h"

#include <assert.h>
#include <stdio.h>

#include "base/time.h"

/* In a span shorter than this the wait and use are not measured: the measurement costs more than it
 * tells. */
#define OFF_TURN_MONITOR_FROM (1 * MILLISECOND)

/* After a rest shorter than this the whole sandbox is not measured. */
#define OFF_TURN_MONITOR_WHOLE_FROM (10 * MILLISECOND)

/* Measurements before a question may cost this process one part in 500 of its time, whatever the
 * number of bots that it watches. */
enum { OFF_TURN_MONITOR_SHARE = 500 };
static int off_turn_monitors; /* how many are open in this process */

bool off_turn_cpu_noticed(usec cpu, usec others)
{
	return cpu > OFF_TURN_CPU_FREE && cpu > others / OFF_TURN_CPU_PART;
}

void off_turn_cpu_explain(usec cpu, usec others, char *text, size_t room)
{
	snprintf(text, room,
		"used %.1f ms of processor in the %.1f ms in which it was not to move; from then on it was frozen there (ponder = yes allows it)",
		(double)cpu / (double)MILLISECOND, (double)others / (double)MILLISECOND);
}

void off_turn_monitor_init(struct off_turn_monitor *w, struct sandbox *sandbox)
{
	*w = (struct off_turn_monitor){.sandbox = sandbox, .cpu = {.file = -1}};
}

void off_turn_monitor_open(struct off_turn_monitor *w, enum clock_need need, bool ponder)
{
	assert(w->sandbox != NULL);
	off_turn_monitors += !w->open;
	w->open = true;
	w->need = need;
	w->ponder = ponder;
	w->whole = need == CLOCK_ALL;
	w->frozen = false;
	w->rested = w->idle = w->idle_cpu = 0;
	w->whole_at = w->stale = w->own_at = w->seen_cpu = w->seen_wait = 0;
	cpu_clock_open(&w->cpu, w->sandbox->program);
	process_tree_usage_open(&w->usage, w->sandbox->init);
}

void off_turn_monitor_close(struct off_turn_monitor *w)
{
	off_turn_monitors -= w->open;
	w->open = false;
	cpu_clock_close(&w->cpu);
	process_tree_usage_close(&w->usage);
	w->frozen = false;
	w->rested = 0;
}

/* The use of the process and the wait of its main thread since the last call; wait -1: not asked
 * for, or unknown. */
static void off_turn_monitor_measure_process(
	struct off_turn_monitor *w, bool waits, struct spent *s)
{
	s->cpu = cpu_clock_cpu(&w->cpu);
	/* The kernel adds a wait when it is over: a process that has not run has none to add. */
	s->wait = !waits ? -1 : s->cpu > 0 ? cpu_clock_wait(&w->cpu) : 0;
	w->seen_cpu += s->cpu;
	w->seen_wait += s->wait > 0 ? s->wait : 0;
}

/* Measures the whole sandbox and the process, so that both start again from here. True: the sandbox
 * has more than one process. */
static void off_turn_monitor_measure_all(
	struct off_turn_monitor *w, usec now, struct process_tree_usage_found *found)
{
	struct spent unused;
	process_tree_usage_take(&w->usage, found);
	off_turn_monitor_measure_process(w, true, &unused);
	w->whole = w->need == CLOCK_ALL || found->processes > 1;
	w->whole_at = now;
	w->seen_cpu = w->seen_wait = 0;
}

void off_turn_monitor_begin(struct off_turn_monitor *w, usec now)
{
	struct process_tree_usage_found found;
	struct spent unused;
	if (w->sandbox == NULL)
		return;
	/* The first look finds what all but the first process ever used: it belongs to no move. */
	if (w->whole || w->whole_at == 0)
		off_turn_monitor_measure_all(w, now, &found);
	else
		off_turn_monitor_measure_process(w, true, &unused);
	off_turn_monitor_rest(w, now);
}

void off_turn_monitor_rest(struct off_turn_monitor *w, usec now)
{
	w->rested = w->sandbox != NULL ? now : 0;
	if (w->noticed && !w->ponder && !w->frozen)
		w->frozen = sandbox_freeze(w->sandbox);
}

/* The processor time used since the last question ended. */
static usec off_turn_monitor_idle(struct off_turn_monitor *w, usec now, usec span)
{
	struct process_tree_usage_found found = {.cpu = 0};
	struct spent own;
	off_turn_monitor_measure_process(w, true, &own);
	if (w->whole || span >= OFF_TURN_MONITOR_WHOLE_FROM)
		off_turn_monitor_measure_all(w, now, &found);
	return w->whole ? found.cpu : own.cpu;
}

/* Updates the off-turn use. */
static void off_turn_monitor_look(struct off_turn_monitor *w, usec now)
{
	usec span = now - w->rested;
	if (w->rested == 0 || (!w->whole && span < OFF_TURN_MONITOR_FROM))
		return;
	w->rested = now;
	w->idle += span;
	w->idle_cpu += off_turn_monitor_idle(w, now, span);
	w->noticed |= !w->ponder && off_turn_cpu_noticed(w->idle_cpu, w->idle);
}

/* Measures in case the next move is late, unless the last measurement is recent enough. */
static void off_turn_monitor_prepare(struct off_turn_monitor *w, usec now)
{
	struct process_tree_usage_found found;
	if (w->need != CLOCK_LATE || w->whole || now - w->whole_at < w->stale)
		return;
	off_turn_monitor_measure_all(w, now, &found);
	w->stale = OFF_TURN_MONITOR_SHARE * (time_now() - now) * off_turn_monitors;
	if (w->stale < OFF_TURN_MONITOR_WHOLE_FROM)
		w->stale = OFF_TURN_MONITOR_WHOLE_FROM;
}

void off_turn_monitor_wake(struct off_turn_monitor *w)
{
	usec now = w->sandbox != NULL ? time_now() : 0;
	off_turn_monitor_look(w, now);
	if (w->sandbox != NULL)
		off_turn_monitor_prepare(w, now);
	w->rested = 0;
	if (w->frozen)
		sandbox_thaw(w->sandbox);
	w->frozen = false;
}

void off_turn_monitor_lost(struct off_turn_monitor *w, usec asked, usec now, struct spent *s)
{
	struct process_tree_usage_found found;
	if (w->sandbox == NULL || w->whole)
		return;
	process_tree_usage_take(&w->usage, &found);
	usec most = now - asked, wait = s->wait > 0 ? s->wait : 0;
	s->cpu += found.others < most ? found.others : most;
	wait += found.others_wait;
	/* Several threads wait for each other: the wait is at most the rest after the processor
	 * time. */
	if (found.others_wait > 0)
		s->wait = most <= s->cpu ? 0 : wait < most - s->cpu ? wait : most - s->cpu;
}

bool off_turn_monitor_report(struct off_turn_monitor *w, char *text, size_t room)
{
	off_turn_monitor_look(w, time_now());
	bool noticed = !w->ponder && off_turn_cpu_noticed(w->idle_cpu, w->idle);
	if (noticed)
		off_turn_cpu_explain(w->idle_cpu, w->idle, text, room);
	w->idle = w->idle_cpu = 0;
	return noticed;
}

void off_turn_monitor_ask(struct off_turn_monitor *w, usec now)
{
	w->looked = now;
	w->pending = 0;
	if (w->sandbox == NULL || w->need == CLOCK_NONE ||
		(w->need == CLOCK_LATE && now - w->own_at < OFF_TURN_MONITOR_FROM))
		return;
	w->own = cpu_clock_own_wait();
	w->own_at = now;
}

static usec off_turn_monitor_above(usec span, usec known)
{
	return span > known ? span - known : 0;
}

/* Measures the whole sandbox, and our own wait: an answer that came while we waited for a processor
 * is not the bot's delay. Earlier use belongs to another move. */
static void off_turn_monitor_spend_whole(struct off_turn_monitor *w, usec now, struct spent *s)
{
	struct process_tree_usage_found found;
	usec own = w->need != CLOCK_NONE ? cpu_clock_own_wait() : 0;
	usec seen_cpu = w->whole ? 0 : w->seen_cpu, seen_wait = w->whole ? 0 : w->seen_wait;
	off_turn_monitor_measure_all(w, now, &found);
	usec cpu = off_turn_monitor_above(found.cpu, seen_cpu),
	     wait = off_turn_monitor_above(found.wait, seen_wait);
	usec unused = off_turn_monitor_above(now, w->looked + cpu);
	bool ran = cpu > 0 || wait > 0;
	w->pending = !found.ready ? 0 : ran ? unused : w->pending + unused;
	w->looked = now;
	s->cpu += cpu;
	s->wait = (s->wait > 0 ? s->wait : 0) + wait;
	if (w->need != CLOCK_NONE)
		s->wait += own - w->own;
	w->own = own;
}

void off_turn_monitor_spend(
	struct off_turn_monitor *w, usec asked, usec now, bool late, struct spent *s)
{
	s->wall = now - asked;
	if (w->sandbox == NULL) {
		s->cpu = s->wait = -1;
		return;
	}
	if (w->whole || (late && w->need == CLOCK_LATE)) {
		off_turn_monitor_spend_whole(w, now, s);
	} else {
		struct spent more;
		off_turn_monitor_measure_process(w, s->wall >= OFF_TURN_MONITOR_FROM, &more);
		s->cpu += more.cpu;
		if (more.wait >= 0)
			s->wait = (s->wait > 0 ? s->wait : 0) + more.wait;
	}
	/* Threads may wait for each other, and part of the wait may be earlier. So the wait is at
	 * most the rest after the processor time. */
	usec most = s->wall > s->cpu ? s->wall - s->cpu : 0;
	if (s->wait > most)
		s->wait = most;
}
