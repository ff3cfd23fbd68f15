/*
 * web-supervisor.h - keeps the web process alive and sends it the live stream (live-event.h).
 *
 * The daemon never waits for the web process. It keeps unread lines up to a limit. Above it, new
 * games are not shown live. Above a second limit the process counts as stuck and is started
 * again. A web process that died is started again on the same port, with growing pauses. It then
 * gets all states and all games in play again.
 */
#ifndef REFEREE_DAEMON_WEB_SUPERVISOR_H
#define REFEREE_DAEMON_WEB_SUPERVISOR_H

#include <event2/event.h>

#include "referee/daemon/live-events.h"
#include "referee/net/tokens.h"
#include "referee/web/live-event.h"
#include "referee/web/web-metrics.h"
#include "referee/web/web-process.h"

struct web_supervisor;

/* Starts the web process, which gets all games of these events. The events and the options are
 * borrowed while the supervisor exists. say: receives lines for the operator. NULL: it could not
 * be started, with errno. */
struct web_supervisor *web_supervisor_create(struct event_base *base, struct live_events *events,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg);

/* The caller frees this before the events. Accepts NULL. */
void web_supervisor_free(struct web_supervisor *w);

/* Replaces the tokens, which are borrowed as the options are. Cuts readers with the old tokens
 * off. */
void web_supervisor_tokens(struct web_supervisor *w, const char *token, const char *metrics_token);

/* Sends a changed state: of a tournament, of its two bots' strengths, of a metric or of the
 * delays. w may be NULL here and below: there are no pages. */
void web_supervisor_send(struct web_supervisor *w, const struct live_event *e);
void web_supervisor_metric(struct web_supervisor *w, enum metric metric, int64_t value);

/* Sends the tokens with which owners may sign in, if they have changed. */
void web_supervisor_accounts(struct web_supervisor *w, const struct tokens *tokens);

/* This process keeps a database locked. If it is the web process, or one of its pages, it is killed
 * and started again: they only read, and a page takes none of the locks of a writer. */
void web_supervisor_accuse(struct web_supervisor *w, long pid);

/* Stops serving a tournament. */
void web_supervisor_gone(struct web_supervisor *w, int64_t tournament);

#endif
