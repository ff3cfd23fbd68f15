/*
 * game-runner-context.h - what all tables of a process share: its bots, its oracle, and the count
 * of what they were kept waiting.
 */
#ifndef REFEREE_ARBITER_GAME_RUNNER_CONTEXT_H
#define REFEREE_ARBITER_GAME_RUNNER_CONTEXT_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "referee/game/game.h"
#include "referee/arbiter/bot-pool.h"
#include "referee/base/latency-histogram.h"
#include "referee/arbiter/oracle-queue.h"
#include "referee/bot/arbiter-config.h"

struct game_runner;

struct game_runner_context {
	const struct arbiter_config *config; /* borrowed */
	struct event_base *base;	     /* owned, as is the rest */
	struct bot_pool pool;
	struct oracle_queue oracle; /* only where the config wants one */
	struct setup setup;	    /* of all games, unless each draws something from its seed */
	struct latency_histogram delays; /* since they were last told */
	usec told;			 /* when that was */
	/* Something happened: game_runner_advance() is due when this wake-up's events are over.
	 * NULL: it is called then anyway. */
	void (*due)(void *owner, struct game_runner *g);
	void *owner; /* borrowed */
};

/* Of zeroes but for due and owner. False: no room for events. */
bool game_runner_context_open(struct game_runner_context *h, const struct arbiter_config *config);

/* Nobody sits any more; waits until all bots have left. False: the events failed, and nothing is
 * freed. */
bool game_runner_context_close(struct game_runner_context *h);

/* When delays were counted and not told for a second, or now is 0: the line that tells them (see
 * latency-histogram.h); returns its length. Else 0. */
size_t game_runner_context_delays(
	struct game_runner_context *h, usec now, char line[LATENCY_HISTOGRAM_LINE]);

#endif
