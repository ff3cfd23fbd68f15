/*
 * balance-anneal.h - games whose bots are swapped until all pairs have met equally often.
 *
 * The games come in blocks of as many as there are bots, and in a block every bot sits in every
 * seat once. Only bots of one seat and one block are swapped, so that stays. Of the last block some
 * games may not be played: their bots can be swapped in, and it counts too how often each plays.
 */
#ifndef REFEREE_SCHEDULE_BALANCE_ANNEAL_H
#define REFEREE_SCHEDULE_BALANCE_ANNEAL_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

struct balance_anneal {
	int bots, seats;
	int rows;   /* games in whole blocks */
	int from;   /* the first game that may be changed */
	int active; /* so many are played, the rest of the last block is not */
	uint64_t random;
	int16_t (*row)[SEATS_MAX]; /* owned: by game, by seat */
	int32_t *met;	     /* owned: by two bots, a * bots + b with a < b: what came before */
	int32_t *played;     /* owned: by bot: likewise */
	int64_t cost, clash; /* clash: what each of these costs */
	int clashes;	     /* two seats of a game with the same bot */
};

void balance_anneal_init(struct balance_anneal *e, int bots, int seats, int rows, uint64_t seed);
void balance_anneal_clear(struct balance_anneal *e);

/* Swaps; it ends when nothing can be better, or after a time that grows with the games. False: in
 * some game one bot sits twice. */
bool balance_anneal_run(struct balance_anneal *e);

#endif
