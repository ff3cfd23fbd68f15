/*
 * wire.h - one connection to another process, over two pipes or a socket: lines come in, bytes go
 * out, and no function waits.
 *
 * It reads straight into the room of its line reader, at most once for each wake-up. Bytes that the
 * other side does not read yet are kept and written when there is room again. The owner decides how
 * much may wait: see wire_waiting().
 *
 * A peer (peer.h) has one, and so has the channel of a bot.
 */
#ifndef REFEREE_PROCESS_WIRE_H
#define REFEREE_PROCESS_WIRE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"

struct wire {
	int from, to;		  /* borrowed; neither blocks; -1: there is no such way */
	struct event *reading;	  /* owned, as is room: something can be read */
	struct event *room;	  /* there is room to write */
	struct line_reader lines; /* the owner initialises it if it wants lines */
	char *bytes;		  /* owned: bytes from start to end are not written yet */
	size_t start, end, size;
	bool full;  /* they wait for room */
	bool more;  /* the last read filled the reader: more may wait */
	bool gone;  /* the other side reads no more */
	bool shut;  /* it is so, or we write no more: bytes are dropped */
	bool last;  /* what waits is the last: then the other side sees an end */
	bool rests; /* nothing is read until all is written */
	/* This process ends when the other side reads no more; the owner may set it. */
	bool vital;
};

enum wire_status { WIRE_QUIET, WIRE_FILLED, WIRE_ENDED };

/* Makes both descriptors non-blocking and calls readable() when the first can be read. They may be
 * the same socket. They stay until wire_clear(). False: out of memory for events. */
bool wire_init(struct wire *w, struct event_base *base, int from, int to,
	event_callback_fn readable, void *owner);

/* Frees what it has. May be called twice, and for all zeroes. */
void wire_clear(struct wire *w);

/* Reads once. *bytes, of *count bytes, is what came; wire_line() passes it on. */
enum wire_status wire_read(struct wire *w, const char **bytes, size_t *count);

/* The next whole line, as line_reader_next(). */
enum line_status wire_line(struct wire *w, char **line);

/* Stops reading until all is written; then readable() is called. */
void wire_rest(struct wire *w);

/* Stops reading. */
void wire_ignore(struct wire *w);

/* Adds bytes; the next wire_flush() writes them. */
void wire_add(struct wire *w, const char *bytes, size_t length);

/* Adds bytes that are written at the end of this wake-up, with all others of it. */
void wire_put(struct wire *w, const char *bytes, size_t length);

/* Writes as much as the other side takes. */
void wire_flush(struct wire *w);

/* Writes bytes at once if none wait, and keeps those that do not fit. */
void wire_send(struct wire *w, const char *bytes, size_t length);

/* The other side of a socket sees an end behind the bytes that wait; no others are added. */
void wire_end(struct wire *w);

/* Waits until all bytes are written. */
void wire_finish(struct wire *w);

/* The number of bytes that are not written yet. */
size_t wire_waiting(const struct wire *w);

/* Writes no more, and forgets what waits: call it before the descriptor is closed. */
void wire_shut(struct wire *w);

#endif
