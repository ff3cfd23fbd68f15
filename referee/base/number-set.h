/*
 * number-set.h - a set of 64-bit numbers: which pairings were played.
 */
#ifndef REFEREE_BASE_NUMBER_SET_H
#define REFEREE_BASE_NUMBER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct number_set {
	uint64_t *slots; /* owned; 0: free */
	size_t size, count;
	bool zero; /* 0 is in it */
};

void number_set_init(struct number_set *s);
void number_set_clear(struct number_set *s);

/* False: it was in it before. */
bool number_set_add(struct number_set *s, uint64_t number);
bool number_set_has(const struct number_set *s, uint64_t number);

/* How many are in it. */
size_t number_set_count(const struct number_set *s);

#endif
