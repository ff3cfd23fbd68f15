/*
 * oracle-queue.h - one oracle for all games of a process: who asks waits for its turn.
 */
#ifndef REFEREE_ARBITER_ORACLE_QUEUE_H
#define REFEREE_ARBITER_ORACLE_QUEUE_H

#include <event2/event.h>
#include <stdbool.h>
#include <sys/queue.h>

#include "referee/game/game.h"
#include "referee/arbiter/oracle.h"

/* One game's part in it; of zeroes but for done and arg. */
struct oracle_asker {
	TAILQ_ENTRY(oracle_asker) entry;
	oracle_done *done;	 /* called from the loop, once for each question */
	void *arg;		 /* borrowed, as is the next */
	const struct game *game; /* which stays as it is while it is asked about */
	uint64_t seed;
	bool waiting;
	bool lost; /* the oracle's process: nothing more is to be had in this game */
};

struct oracle_queue {
	struct oracle *oracle;	 /* owned */
	struct event_base *base; /* borrowed */
	TAILQ_HEAD(, oracle_asker) askers;
	struct oracle_asker *asked; /* the first of them, whose question is open; NULL: none is */
	struct oracle_asker *told;  /* whose game the oracle knows; NULL: nobody's */
};

void oracle_queue_init(struct oracle_queue *q, struct event_base *base);
void oracle_queue_clear(struct oracle_queue *q);

/* Another game of a's begins. */
void oracle_queue_game(
	struct oracle_queue *q, struct oracle_asker *a, const struct game *game, uint64_t seed);

/* Asks what its game's position is worth. */
void oracle_queue_ask(struct oracle_queue *q, struct oracle_asker *a);

/* It does not want the answer any more, if it waits for one. */
void oracle_queue_drop(struct oracle_queue *q, struct oracle_asker *a);

#endif
