/*
 * pair-machines.h - on which machine the first game of a pair was played, so that the others can be
 * played there too.
 *
 * A pair is the games of the same bots in the same round and part, which have the same opening, in
 * all their seat orders: of two bots, two games. It is known by the seed of its games. A pair is
 * forgotten when all its games have begun. The table is bounded: a full one forgets all pairs.
 */
#ifndef REFEREE_MACHINES_PAIR_MACHINES_H
#define REFEREE_MACHINES_PAIR_MACHINES_H

#include <stdint.h>

#include "base/hash-table.h"

enum { PAIR_MACHINES_MAX = 1 << 20 /* pairs */ };

/* Starts as {0}. */
struct pair_machines {
	struct hash_table pairs; /* by their seeds */
};

/* Frees what it holds. */
void pair_machines_clear(struct pair_machines *p);

/* The machine of the last game of this pair that began; -1: none has. */
int pair_machines_find(const struct pair_machines *p, uint64_t seed);

/* A game of this pair that had begun before begins again, on this machine. */
void pair_machines_move(struct pair_machines *p, uint64_t seed, int machine);

/* A game of this pair begins on this machine, from 0; the pair has this many games. */
void pair_machines_begin(struct pair_machines *p, uint64_t seed, int machine, int games);

#endif
