/*
 * web-supervisor.h - the web process, kept alive and subscribed to the live stream (live-event.h).
 *
 * The daemon never waits for the web process. Unread lines are kept up to a limit: above it the
 * games that begin are not shown live, and above a second one the process counts as stuck and is
 * started again. A web process that has died is started again on the same port, with growing
 * pauses, and gets all states and games in play anew.
 */
#ifndef REFEREE_DAEMON_WEB_SUPERVISOR_H
#define REFEREE_DAEMON_WEB_SUPERVISOR_H

#include <event2/event.h>

#include "referee/daemon/live-events.h"
#include "referee/web/live-event.h"
#include "referee/web/metrics.h"
#include "referee/web/web-process.h"

struct web_supervisor;

/* Starts the web process, which gets all games of these events; they and the options are borrowed
 * for as long as it lives. say: a line for people. NULL: it could not be started, with errno. */
struct web_supervisor *web_supervisor_create(struct event_base *base, struct live_events *events,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg);

/* To be called before the events are freed. NULL may be freed. */
void web_supervisor_free(struct web_supervisor *w);

/* Other tokens hold from now on, and are borrowed as the options are. Readers with the old ones are
 * cut off. */
void web_supervisor_tokens(struct web_supervisor *w, const char *token, const char *metrics_token);

/* The state of a tournament, of its two bots' strengths, a metric or the delays: sent when it has
 * changed. w may be NULL here and below: there are no pages. */
void web_supervisor_send(struct web_supervisor *w, const struct live_event *e);
void web_supervisor_metric(struct web_supervisor *w, enum metric metric, int64_t value);

/* A tournament is not served any more. */
void web_supervisor_gone(struct web_supervisor *w, int64_t tournament);

#endif
