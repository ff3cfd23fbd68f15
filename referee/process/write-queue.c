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

static void write_queue_push(struct write_queue *o)
{
	ssize_t count = write(o->to, o->bytes + o->start, o->end - o->start);
	if (count < 0 && errno != EAGAIN && errno != EINTR)
		_exit(EXIT_FAILURE);
	o->start += count > 0 ? (size_t)count : 0;
	if (o->start == o->end)
		o->start = o->end = 0;
}

static void write_queue_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct write_queue *o = arg;
	(void)fd;
	(void)what;
	write_queue_push(o);
	o->full = o->end > 0;
	if (!o->full)
		event_del(o->event);
}

bool write_queue_init(struct write_queue *o, struct event_base *base, int to)
{
	*o = (struct write_queue){.to = to};
	fcntl(to, F_SETFL, O_NONBLOCK);
	o->event = event_new(base, to, EV_WRITE | EV_PERSIST, write_queue_on_room, o);
	return o->event != NULL;
}

void write_queue_clear(struct write_queue *o)
{
	if (o->event != NULL)
		event_free(o->event);
	free(o->bytes);
}

/* Makes room for length bytes behind the kept ones. */
static void write_queue_make_room(struct write_queue *o, size_t length)
{
	if (o->size - o->end >= length)
		return;
	if (o->start > 0)
		memmove(o->bytes, o->bytes + o->start, o->end - o->start);
	o->end -= o->start;
	o->start = 0;
	if (o->size - o->end >= length)
		return;
	o->size = 2 * o->size + length;
	o->bytes = memory_resize(o->bytes, o->size, 1);
}

void write_queue_add(struct write_queue *o, const char *bytes, size_t length)
{
	write_queue_make_room(o, length);
	memcpy(o->bytes + o->end, bytes, length);
	o->end += length;
}

void write_queue_flush(struct write_queue *o)
{
	if (o->end == 0 || o->full)
		return;
	write_queue_push(o);
	/* If no event can be added, the next flush tries again. */
	o->full = o->end > 0 && event_add(o->event, NULL) == 0;
}

void write_queue_finish(struct write_queue *o)
{
	while (o->end > 0) {
		struct pollfd one = {.fd = o->to, .events = POLLOUT};
		poll(&one, 1, -1);
		write_queue_push(o);
	}
}
