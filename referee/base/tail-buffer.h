/*
 * tail-buffer.h - the last bytes of something that may be long.
 */
#ifndef REFEREE_BASE_TAIL_BUFFER_H
#define REFEREE_BASE_TAIL_BUFFER_H

#include <stddef.h>

enum { TAIL_BYTES = 2048 };

/* All zeroes: nothing came so far. */
struct tail {
	size_t total; /* bytes that ever came */
	char bytes[TAIL_BYTES];
};

void tail_clear(struct tail *t);

/* More bytes came. */
void tail_add(struct tail *t, const char *bytes, size_t length);

/* Copies the last of them, room - 1 at most, with a NUL; returns how many. */
size_t tail_copy(const struct tail *t, char *out, size_t room);

#endif
