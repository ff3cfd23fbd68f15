/*
 * write-queue.c - writes bytes to a pipe without waiting.
 */
#include "referee/process/write-queue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static void write_queue_push(struct write_queue *queue)
{
	ssize_t count = write(queue->to, queue->bytes + queue->start, queue->end - queue->start);
	if (count < 0 && errno != EAGAIN && errno != EINTR)
		_exit(EXIT_FAILURE);
	queue->start += count > 0 ? (size_t)count : 0;
	if (queue->start == queue->end)
		queue->start = queue->end = 0;
}

static void write_queue_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct write_queue *queue = arg;
	(void)fd;
	(void)what;
	write_queue_push(queue);
	queue->full = queue->end > 0;
	if (!queue->full)
		event_del(queue->event);
}

bool write_queue_init(struct write_queue *queue, struct event_base *base, int to)
{
	*queue = (struct write_queue){.to = to};
	fcntl(to, F_SETFL, O_NONBLOCK);
	queue->event = event_new(base, to, EV_WRITE | EV_PERSIST, write_queue_on_room, queue);
	return queue->event != NULL;
}

void write_queue_clear(struct write_queue *queue)
{
	if (queue->event != NULL)
		event_free(queue->event);
	free(queue->bytes);
}

/* Makes room for length bytes behind the kept ones. */
static void write_queue_make_room(struct write_queue *queue, size_t length)
{
	if (queue->size - queue->end >= length)
		return;
	if (queue->start > 0)
		memmove(queue->bytes, queue->bytes + queue->start, queue->end - queue->start);
	queue->end -= queue->start;
	queue->start = 0;
	if (queue->size - queue->end >= length)
		return;
	queue->size = 2 * queue->size + length;
	queue->bytes = memory_resize(queue->bytes, queue->size, 1);
}

void write_queue_add(struct write_queue *queue, const char *bytes, size_t length)
{
	write_queue_make_room(queue, length);
	memcpy(queue->bytes + queue->end, bytes, length);
	queue->end += length;
}

void write_queue_flush(struct write_queue *queue)
{
	if (queue->end == 0 || queue->full)
		return;
	write_queue_push(queue);
	/* If no event can be added, the next flush tries again. */
	queue->full = queue->end > 0 && event_add(queue->event, NULL) == 0;
}

void write_queue_finish(struct write_queue *queue)
{
	while (queue->end > 0) {
		struct pollfd one = {.fd = queue->to, .events = POLLOUT};
		poll(&one, 1, -1);
		write_queue_push(queue);
	}
}
