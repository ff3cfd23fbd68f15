/*
 * hash-table.h - a value for each key. Keys are 64-bit numbers, or texts; values have one size, and
 * without a value (size 0) the table is a set.
 *
 * Open addressing with linear probing (Knuth, The Art of Computer Programming 3, section 6.4, with
 * his algorithm R to remove), at most half full.
 *
 * The table owns the values. One is found where it is until the next addition or removal. Texts are
 * borrowed: each must stay as it is while its key is there.
 */
#ifndef BASE_HASH_TABLE_H
#define BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as {.value = SIZE}, with .texts = true for texts. */
struct hash_table {
	size_t value; /* bytes of a value, which needs no larger alignment than 8 */
	bool texts;
	size_t count;	 /* keys */
	size_t size;	 /* slots: a power of two, or 0 */
	unsigned shift;	 /* 64 less the bits of a slot's number */
	uint64_t *slots; /* owned: each a key (0: free) and its value; one more, of the number 0 */
};

/* Forgets all, and frees what it holds. */
void hash_table_clear(struct hash_table *t);

/* The value of a key; NULL: it is not there. */
void *hash_table_find(const struct hash_table *t, uint64_t key);
void *hash_table_find_text(const struct hash_table *t, const char *key);

/* The same, but a key that is not there is added, with a value of zero bytes. */
void *hash_table_get(struct hash_table *t, uint64_t key);
void *hash_table_get_text(struct hash_table *t, const char *key);

/* The same for sets. False: it is not there; or it was there already. */
bool hash_table_has(const struct hash_table *t, uint64_t key);
bool hash_table_add(struct hash_table *t, uint64_t key);

/* Removes a key; a table without keys holds no memory. False: it was not there. */
bool hash_table_remove(struct hash_table *t, uint64_t key);
bool hash_table_remove_text(struct hash_table *t, const char *key);

/* The value of each key, in no order. *at is 0 at first; key gets the number, and may be NULL. NULL:
 * there are no more. The table must not change meanwhile. */
void *hash_table_next(const struct hash_table *t, size_t *at, uint64_t *key);

#endif
