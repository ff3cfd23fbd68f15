/*
 * results.h - what came of a tournament's games, by their pairings' keys: the ranks by seat.
 */
#ifndef REFEREE_TOURNAMENT_RESULTS_H
#define REFEREE_TOURNAMENT_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

struct results {
	uint64_t *keys;	 /* owned, as the next: open addressing */
	uint32_t *ranks; /* three bits a seat, the last for a game not played; 0: free */
	size_t size, count;
};

void results_init(struct results *r);
void results_clear(struct results *r);

/* rank: by seat - 1, from 1. A result that is there already stays. */
void results_add(struct results *r, uint64_t key, const int *rank, int seats);

/* The same for a game that is not played: it counts as if this had come of it. */
void results_add_skipped(struct results *r, uint64_t key, const int *rank, int seats);
bool results_skipped(const struct results *r, uint64_t key);

/* False: there is none yet. Seats that it did not have get 0. */
bool results_find(const struct results *r, uint64_t key, int rank[SEATS_MAX]);

/* What a seat (from 0) made of a game in halves: two for each other seat that it beat, one for each
 * that it tied with. */
int results_halves(const int *rank, int seats, int seat);

#endif
