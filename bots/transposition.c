/*
 * transposition.c - the table of positions searched before.
 */
#include "bots/transposition.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TRANSPOSITION_BUCKET = 2, TRANSPOSITION_MEGABYTE = 1 << 20 };

bool transposition_init(struct transposition *t, int megabytes)
{
	size_t bucket = TRANSPOSITION_BUCKET * sizeof *t->entries;
	size_t room = (size_t)megabytes * TRANSPOSITION_MEGABYTE;
	size_t buckets = 1;

	assert(megabytes > 0);
	while (buckets * 2 * bucket <= room)
		buckets *= 2;
	t->entries = calloc(buckets, bucket);
	t->mask = buckets - 1;
	t->generation = 1;
	return t->entries != NULL;
}

void transposition_clear(struct transposition *t)
{
	free(t->entries);
	*t = (struct transposition){0};
}

void transposition_forget(struct transposition *t)
{
	if (++t->generation > 0)
		return;
	memset(t->entries, 0, (t->mask + 1) * TRANSPOSITION_BUCKET * sizeof *t->entries);
	t->generation = 1;
}

static struct transposition_entry *transposition_bucket(const struct transposition *t, uint64_t key)
{
	return t->entries + (key & t->mask) * TRANSPOSITION_BUCKET;
}

const struct transposition_entry *transposition_find(const struct transposition *t, uint64_t key)
{
	const struct transposition_entry *bucket = transposition_bucket(t, key);

	for (int i = 0; i < TRANSPOSITION_BUCKET; i++)
		if (bucket[i].key == key && bucket[i].generation == t->generation)
			return bucket + i;
	return NULL;
}

/* The first of a bucket gives way to what is at least as deep, the second to anything. */
void transposition_store(struct transposition *t, struct transposition_entry e)
{
	struct transposition_entry *deep = transposition_bucket(t, e.key), *newest = deep + 1;

	e.generation = t->generation;
	if (deep->generation != t->generation || deep->key == e.key) {
		*deep = e;
	} else if (e.depth >= deep->depth) {
		*newest = *deep;
		*deep = e;
	} else {
		*newest = e;
	}
}
