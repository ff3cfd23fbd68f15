/*
 * arbiter-slot.h - the place of one arbiter in a tournament: its process, the orders that it was
 * sent and the reading of what it tells.
 *
 * A slot keeps its arbiter in work. What there is to play, what becomes of it and whether another
 * arbiter is to be hired when one has crashed is its owner's to say, who is asked and told through
 * the calls, out of arbiter_slot_feed() and the events of the base.
 */
#ifndef REFEREE_DIRECTOR_ARBITER_SLOT_H
#define REFEREE_DIRECTOR_ARBITER_SLOT_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"
#include "referee/base/time.h"
#include "referee/base/latency-histogram.h"
#include "referee/arbiter/game-request.h"
#include "referee/bot/arbiter-config.h"
#include "referee/base/process.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-receiver.h"

struct arbiter_slot;

struct arbiter_slot_calls {
	/* Which game is next, and its order, which may point into the job. behind: others of the
	 * slot have still to be played before it. False: none, or not yet. */
	bool (*next)(void *owner, bool behind, struct job *job, struct game_request *order);
	const struct game_receiver_calls *games;
	/* How many moves had which delay of ours since this was told before. */
	void (*delays)(void *owner, const struct latency_histogram *delays);
	/* It was ordered and not begun when the arbiter crashed. */
	void (*returned)(void *owner, const struct job *job);
	/* All that was ordered is done with, and next() had nothing. */
	void (*idle)(void *owner);
	/* The arbiter has ended, and all of its games were voided or returned unless it was
	 * dismissed. crashed: it had some. s->wrong: it was killed. It may be hired again at
	 * once. */
	void (*gone)(void *owner, struct arbiter_slot *s, bool crashed);
};

struct arbiter_slot {
	const struct arbiter_slot_calls *calls; /* borrowed, as is the next */
	void *owner;
	struct process process;
	struct event *event; /* owned, as are room and queue; NULL: no arbiter */
	struct line_reader lines;
	char *room;
	struct game_receiver telling; /* of the first in the queue */
	struct job *queue;	      /* a ring */
	int first, queued;	      /* the first is being played */
	bool renewing;	  /* nothing more is ordered: another is to be hired in its place */
	usec since, mean; /* since: the last game's end; mean: of a game's time */
	char wrong[WHY];  /* why its arbiter was killed: what it must not have said; "" */
};

void arbiter_slot_init(struct arbiter_slot *s, const struct arbiter_slot_calls *calls, void *owner);

/* Kills the arbiter if it still runs. */
void arbiter_slot_clear(struct arbiter_slot *s);

/* Starts an arbiter for this plan, which must last as long as it, to be listened to on base;
 * number: the processor to keep to, or -1. False, with a line in why: it could not be. */
bool arbiter_slot_hire(struct arbiter_slot *s, struct event_base *base,
	const struct arbiter_config *plan, int number, char *why, size_t room);

/* One line (cut up in place) of its arbiter. False: it must not say that, and is to be killed. */
bool arbiter_slot_take_line(void *slot, char *line);

/* The game that its arbiter plays; NULL: none. */
const struct job *arbiter_slot_game(const struct arbiter_slot *s);

/* Orders so much that the arbiter has work for a while. */
void arbiter_slot_feed(struct arbiter_slot *s);

/* The arbiter leaves when it has played what it has; after gone() another can be hired. */
void arbiter_slot_renew(struct arbiter_slot *s);

/* Nothing more is ordered: the arbiter leaves, and what it still tells is taken in until gone(). */
void arbiter_slot_dismiss(struct arbiter_slot *s);

#endif
