/*
 * supervisor.h - keeps one of the referee's own processes alive. It starts the process, and starts
 * it again after an end, with growing pauses (restart-backoff.h). It kills a process that sends an
 * invalid message, or that hangs (heartbeat.h). Each event is one log line.
 *
 * web-supervisor.h and listener-supervisor.h are its users.
 */
#ifndef REFEREE_DAEMON_SUPERVISOR_H
#define REFEREE_DAEMON_SUPERVISOR_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/process/process.h"
#include "base/restart-backoff.h"

struct supervisor_calls {
	const char *name; /* begins each log line: "web" */
	const char *loss; /* what ends with the process, for its log line; "": nothing */
	/* The process was started. False: it cannot be used, and is started again later. */
	bool (*started)(void *owner);
	/* Its output can be read. */
	void (*readable)(void *owner);
	/* The process is about to end, if it runs. */
	void (*stopping)(void *owner);
	/* The main process has looked for its heartbeat, which it watches closely. NULL: it does
	 * not. */
	void (*looked)(void *owner, bool beat);
};

struct supervisor {
	const struct supervisor_calls *calls; /* borrowed, as all pointers */
	void *owner;
	struct event_base *base;
	const struct process_kind *kind;
	const void *arg; /* of the process */
	void (*say)(void *arg, const char *line);
	void *say_arg;
	/* Its own; zero at first. */
	struct process process;
	struct event *reading; /* NULL: the process does not run */
	struct event *again;
	struct restart_backoff backoff;
	long starts;
};

/* Initialises it after its borrowed members are set. False: out of memory for events. */
bool supervisor_init(struct supervisor *s);

/* Ends the process; it may take this many milliseconds for an orderly end. */
void supervisor_clear(struct supervisor *s, int patience);

/* Starts the process. False with errno. */
bool supervisor_start(struct supervisor *s);

/* Starts the process from an event, without a pause; ends the present one before. */
void supervisor_restart(struct supervisor *s);

/* Logs a line after the name. The line may begin with a level (log.h). */
void supervisor_say(struct supervisor *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Kills the process for this reason, and starts it again after a pause. */
void supervisor_kill(struct supervisor *s, const char *why);

/* The same for a message that the process must not send. */
void supervisor_kill_for(struct supervisor *s, const char *message);

/* The end of its output was read: the process has ended. */
void supervisor_on_end(struct supervisor *s);

#endif
