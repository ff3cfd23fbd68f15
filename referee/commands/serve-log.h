/*
 * serve-log.h - writes the log of `referee serve` to stderr and its events to stdout. It never
 * waits for either.
 */
#ifndef REFEREE_COMMANDS_SERVE_LOG_H
#define REFEREE_COMMANDS_SERVE_LOG_H

/* Logs a line. */
void serve_say(void *arg, const char *line);

/* Writes an event. */
void serve_event(void *arg, const char *json);

/* The number of lines logged so far. */
long serve_said(void);

/* Writes the lines that stderr and stdout could not take before. */
void serve_say_kept(void);

#endif
