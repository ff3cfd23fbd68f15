/*
 * serve-log.c - the log of `referee serve` on stderr, and its events on stdout.
 */
#include <stddef.h>
#include <unistd.h>

#include "referee/commands/serve-log.h"
#include "referee/base/log.h"

static struct log *serve_log(void)
{
	static struct log log;
	if (log.who == NULL) {
		log_open(&log, "serve", STDERR_FILENO);
		log.style = log_style_of(STDERR_FILENO);
	}
	return &log;
}

static struct log *serve_events(void)
{
	static struct log events;
	if (events.who == NULL) {
		log_open(&events, "", STDOUT_FILENO);
		events.style = LOG_BARE;
	}
	return &events;
}

void serve_event(void *arg, const char *json)
{
	(void)arg;
	log_line(serve_events(), json);
}

static long serve_lines;

long serve_said(void)
{
	return serve_lines;
}

void serve_say(void *arg, const char *line)
{
	(void)arg;
	serve_lines++;
	log_line(serve_log(), line);
}

void serve_say_kept(void)
{
	log_flush(serve_log());
	log_flush(serve_events());
}
