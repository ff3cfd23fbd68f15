/*
 * tail-buffer.h - keeps the last bytes of a long stream.
 */
#ifndef BASE_TAIL_BUFFER_H
#define BASE_TAIL_BUFFER_H

#include <stddef.h>

enum { TAIL_BUFFER_BYTES = 2048 };

/* All zeroes: empty. */
struct tail_buffer {
	size_t total; /* all bytes so far */
	char bytes[TAIL_BUFFER_BYTES];
};

/* Forgets all bytes. */
void tail_buffer_clear(struct tail_buffer *t);

/* Adds bytes. */
void tail_buffer_add(struct tail_buffer *t, const char *bytes, size_t length);

/* Copies the last room - 1 bytes at most, with a NUL; returns their number. */
size_t tail_buffer_copy(const struct tail_buffer *t, char *out, size_t room);

#endif
