/*
 * transposition-table.c - the table of searched positions.
 */
#include "bots/search/transposition-table.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

enum {
	TRANSPOSITION_BUCKET = 2,
	TRANSPOSITION_MEGABYTE = 1 << 20,
	TRANSPOSITION_TOUCHED = 64 /* megabytes; more may be beyond what a bot may have */
};

static size_t transposition_bytes(const struct transposition *t)
{
	return (t->mask + 1) * TRANSPOSITION_BUCKET * sizeof *t->entries;
}

bool transposition_init(struct transposition *t, int megabytes)
{
	size_t bucket = TRANSPOSITION_BUCKET * sizeof *t->entries;
	size_t room = (size_t)megabytes * TRANSPOSITION_MEGABYTE;
	size_t buckets = 1;

	assert(megabytes > 0);
	while (buckets * 2 * bucket <= room)
		buckets *= 2;
	t->entries = NULL;
	t->mask = buckets - 1;
	t->generation = 1;
	size_t bytes = transposition_bytes(t);
	size_t touched = (size_t)TRANSPOSITION_TOUCHED * TRANSPOSITION_MEGABYTE;
	void *memory =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		return false;
	/* Large pages, since every lookup is in another page. They are touched here, not in a
	 * move's time: the first touch of one may take milliseconds. */
	madvise(memory, bytes, MADV_HUGEPAGE);
	madvise(memory, bytes < touched ? bytes : touched, MADV_POPULATE_WRITE);
	t->entries = memory;
	return true;
}

void transposition_clear(struct transposition *t)
{
	if (t->entries != NULL)
		munmap(t->entries, transposition_bytes(t));
	*t = (struct transposition){0};
}

void transposition_forget(struct transposition *t)
{
	if (++t->generation > 0)
		return;
	memset(t->entries, 0, transposition_bytes(t));
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

/* The first entry of a bucket is replaced by an entry of at least its depth, the second by any. */
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
