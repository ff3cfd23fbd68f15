/*
 * answer-cache.h - answers by their questions, in bounded memory; what was not used longest goes.
 *
 * Keys and values are bytes that the cache copies. A value stays where it is until the next
 * answer_cache_put() or answer_cache_clear().
 */
#ifndef RULES_PROCESS_ANSWER_CACHE_H
#define RULES_PROCESS_ANSWER_CACHE_H

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_CACHE_LEAST = 1 << 20 }; /* memory is at least this: several of the largest answers */

struct answer_cache;

/* memory: bytes of all entries. NULL: no memory. */
struct answer_cache *answer_cache_create(size_t memory);

/* Freeing NULL is allowed. */
void answer_cache_free(struct answer_cache *c);

/* Forgets all. */
void answer_cache_clear(struct answer_cache *c);

/* The value of the key, which counts as used now; NULL: unknown. It is aligned for any type. */
const void *answer_cache_get(struct answer_cache *c, const void *key, size_t length, size_t *size);

/* Stores a value, in place of an earlier one. False: no memory. */
bool answer_cache_put(
	struct answer_cache *c, const void *key, size_t length, const void *value, size_t size);

#endif
