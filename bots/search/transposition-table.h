/*
 * transposition-table.h - stores the results of searched positions.
 *
 * A fixed number of entries in buckets of two: one for the deepest search, one for the newest.
 * Forgetting starts a new generation, which costs nothing.
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
	uint8_t marks;	    /* bound, and whether no evaluation contributed */
	uint8_t generation; /* 0: empty */
};

struct transposition {
	struct transposition_entry *entries; /* owned */
	size_t mask;			     /* buckets less one */
	uint8_t generation;
};

/* Allocates the largest table of at most that many megabytes; false: no memory. */
bool transposition_init(struct transposition *t, int megabytes);
void transposition_clear(struct transposition *t);

/* Forgets everything. */
void transposition_forget(struct transposition *t);

/* The entry of key; NULL: none. */
const struct transposition_entry *transposition_find(const struct transposition *t, uint64_t key);

/* Stores e and sets its generation; it may replace another entry. */
void transposition_store(struct transposition *t, struct transposition_entry e);

#endif
