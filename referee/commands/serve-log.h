/*
 * serve-log.h - what `referee serve` logs on stderr, and its events on stdout; it waits for
 * neither.
 */
#ifndef REFEREE_COMMANDS_SERVE_LOG_H
#define REFEREE_COMMANDS_SERVE_LOG_H

/* Logs a line. */
void serve_say(void *arg, const char *line);

/* Writes an event. */
void serve_event(void *arg, const char *json);

/* How many lines were logged so far. */
long serve_said(void);

/* Writes what stderr and stdout did not take before, and take now. */
void serve_say_kept(void);

#endif
