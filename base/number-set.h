/*
 * number-set.h - a set of 64-bit numbers, such as the pairings that were played.
 */
#ifndef BASE_NUMBER_SET_H
#define BASE_NUMBER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct number_set {
	uint64_t *slots; /* owned; 0: free */
	size_t size, count;
	bool zero; /* the set contains 0 */
};

/* Makes it empty; frees what it holds. */
void number_set_init(struct number_set *s);
void number_set_clear(struct number_set *s);

/* False: the set already contained it. */
bool number_set_add(struct number_set *s, uint64_t number);
bool number_set_has(const struct number_set *s, uint64_t number);

/* Number of elements. */
size_t number_set_count(const struct number_set *s);

#endif
