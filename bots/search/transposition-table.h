/*
 * transposition-table.h - what is known of positions that were searched before.
 *
 * A fixed number of entries in buckets of two: one for the deepest search, one for the newest.
 * Forgetting is a new generation, so that it costs nothing between two games.
 */
#ifndef BOTS_SEARCH_TRANSPOSITION_TABLE_H
#define BOTS_SEARCH_TRANSPOSITION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

enum transposition_bound { BOUND_EXACT, BOUND_LOWER, BOUND_UPPER };

struct transposition_entry {
	uint64_t key;
	int64_t value;
	move best;
	int16_t depth;
	uint8_t marks;	    /* bound, and whether nothing was left to an evaluation */
	uint8_t generation; /* 0: empty */
};

struct transposition {
	struct transposition_entry *entries; /* owned */
	size_t mask;			     /* buckets less one */
	uint8_t generation;
};

/* The largest table of at most that many megabytes; false: no memory. */
bool transposition_init(struct transposition *t, int megabytes);
void transposition_clear(struct transposition *t);

/* Forgets everything. */
void transposition_forget(struct transposition *t);

/* What is known of key; NULL: nothing. */
const struct transposition_entry *transposition_find(const struct transposition *t, uint64_t key);

/* Remembers e (its generation is set here), perhaps in place of something else. */
void transposition_store(struct transposition *t, struct transposition_entry e);

#endif
