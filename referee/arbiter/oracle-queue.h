/*
 * oracle-queue.h - shares one oracle among all games of an arbiter: each question waits for its
 * turn.
 */
#ifndef REFEREE_ARBITER_ORACLE_QUEUE_H
#define REFEREE_ARBITER_ORACLE_QUEUE_H

#include <event2/event.h>
#include <stdbool.h>
#include <sys/queue.h>

#include "referee/game/game.h"
#include "referee/arbiter/oracle.h"

/* One game in the queue; zeroes, except done and arg. */
struct oracle_asker {
	TAILQ_ENTRY(oracle_asker) entry;
	oracle_done *done;	 /* called from the loop, once for each question */
	void *arg;		 /* borrowed, as is the next */
	const struct game *game; /* must not change while a question about it is open */
	uint64_t seed;
	bool waiting;
	bool lost; /* the oracle's process died: no further answer in this game */
};

struct oracle_queue {
	struct oracle *oracle;	 /* owned */
	struct event_base *base; /* borrowed */
	TAILQ_HEAD(, oracle_asker) askers;
	struct oracle_asker *asked; /* the first asker, whose question is open; NULL: none is */
	struct oracle_asker *told;  /* the asker whose game the oracle has; NULL: none */
};

void oracle_queue_init(struct oracle_queue *q, struct event_base *base);
void oracle_queue_clear(struct oracle_queue *q);

/* Starts another game of a. */
void oracle_queue_game(
	struct oracle_queue *q, struct oracle_asker *a, const struct game *game, uint64_t seed);

/* Asks for the value of the game's position. */
void oracle_queue_ask(struct oracle_queue *q, struct oracle_asker *a);

/* Cancels a's question, if it has one. */
void oracle_queue_drop(struct oracle_queue *q, struct oracle_asker *a);

#endif
