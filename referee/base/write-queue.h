/*
 * write-queue.h - bytes on their way through a pipe that is never waited for: they are gathered,
 * and what it does not take then goes when it does.
 */
#ifndef REFEREE_BASE_WRITE_QUEUE_H
#define REFEREE_BASE_WRITE_QUEUE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

struct write_queue {
	int to;		     /* borrowed; does not block */
	struct event *event; /* owned, as is bytes: it takes some again */
	bool full;	     /* which is waited for */
	char *bytes;	     /* those from start to end are still to go */
	size_t start, end, size;
};

/* Makes to non-blocking. False: no room for events. */
bool write_queue_init(struct write_queue *o, struct event_base *base, int to);
void write_queue_clear(struct write_queue *o);

/* Adds bytes, which go with the next write_queue_flush(). */
void write_queue_add(struct write_queue *o, const char *bytes, size_t length);

/* Writes what the pipe takes. When nobody listens any more the process ends. */
void write_queue_flush(struct write_queue *o);

/* Waits until all has gone. */
void write_queue_finish(struct write_queue *o);

#endif
