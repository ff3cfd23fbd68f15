/*
 * game-runner-context.h - shared state of an arbiter's game runners: its bots, its oracle, and the
 * histogram of delays.
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
	struct oracle_queue oracle;	 /* only if the config wants one */
	struct setup setup;		 /* of all games, unless each game draws from its seed */
	struct latency_histogram delays; /* since the last report */
	usec told;			 /* time of the last report */
	/* A game runner has something due: the owner must call game_runner_advance() after all
	 * events of this wake-up. NULL: it is called at once. */
	void (*due)(void *owner, struct game_runner *g);
	void *owner; /* borrowed */
};

/* h: zeroes, except due and owner. False: events could not be allocated. */
bool game_runner_context_open(struct game_runner_context *h, const struct arbiter_config *config);

/* Unseats all bots and waits until they have left. False: the events failed, and nothing is
 * freed. */
bool game_runner_context_close(struct game_runner_context *h);

/* Writes the delays that were not reported for a second, or all when now is 0, as a line of
 * latency-histogram.h. Returns its length, or 0 for no line. */
size_t game_runner_context_delays(
	struct game_runner_context *h, usec now, char line[LATENCY_HISTOGRAM_LINE]);

#endif
