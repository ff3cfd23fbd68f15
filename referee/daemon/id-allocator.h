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
struct numbers {
	struct number_row *rows; /* owned: by number - 1 */
	int room;
};

/* From 1. */
int numbers_take(struct numbers *n);

/* It is free again. */
void numbers_give(struct numbers *n, int number);

/* Who has it is kept so; db is copied. */
const struct number_kept *numbers_keep(struct numbers *n, int number, int64_t game, const char *db);

/* What was last kept of it; NULL: nothing. */
const struct number_kept *numbers_kept(const struct numbers *n, int number);

void numbers_clear(struct numbers *n);

#endif
