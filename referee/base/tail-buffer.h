/*
 * tail-buffer.h - the last bytes of something that may be long.
 */
#ifndef REFEREE_BASE_TAIL_BUFFER_H
#define REFEREE_BASE_TAIL_BUFFER_H

#include <stddef.h>

enum { TAIL_BUFFER_BYTES = 2048 };

/* All zeroes: nothing came so far. */
struct tail_buffer {
	size_t total; /* bytes that ever came */
	char bytes[TAIL_BUFFER_BYTES];
};

void tail_buffer_clear(struct tail_buffer *t);

/* More bytes came. */
void tail_buffer_add(struct tail_buffer *t, const char *bytes, size_t length);

/* Copies the last of them, room - 1 at most, with a NUL; returns how many. */
size_t tail_buffer_copy(const struct tail_buffer *t, char *out, size_t room);

#endif
