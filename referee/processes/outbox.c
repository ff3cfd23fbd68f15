/*
 * outbox.c - bytes on their way through a pipe.
 */
#include "referee/processes/outbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/ground/memory.h"

/* One write; returns how many bytes went. */
static size_t outbox_write(const struct outbox *o, const char *bytes, size_t length)
{
	ssize_t count = write(o->to, bytes, length);
	if (count < 0 && errno != EAGAIN && errno != EINTR)
		_exit(EXIT_FAILURE);
	return count > 0 ? (size_t)count : 0;
}

static void outbox_push(struct outbox *o)
{
	o->start += outbox_write(o, o->bytes + o->start, o->end - o->start);
	if (o->start == o->end)
		o->start = o->end = 0;
}

static void outbox_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct outbox *o = arg;
	(void)fd;
	(void)what;
	outbox_push(o);
	if (o->end == 0)
		event_del(o->event);
}

bool outbox_init(struct outbox *o, struct event_base *base, int to)
{
	*o = (struct outbox){.to = to};
	fcntl(to, F_SETFL, O_NONBLOCK);
	o->event = event_new(base, to, EV_WRITE | EV_PERSIST, outbox_on_room, o);
	return o->event != NULL;
}

void outbox_clear(struct outbox *o)
{
	if (o->event != NULL)
		event_free(o->event);
	free(o->bytes);
}

/* Room for length bytes after those that are kept. */
static void outbox_make_room(struct outbox *o, size_t length)
{
	if (o->size - o->end >= length)
		return;
	memmove(o->bytes, o->bytes + o->start, o->end - o->start);
	o->end -= o->start;
	o->start = 0;
	if (o->size - o->end >= length)
		return;
	o->size = 2 * o->size + length;
	o->bytes = memory_resize(o->bytes, o->size, 1);
}

void outbox_send(struct outbox *o, const char *bytes, size_t length)
{
	size_t sent = o->end == 0 ? outbox_write(o, bytes, length) : 0;
	if (sent == length)
		return;
	if (o->end == 0)
		event_add(o->event, NULL);
	outbox_make_room(o, length - sent);
	memcpy(o->bytes + o->end, bytes + sent, length - sent);
	o->end += length - sent;
}

void outbox_finish(struct outbox *o)
{
	while (o->end > 0) {
		struct pollfd one = {.fd = o->to, .events = POLLOUT};
		poll(&one, 1, -1);
		outbox_push(o);
	}
}
