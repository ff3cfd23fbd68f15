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

struct table;

struct table_house {
	const struct plan *plan; /* borrowed */
	struct event_base *base; /* owned, as is the rest */
	struct crew crew;
	struct oracle_queue oracle; /* only where the plan wants one */
	struct setup setup;	    /* of all games, unless each draws something from its seed */
	struct delays delays;	    /* since they were last told */
	usec told;		    /* when that was */
	/* Something happened: table_advance() is due when this wake-up's events are over. NULL: it
	 * is called then anyway. */
	void (*due)(void *owner, struct table *t);
	void *owner; /* borrowed */
};

/* Of zeroes but for due and owner. kept_most: bots that are kept between games at most. False: no
 * room for events. */
bool table_house_open(struct table_house *h, const struct plan *plan, int kept_most);

/* Nobody sits any more; waits until all bots have left. False: the events failed, and nothing is
 * freed. */
bool table_house_close(struct table_house *h);

/* When delays were counted and not told for a second, or now is 0: the line that tells them (see
 * latency-histogram.h); returns its length. Else 0. */
size_t table_house_delays(struct table_house *h, usec now, char line[DELAYS_LINE]);

#endif
