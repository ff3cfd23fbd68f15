/*
 * hash-table.c - open addressing. A slot is the key and behind it the value, in words of 8 bytes. The
 * key of a text is its address.
 */
#include "base/hash-table.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	HASH_TABLE_LEAST = 64, /* slots */
	HASH_TABLE_SHIFT = 58, /* leaves the bits of their numbers */
	HASH_TABLE_ZERO = 1    /* in the slot of the number 0: it is there */
};

void hash_table_clear(struct hash_table *t)
{
	free(t->slots);
	*t = (struct hash_table){.value = t->value, .texts = t->texts};
}

/* --- keys ------------------------------------------------------------------------------------- */

static const char *hash_table_text(uint64_t key)
{
	return (const char *)(uintptr_t)key;
}

/* FNV-1a (Fowler, Noll and Vo 1991). */
static uint64_t hash_table_hash_text(const char *text)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	return hash;
}

/* The slot where the search for a key begins: by the fraction of the golden ratio (Knuth, the same
 * section), whose product has its best bits at the top. */
static size_t hash_table_home(const struct hash_table *t, uint64_t key)
{
	uint64_t hash = t->texts ? hash_table_hash_text(hash_table_text(key)) : key;
	return (size_t)(hash * UINT64_C(0x9e3779b97f4a7c15) >> t->shift);
}

static bool hash_table_is(const struct hash_table *t, uint64_t a, uint64_t b)
{
	return a == b || (t->texts && strcmp(hash_table_text(a), hash_table_text(b)) == 0);
}

/* --- slots ------------------------------------------------------------------------------------ */

/* Words of a slot. */
static size_t hash_table_words(const struct hash_table *t)
{
	return 1 + (t->value + sizeof *t->slots - 1) / sizeof *t->slots;
}

static void hash_table_copy(uint64_t *to, const uint64_t *from, size_t words)
{
	for (size_t i = 0; i < words; i++)
		to[i] = from[i];
}

/* Where a key is, or would be. */
static uint64_t *hash_table_place(const struct hash_table *t, uint64_t key)
{
	size_t words = hash_table_words(t);
	uint64_t *end = t->slots + t->size * words;
	if (key == 0)
		return end;
	uint64_t *slot = t->slots + hash_table_home(t, key) * words;
	while (*slot != 0 && !hash_table_is(t, *slot, key)) {
		slot += words;
		if (slot == end)
			slot = t->slots;
	}
	return slot;
}

static void hash_table_grow(struct hash_table *t)
{
	struct hash_table larger = *t;
	size_t words = hash_table_words(t);
	larger.size = t->size > 0 ? 2 * t->size : HASH_TABLE_LEAST;
	larger.shift = t->size > 0 ? t->shift - 1 : HASH_TABLE_SHIFT;
	larger.slots = memory_get(larger.size + 1, words * sizeof *larger.slots);
	for (size_t i = 0; i < t->size; i++) {
		const uint64_t *from = t->slots + i * words;
		if (*from != 0)
			hash_table_copy(hash_table_place(&larger, *from), from, words);
	}
	if (t->size > 0)
		hash_table_copy(
			larger.slots + larger.size * words, t->slots + t->size * words, words);
	free(t->slots);
	*t = larger;
}

void *hash_table_find(const struct hash_table *t, uint64_t key)
{
	uint64_t *slot = t->count > 0 ? hash_table_place(t, key) : NULL;
	return slot != NULL && *slot != 0 ? slot + 1 : NULL;
}

void *hash_table_get(struct hash_table *t, uint64_t key)
{
	if (2 * t->count >= t->size)
		hash_table_grow(t);
	uint64_t *slot = hash_table_place(t, key);
	if (*slot == 0) {
		*slot = key != 0 ? key : HASH_TABLE_ZERO;
		t->count++;
	}
	return slot + 1;
}

bool hash_table_has(const struct hash_table *t, uint64_t key)
{
	return hash_table_find(t, key) != NULL;
}

bool hash_table_add(struct hash_table *t, uint64_t key)
{
	size_t before = t->count;
	hash_table_get(t, key);
	return t->count > before;
}

/* Frees a slot. Those behind it that could not be in their own place move up, so that each is found
 * from its own place on. */
static void hash_table_free(struct hash_table *t, size_t hole)
{
	size_t mask = t->size - 1, words = hash_table_words(t);
	const uint64_t *from;
	for (size_t i = (hole + 1) & mask; hole < t->size && *(from = t->slots + i * words) != 0;
		i = (i + 1) & mask) {
		size_t home = hash_table_home(t, *from);
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		hash_table_copy(t->slots + hole * words, from, words);
		hole = i;
	}
	memset(t->slots + hole * words, 0, words * sizeof *t->slots);
	t->count--;
}

bool hash_table_remove(struct hash_table *t, uint64_t key)
{
	const uint64_t *slot = t->count > 0 ? hash_table_place(t, key) : NULL;
	bool there = slot != NULL && *slot != 0;
	if (there)
		hash_table_free(t, (size_t)(slot - t->slots) / hash_table_words(t));
	if (there && t->count == 0)
		hash_table_clear(t);
	return there;
}

void *hash_table_next(const struct hash_table *t, size_t *at, uint64_t *key)
{
	while (t->size > 0 && *at <= t->size) {
		uint64_t *slot = t->slots + (*at)++ * hash_table_words(t);
		if (*slot == 0)
			continue;
		if (key != NULL)
			*key = *at <= t->size ? *slot : 0;
		return slot + 1;
	}
	return NULL;
}

/* --- texts ------------------------------------------------------------------------------------ */

void *hash_table_find_text(const struct hash_table *t, const char *key)
{
	return hash_table_find(t, (uintptr_t)key);
}

void *hash_table_get_text(struct hash_table *t, const char *key)
{
	return hash_table_get(t, (uintptr_t)key);
}

bool hash_table_remove_text(struct hash_table *t, const char *key)
{
	return hash_table_remove(t, (uintptr_t)key);
}
