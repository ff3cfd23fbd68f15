/*
 * id-allocator.h - numbers for what comes and goes, such as games that are being played: each gets
 * the least that is free. Of a number is remembered which game in which database the last became
 * that had it.
 */
#ifndef REFEREE_DAEMON_ID_ALLOCATOR_H
#define REFEREE_DAEMON_ID_ALLOCATOR_H

#include <stdint.h>

/* Where a game is kept. */
struct number_kept {
	int64_t game; /* its number in the database; 0: none was kept */
	char *db;     /* owned: plain text (escape.h) */
};

/* Of zeroes, all are free. */
struct id_allocator {
	struct number_row *rows; /* owned: by number - 1 */
	int room;
};

/* From 1. */
int id_allocator_take(struct id_allocator *n);

/* It is free again. */
void id_allocator_give(struct id_allocator *n, int number);

/* Who has it is kept so; db is copied. */
const struct number_kept *id_allocator_keep(
	struct id_allocator *n, int number, int64_t game, const char *db);

/* What was last kept of it; NULL: nothing. */
const struct number_kept *id_allocator_kept(const struct id_allocator *n, int number);

void id_allocator_clear(struct id_allocator *n);

#endif
