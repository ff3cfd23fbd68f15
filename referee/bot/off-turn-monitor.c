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
#include "base/unknown.h"

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

void off_turn_monitor_init(struct off_turn_monitor *monitor, struct sandbox *sandbox)
{
	*monitor = (struct off_turn_monitor){.sandbox = sandbox, .cpu = {.file = -1}};
}

void off_turn_monitor_open(struct off_turn_monitor *monitor, enum clock_need need, bool ponder)
{
	assert(monitor->sandbox != NULL);
	off_turn_monitors += !monitor->open;
	monitor->open = true;
	monitor->need = need;
	monitor->ponder = ponder;
	monitor->whole = need == CLOCK_ALL;
	monitor->frozen = false;
	monitor->rested = monitor->idle = monitor->idle_cpu = 0;
	monitor->whole_at = monitor->stale = monitor->own_at = monitor->seen_cpu =
		monitor->seen_wait = 0;
	cpu_clock_open(&monitor->cpu, monitor->sandbox->program);
	process_tree_usage_open(&monitor->usage, monitor->sandbox->init);
}

void off_turn_monitor_close(struct off_turn_monitor *monitor)
{
	off_turn_monitors -= monitor->open;
	monitor->open = false;
	cpu_clock_close(&monitor->cpu);
	process_tree_usage_close(&monitor->usage);
	monitor->frozen = false;
	monitor->rested = 0;
}

/* The use of the process and the wait of its main thread since the last call; wait UNKNOWN: also
 * if not asked for. */
static void off_turn_monitor_measure_process(
	struct off_turn_monitor *monitor, bool waits, struct spent *s)
{
	s->cpu = cpu_clock_cpu(&monitor->cpu);
	/* The kernel adds a wait when it is over: a process that has not run has none to add. */
	usec wait = waits && s->cpu > 0 ? cpu_clock_wait(&monitor->cpu) : 0;
	s->wait = waits && wait >= 0 ? wait : UNKNOWN;
	monitor->seen_cpu += s->cpu;
	monitor->seen_wait += s->wait > 0 ? s->wait : 0;
}

/* Measures the whole sandbox and the process, so that both start again from here. True: the sandbox
 * has more than one process. */
static void off_turn_monitor_measure_all(
	struct off_turn_monitor *monitor, usec now, struct process_tree_usage_found *found)
{
	struct spent unused;
	process_tree_usage_measure(&monitor->usage, found);
	off_turn_monitor_measure_process(monitor, true, &unused);
	monitor->whole = monitor->need == CLOCK_ALL || found->processes > 1;
	monitor->whole_at = now;
	monitor->seen_cpu = monitor->seen_wait = 0;
}

void off_turn_monitor_begin(struct off_turn_monitor *monitor, usec now)
{
	struct process_tree_usage_found found;
	struct spent unused;
	if (monitor->sandbox == NULL)
		return;
	/* The first look finds what all but the first process ever used: it belongs to no move. */
	if (monitor->whole || monitor->whole_at == 0)
		off_turn_monitor_measure_all(monitor, now, &found);
	else
		off_turn_monitor_measure_process(monitor, true, &unused);
	off_turn_monitor_rest(monitor, now);
}

void off_turn_monitor_rest(struct off_turn_monitor *monitor, usec now)
{
	monitor->rested = monitor->sandbox != NULL ? now : 0;
	if (monitor->noticed && !monitor->ponder && !monitor->frozen)
		monitor->frozen = sandbox_freeze(monitor->sandbox);
}

/* Updates the off-turn use. */
static void off_turn_monitor_look(struct off_turn_monitor *monitor, usec now)
{
	usec span = now - monitor->rested;
	if (monitor->rested == 0 || (!monitor->whole && span < OFF_TURN_MONITOR_FROM))
		return;
	struct process_tree_usage_found found = {.cpu = 0};
	struct spent own;
	monitor->rested = now;
	monitor->idle += span;
	off_turn_monitor_measure_process(monitor, true, &own);
	if (monitor->whole || span >= OFF_TURN_MONITOR_WHOLE_FROM)
		off_turn_monitor_measure_all(monitor, now, &found);
	monitor->idle_cpu += monitor->whole ? found.cpu : own.cpu;
	monitor->noticed |=
		!monitor->ponder && off_turn_cpu_noticed(monitor->idle_cpu, monitor->idle);
}

/* Measures in case the next move is late, unless the last measurement is recent enough. */
static void off_turn_monitor_prepare(struct off_turn_monitor *monitor, usec now)
{
	struct process_tree_usage_found found;
	if (monitor->need != CLOCK_LATE || monitor->whole ||
		now - monitor->whole_at < monitor->stale)
		return;
	off_turn_monitor_measure_all(monitor, now, &found);
	monitor->stale = OFF_TURN_MONITOR_SHARE * (time_now() - now) * off_turn_monitors;
	if (monitor->stale < OFF_TURN_MONITOR_WHOLE_FROM)
		monitor->stale = OFF_TURN_MONITOR_WHOLE_FROM;
}

void off_turn_monitor_wake(struct off_turn_monitor *monitor)
{
	usec now = monitor->sandbox != NULL ? time_now() : 0;
	off_turn_monitor_look(monitor, now);
	if (monitor->sandbox != NULL)
		off_turn_monitor_prepare(monitor, now);
	monitor->rested = 0;
	if (monitor->frozen)
		sandbox_thaw(monitor->sandbox);
	monitor->frozen = false;
}

void off_turn_monitor_lost(
	struct off_turn_monitor *monitor, usec asked_at, usec now, struct spent *s)
{
	struct process_tree_usage_found found;
	assert(now >= asked_at);
	if (monitor->sandbox == NULL || monitor->whole)
		return;
	process_tree_usage_measure(&monitor->usage, &found);
	usec most = now - asked_at, wait = s->wait > 0 ? s->wait : 0;
	s->cpu += found.others < most ? found.others : most;
	wait += found.others_wait;
	/* Several threads wait for each other: the wait is at most the rest after the processor
	 * time. */
	if (found.others_wait > 0)
		s->wait = most <= s->cpu ? 0 : wait < most - s->cpu ? wait : most - s->cpu;
}

bool off_turn_monitor_report(struct off_turn_monitor *monitor, char *text, size_t room)
{
	off_turn_monitor_look(monitor, time_now());
	bool noticed = !monitor->ponder && off_turn_cpu_noticed(monitor->idle_cpu, monitor->idle);
	if (noticed)
		off_turn_cpu_explain(monitor->idle_cpu, monitor->idle, text, room);
	monitor->idle = monitor->idle_cpu = 0;
	return noticed;
}

void off_turn_monitor_ask(struct off_turn_monitor *monitor, usec now)
{
	monitor->looked = now;
	monitor->pending = 0;
	if (monitor->sandbox == NULL || monitor->need == CLOCK_NONE ||
		(monitor->need == CLOCK_LATE && now - monitor->own_at < OFF_TURN_MONITOR_FROM))
		return;
	monitor->own = cpu_clock_own_wait();
	monitor->own_at = now;
}

static usec off_turn_monitor_above(usec span, usec known)
{
	return span > known ? span - known : 0;
}

/* Measures the whole sandbox, and our own wait: an answer that came while we waited for a processor
 * is not the bot's delay. Earlier use belongs to another move. */
static void off_turn_monitor_spend_whole(
	struct off_turn_monitor *monitor, usec now, struct spent *s)
{
	struct process_tree_usage_found found;
	usec own = monitor->need != CLOCK_NONE ? cpu_clock_own_wait() : 0;
	usec seen_cpu = monitor->whole ? 0 : monitor->seen_cpu,
	     seen_wait = monitor->whole ? 0 : monitor->seen_wait;
	off_turn_monitor_measure_all(monitor, now, &found);
	usec cpu = off_turn_monitor_above(found.cpu, seen_cpu),
	     wait = off_turn_monitor_above(found.wait, seen_wait);
	usec unused = off_turn_monitor_above(now, monitor->looked + cpu);
	bool ran = cpu > 0 || wait > 0;
	monitor->pending = !found.ready ? 0 : ran ? unused : monitor->pending + unused;
	monitor->looked = now;
	s->cpu += cpu;
	s->wait = (s->wait > 0 ? s->wait : 0) + wait;
	if (monitor->need != CLOCK_NONE)
		s->wait += own - monitor->own;
	monitor->own = own;
}

void off_turn_monitor_spend(
	struct off_turn_monitor *monitor, usec asked_at, usec now, bool late, struct spent *s)
{
	s->wall = now - asked_at;
	if (monitor->sandbox == NULL) {
		s->cpu = s->wait = UNKNOWN;
		return;
	}
	if (monitor->whole || (late && monitor->need == CLOCK_LATE)) {
		off_turn_monitor_spend_whole(monitor, now, s);
	} else {
		struct spent more;
		off_turn_monitor_measure_process(monitor, s->wall >= OFF_TURN_MONITOR_FROM, &more);
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
