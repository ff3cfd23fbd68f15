/*
 * id-allocator.h - numbers for temporary objects, such as games in play. Each object gets the
 * lowest free number. For each number the allocator remembers the database and the id of the last
 * game that had it and was stored.
 */
#ifndef REFEREE_DAEMON_ID_ALLOCATOR_H
#define REFEREE_DAEMON_ID_ALLOCATOR_H

#include <stdint.h>

/* Where a game is stored. */
struct number_kept {
	int64_t game; /* its id in the database; 0: none was stored */
	char *db;     /* owned: plain text (escape.h) */
};

/* All zero: every number is free. */
struct id_allocator {
	struct number_row *rows; /* owned: by number - 1 */
	int room;
};

/* Returns the lowest free number, from 1. */
int id_allocator_take(struct id_allocator *ids);

/* Frees a number. */
void id_allocator_release(struct id_allocator *ids, int number);

/* Remembers where the number's game is stored; copies db. */
const struct number_kept *id_allocator_keep(
	struct id_allocator *ids, int number, int64_t game, const char *db);

/* Where the number's last game is stored; NULL: none. */
const struct number_kept *id_allocator_kept(const struct id_allocator *ids, int number);

/* Frees what it holds. */
void id_allocator_clear(struct id_allocator *ids);

#endif
