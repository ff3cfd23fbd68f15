/*
 * tail-buffer.c - a ring of bytes.
 */
#include "base/tail-buffer.h"

#include <assert.h>
#include <string.h>

void tail_buffer_clear(struct tail_buffer *t)
{
	t->total = 0;
}

void tail_buffer_add(struct tail_buffer *t, const char *bytes, size_t length)
{
	if (length > TAIL_BUFFER_BYTES) {
		t->total += length - TAIL_BUFFER_BYTES;
		bytes += length - TAIL_BUFFER_BYTES;
		length = TAIL_BUFFER_BYTES;
	}
	size_t at = t->total % TAIL_BUFFER_BYTES, first = TAIL_BUFFER_BYTES - at;
	if (first > length)
		first = length;
	memcpy(t->bytes + at, bytes, first);
	memcpy(t->bytes, bytes + first, length - first);
	t->total += length;
}

size_t tail_buffer_copy(const struct tail_buffer *t, char *out, size_t room)
{
	assert(room > 0);
	size_t length = t->total < TAIL_BUFFER_BYTES ? t->total : TAIL_BUFFER_BYTES;
	if (length > room - 1)
		length = room - 1;
	for (size_t i = 0; i < length; i++)
		out[i] = t->bytes[(t->total - length + i) % TAIL_BUFFER_BYTES];
	out[length] = '\0';
	return length;
}
