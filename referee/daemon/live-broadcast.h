/*
 * live-broadcast.h - the web process, kept alive and told (live-feed.h) how the tournaments go.
 *
 * Nothing here waits for it. What it has not read yet is kept up to a bound: above it games that
 * begin are not shown live, and above a second one it is taken for stuck and started anew. When it
 * dies it is started again on the same port, not more than a few times a minute, and told anew what
 * holds.
 */
#ifndef REFEREE_DAEMON_LIVE_BROADCAST_H
#define REFEREE_DAEMON_LIVE_BROADCAST_H

#include <event2/event.h>

#include "referee/web/live-feed.h"
#include "referee/web/metrics.h"
#include "referee/web/web-process.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"

struct live_broadcast;

/* Starts the web process; options are borrowed for as long as it lives, and so is what say gets.
 * say: a line for people. NULL: it could not be started, and errno says why. */
struct live_broadcast *live_broadcast_create(struct event_base *base,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg);
void live_broadcast_free(struct live_broadcast *b);

/* Other tokens hold from now on, and borrowed as the options are. Who knows the old ones is out. */
void live_broadcast_tokens(struct live_broadcast *b, const char *token, const char *metrics_token);

/* How a tournament stands now, or what is known of its two bots' strengths: told when that has
 * changed. b may be NULL here and below: nobody looks on. What our processes use is told every few
 * seconds. */
void live_broadcast_tell(struct live_broadcast *b, const struct live_feed *f);

/* A number of ours, told when it has changed. */
void live_broadcast_figure(struct live_broadcast *b, enum metric figure, int64_t value);

/* How many moves had which delay of ours so far. */
void live_broadcast_delays(struct live_broadcast *b, const struct latency_histogram *delays);

/* It is not served any more. */
void live_broadcast_gone(struct live_broadcast *b, int64_t tournament);

/* A line of the record of a game that is being played; line NULL: the game was void. */
void live_broadcast_record(struct live_broadcast *b, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line);

/* A game is kept. */
void live_broadcast_result(struct live_broadcast *b, int64_t tournament, const struct result *r);

/* None of its games is being played any more. */
void live_broadcast_ended(struct live_broadcast *b, int64_t tournament);

#endif
