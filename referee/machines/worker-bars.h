/*
 * worker-bars.h - workers that broke the rules and may not join before some time. Pure.
 *
 * A list of fixed size: the first of too many is forgotten. No worker can fill it with names of
 * others, since the server of the broker says the name.
 */
#ifndef REFEREE_MACHINES_WORKER_BARS_H
#define REFEREE_MACHINES_WORKER_BARS_H

#include <stdbool.h>

#include "base/time.h"
#include "referee/net/broker-address.h"

enum { WORKER_BARS = 64 };

/* Starts as {0}. */
struct worker_bars {
	struct {
		char worker[BROKER_NAME];
		usec until;
	} bars[WORKER_BARS]; /* a ring */
	int next;
};

/* Keeps a worker away until then; a longer bar stays as it is. */
void worker_bars_add(struct worker_bars *b, const char *worker, usec until);

/* Must the worker stay away? */
bool worker_bars_has(const struct worker_bars *b, const char *worker, usec now);

#endif
