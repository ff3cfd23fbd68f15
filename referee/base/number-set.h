/*
 * number-set.h - a set of 64-bit numbers: which pairings were played.
 */
#ifndef REFEREE_BASE_NUMBER_SET_H
#define REFEREE_BASE_NUMBER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct set {
	uint64_t *slots; /* owned; 0: free */
	size_t size, count;
	bool zero; /* 0 is in it */
};

void set_init(struct set *s);
void set_clear(struct set *s);

/* False: it was in it before. */
bool set_add(struct set *s, uint64_t number);
bool set_has(const struct set *s, uint64_t number);

/* How many are in it. */
size_t set_count(const struct set *s);

#endif
