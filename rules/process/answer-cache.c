/*
 * answer-cache.c - entries by the hash of their key, and a list of them by their last use.
 *
 * Of two keys with one hash, which is as good as never, the later one stays.
 */
#include "rules/process/answer-cache.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash-table.h"

struct answer_entry {
	struct answer_entry *newer, *older; /* by last use */
	uint64_t hash;
	uint32_t length, size;			    /* of key and value */
	alignas(max_align_t) unsigned char bytes[]; /* the value, then the key */
};

struct answer_cache {
	size_t memory, used;
	struct hash_table table; /* a pointer to each entry, by its hash */
	struct answer_entry *newest, *oldest;
};

struct answer_cache *answer_cache_create(size_t memory)
{
	struct answer_cache *c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->memory = memory < ANSWER_CACHE_LEAST ? ANSWER_CACHE_LEAST : memory;
	c->table.value = sizeof(struct answer_entry *);
	return c;
}

void answer_cache_clear(struct answer_cache *c)
{
	for (struct answer_entry *e = c->newest, *older; e != NULL; e = older) {
		older = e->older;
		free(e);
	}
	hash_table_clear(&c->table);
	c->newest = c->oldest = NULL;
	c->used = 0;
}

void answer_cache_free(struct answer_cache *c)
{
	if (c == NULL)
		return;
	answer_cache_clear(c);
	free(c);
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t answer_cache_hash(const unsigned char *key, size_t length)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ key[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static size_t answer_cache_cost(const struct answer_entry *e)
{
	return sizeof *e + e->length + e->size;
}

static struct answer_entry *answer_cache_find(const struct answer_cache *c, uint64_t hash)
{
	struct answer_entry **e = hash_table_find(&c->table, hash);
	return e != NULL ? *e : NULL;
}

static bool answer_cache_is(const struct answer_entry *e, const void *key, size_t length)
{
	return e != NULL && e->length == length && memcmp(e->bytes + e->size, key, length) == 0;
}

/* Takes e out of the list by use. */
static void answer_cache_unlink(struct answer_cache *c, struct answer_entry *e)
{
	*(e->newer != NULL ? &e->newer->older : &c->newest) = e->older;
	*(e->older != NULL ? &e->older->newer : &c->oldest) = e->newer;
}

/* Makes e the newest. */
static void answer_cache_link(struct answer_cache *c, struct answer_entry *e)
{
	e->newer = NULL;
	e->older = c->newest;
	*(c->newest != NULL ? &c->newest->newer : &c->oldest) = e;
	c->newest = e;
}

static void answer_cache_drop(struct answer_cache *c, struct answer_entry *e)
{
	if (e == NULL)
		return;
	hash_table_remove(&c->table, e->hash);
	answer_cache_unlink(c, e);
	c->used -= answer_cache_cost(e);
	free(e);
}

const void *answer_cache_get(struct answer_cache *c, const void *key, size_t length, size_t *size)
{
	struct answer_entry *e = answer_cache_find(c, answer_cache_hash(key, length));
	if (!answer_cache_is(e, key, length))
		return NULL;
	if (e != c->newest) {
		answer_cache_unlink(c, e);
		answer_cache_link(c, e);
	}
	if (size != NULL)
		*size = e->size;
	return e->bytes;
}

bool answer_cache_put(
	struct answer_cache *c, const void *key, size_t length, const void *value, size_t size)
{
	assert(length <= UINT32_MAX && size <= UINT32_MAX);
	struct answer_entry *e = malloc(sizeof *e + length + size);
	if (e == NULL)
		return false;
	e->hash = answer_cache_hash(key, length);
	e->length = (uint32_t)length;
	e->size = (uint32_t)size;
	memcpy(e->bytes, value, size);
	memcpy(e->bytes + size, key, length);
	answer_cache_drop(c, answer_cache_find(c, e->hash));
	while (c->oldest != NULL && c->used + answer_cache_cost(e) > c->memory)
		answer_cache_drop(c, c->oldest);
	*(struct answer_entry **)hash_table_get(&c->table, e->hash) = e;
	answer_cache_link(c, e);
	c->used += answer_cache_cost(e);
	return true;
}
