/*
 * supervisor.c - keeps a process alive.
 */
#include "referee/daemon/supervisor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/escape.h"
#include "referee/process/log.h"
#include "base/time.h"

void supervisor_say(struct supervisor *s, const char *format, ...)
{
	char text[2 * ERROR_TEXT], line[2 * ERROR_TEXT + 32];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*s%s: %s", level, text, s->calls->name, text + level);
	s->say(s->say_arg, line);
}

/* Ends the process. Returns its status. */
static int supervisor_stop(struct supervisor *s, int patience)
{
	s->calls->stopping(s->owner);
	if (s->reading != NULL)
		event_free(s->reading);
	s->reading = NULL;
	return process_leave(&s->process, patience);
}

/* Starts another process after a pause. */
static void supervisor_retry(struct supervisor *s, const char *why)
{
	usec wait = restart_backoff_fail(&s->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	supervisor_say(s, "<4>the process %s%s; it restarts in %.1f s", why, s->calls->loss,
		(double)wait / SECOND);
	event_add(s->again, &moment);
}

void supervisor_kill(struct supervisor *s, const char *why)
{
	supervisor_stop(s, 0);
	supervisor_retry(s, why);
}

void supervisor_kill_for(struct supervisor *s, const char *message)
{
	char *shown = escape_text(message, false), why[256];
	snprintf(why, sizeof why, "sent the invalid message \"%.80s\" and was killed", shown);
	free(shown);
	supervisor_kill(s, why);
}

void supervisor_on_end(struct supervisor *s)
{
	char ending[32], why[64];
	process_ending(&s->process, supervisor_stop(s, 0), ending, sizeof ending);
	snprintf(why, sizeof why, "ended (%s)", ending);
	supervisor_retry(s, why);
}

static void supervisor_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct supervisor *s = arg;
	(void)fd;
	(void)what;
	s->calls->readable(s->owner);
}

static bool supervisor_watch(struct supervisor *s)
{
	struct process *p = &s->process;
	if (s->calls->looked == NULL)
		return process_watch(p, s->base);
	return heartbeat_watch_closely(&p->beat, s->base, p->pid, s->calls->looked, s->owner);
}

bool supervisor_start(struct supervisor *s)
{
	restart_backoff_start(&s->backoff, time_now());
	s->starts++;
	if (process_start(&s->process, s->kind, s->arg, 0) != 0)
		return false;
	s->reading = event_new(
		s->base, s->process.from, EV_READ | EV_PERSIST, supervisor_on_readable, s);
	return s->reading != NULL && event_add(s->reading, NULL) == 0 && supervisor_watch(s) &&
	       s->calls->started(s->owner);
}

static void supervisor_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct supervisor *s = arg;
	(void)fd;
	(void)what;
	if (s->process.pid > 0)
		supervisor_stop(s, 0);
	if (!supervisor_start(s))
		supervisor_kill(s, "cannot be started");
}

void supervisor_restart(struct supervisor *s)
{
	static const struct timeval now = {0};
	event_add(s->again, &now);
}

bool supervisor_init(struct supervisor *s)
{
	s->process = (struct process){.to = -1, .from = -1};
	s->again = evtimer_new(s->base, supervisor_on_again, s);
	return s->again != NULL;
}

void supervisor_clear(struct supervisor *s, int patience)
{
	if (s->again == NULL)
		return;
	supervisor_stop(s, patience);
	event_free(s->again);
	s->again = NULL;
}
