/*
 * wire.c - reads lines and queues bytes.
 */
#include "referee/process/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"

static void wire_free_event(struct event **event)
{
	if (*event != NULL)
		event_free(*event);
	*event = NULL;
}

/* --- out -------------------------------------------------------------------------------------- */

/* Writes once. Returns the number of bytes that need no more care. */
static size_t wire_write(struct wire *w, const char *bytes, size_t length)
{
	ssize_t count = write(w->to, bytes, length);
	if (count >= 0)
		return (size_t)count;
	if (errno == EAGAIN || errno == EINTR)
		return 0;
	if (w->vital)
		_exit(EXIT_FAILURE);
	w->gone = w->shut = true; /* the end of the other way is noticed by itself */
	return length;
}

static void wire_push(struct wire *w)
{
	w->start += wire_write(w, w->bytes + w->start, w->end - w->start);
	if (w->start != w->end)
		return;
	w->start = w->end = 0;
	if (w->last)
		shutdown(w->to, SHUT_WR);
	if (w->rests)
		event_active(w->reading, EV_READ, 0);
}

static void wire_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct wire *w = arg;
	(void)fd, (void)what;
	if (w->end > 0)
		wire_push(w);
	bool waits = w->end > 0;
	if (!waits && w->full)
		event_del(w->room);
	/* If no event can be added, the next flush tries again. */
	if (waits && !w->full)
		waits = event_add(w->room, NULL) == 0;
	w->full = waits;
}

void wire_flush(struct wire *w)
{
	if (w->end > 0 && !w->full)
		wire_on_room(w->to, EV_WRITE, w);
}

/* Makes room for length bytes behind the kept ones. */
static void wire_make_room(struct wire *w, size_t length)
{
	if (w->size - w->end >= length)
		return;
	if (w->start > 0)
		memmove(w->bytes, w->bytes + w->start, w->end - w->start);
	w->end -= w->start;
	w->start = 0;
	if (w->size - w->end >= length)
		return;
	w->size = 2 * w->size + length;
	w->bytes = memory_resize(w->bytes, w->size, 1);
}

void wire_add(struct wire *w, const char *bytes, size_t length)
{
	if (w->shut || length == 0)
		return;
	wire_make_room(w, length);
	memcpy(w->bytes + w->end, bytes, length);
	w->end += length;
}

void wire_put(struct wire *w, const char *bytes, size_t length)
{
	wire_add(w, bytes, length);
	if (w->end > 0 && !w->full)
		event_active(w->room, EV_WRITE, 0);
}

void wire_send(struct wire *w, const char *bytes, size_t length)
{
	size_t done = 0;
	if (w->shut)
		return;
	if (w->end == 0)
		done = wire_write(w, bytes, length);
	if (done == length)
		return;
	wire_add(w, bytes + done, length - done);
	w->full = w->full || event_add(w->room, NULL) == 0;
}

void wire_end(struct wire *w)
{
	if (w->shut)
		return;
	w->last = w->shut = true;
	if (w->end == 0)
		shutdown(w->to, SHUT_WR);
}

void wire_finish(struct wire *w)
{
	while (w->end > 0) {
		struct pollfd one = {.fd = w->to, .events = POLLOUT};
		poll(&one, 1, -1);
		wire_push(w);
	}
}

size_t wire_waiting(const struct wire *w)
{
	return w->end - w->start;
}

void wire_shut(struct wire *w)
{
	wire_free_event(&w->room);
	w->start = w->end = 0;
	w->full = false;
	w->shut = true;
}

/* --- in --------------------------------------------------------------------------------------- */

enum wire_status wire_read(struct wire *w, const char **bytes, size_t *count)
{
	size_t room;
	char *space = line_reader_space(&w->lines, &room);
	ssize_t got = read(w->from, space, room);
	*bytes = space;
	*count = got > 0 ? (size_t)got : 0;
	w->more = *count == room;
	line_reader_filled(&w->lines, *count);
	if (got > 0)
		return WIRE_FILLED;
	return got < 0 && (errno == EAGAIN || errno == EINTR) ? WIRE_QUIET : WIRE_ENDED;
}

enum line_status wire_line(struct wire *w, char **line)
{
	size_t length;
	return line_reader_next(&w->lines, line, &length);
}

void wire_rest(struct wire *w)
{
	w->rests = true;
	event_del(w->reading);
}

void wire_ignore(struct wire *w)
{
	w->rests = false;
	wire_free_event(&w->reading);
}

/* --- both ------------------------------------------------------------------------------------- */

bool wire_init(struct wire *w, struct event_base *base, int from, int to,
	event_callback_fn readable, void *owner)
{
	*w = (struct wire){.from = from, .to = to, .shut = to < 0};
	if (to >= 0) {
		fcntl(to, F_SETFL, fcntl(to, F_GETFL) | O_NONBLOCK);
		w->room = event_new(base, to, EV_WRITE | EV_PERSIST, wire_on_room, w);
	}
	if (from >= 0) {
		fcntl(from, F_SETFL, fcntl(from, F_GETFL) | O_NONBLOCK);
		w->reading = event_new(base, from, EV_READ | EV_PERSIST, readable, owner);
	}
	if ((to < 0 || w->room != NULL) &&
		(from < 0 || (w->reading != NULL && event_add(w->reading, NULL) == 0)))
		return true;
	wire_clear(w);
	return false;
}

void wire_clear(struct wire *w)
{
	wire_shut(w);
	wire_ignore(w);
	free(w->bytes);
	w->bytes = NULL;
	w->size = 0;
}
