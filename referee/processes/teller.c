/*
 * teller.c - the lines of records, kept until they are sent.
 */
#include "referee/processes/teller.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/ground/memory.h"

enum { TELLER_MUCH = 1 << 16 /* bytes that go out before a game's end */ };

void teller_tell(struct teller *t, const struct record *r)
{
	if (t->size - t->length < RECORD_LINE) {
		t->size = 2 * t->size + RECORD_LINE;
		t->record = memory_resize(t->record, t->size, 1);
	}
	t->length += record_write(r, t->record + t->length, t->size - t->length);
}

void teller_flush(struct teller *t)
{
	size_t sent = 0;
	while (sent < t->length) {
		ssize_t count = write(t->to, t->record + sent, t->length - sent);
		if (count < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		sent += count > 0 ? (size_t)count : 0;
	}
	t->length = 0;
}

void teller_flush_some(struct teller *t)
{
	if (t->length >= TELLER_MUCH)
		teller_flush(t);
}
