/*
 * write-queue.h - queues bytes for a pipe so that the writer never waits.
 *
 * Bytes that the pipe does not take are kept and written when it is ready again.
 */
#ifndef REFEREE_PROCESS_WRITE_QUEUE_H
#define REFEREE_PROCESS_WRITE_QUEUE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

struct write_queue {
	int to;		     /* borrowed; does not block */
	struct event *event; /* owned, as is bytes: the pipe is writable again */
	bool full;	     /* the queue waits for event */
	char *bytes;	     /* bytes from start to end are not written yet */
	size_t start, end, size;
};

/* Makes `to` non-blocking. False: out of memory for events. */
bool write_queue_init(struct write_queue *queue, struct event_base *base, int to);
void write_queue_clear(struct write_queue *queue);

/* Adds bytes; the next write_queue_flush() writes them. */
void write_queue_add(struct write_queue *queue, const char *bytes, size_t length);

/* Writes as much as the pipe takes. If the pipe has no reader any more, the process ends. */
void write_queue_flush(struct write_queue *queue);

/* Waits until all bytes are written. */
void write_queue_finish(struct write_queue *queue);

#endif
