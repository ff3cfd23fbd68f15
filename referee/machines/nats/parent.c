/*
 * parent.c - the socket to the program that started this one.
 */
#include "referee/machines/nats/parent.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Takes all messages that are there: what the parent said before a connection ended is known before
 * that end is told on. */
static void parent_on_message(evutil_socket_t fd, short what, void *arg)
{
	struct parent *p = arg;
	struct fd_message message;
	int got;
	(void)what;
	while ((got = fd_message_receive(fd, &message)) == 1) {
		p->take(p->owner, &message);
		fd_message_drop(&message);
	}
	if (got == 0 || (errno != EAGAIN && errno != EINTR))
		event_base_loopbreak(event_get_base(p->event));
}

bool parent_open(struct parent *p, struct event_base *base, int socket,
	void (*take)(void *owner, struct fd_message *message), void *owner)
{
	*p = (struct parent){.socket = socket, .take = take, .owner = owner};
	if (base == NULL)
		return false;
	evutil_make_socket_nonblocking(socket);
	p->event = event_new(base, socket, EV_READ | EV_PERSIST, parent_on_message, p);
	return p->event != NULL && event_add(p->event, NULL) == 0;
}

bool parent_tell(struct parent *p, enum broker_message_kind kind, int fd)
{
	struct fd_message message = {.count = fd >= 0, .fds = {fd}};
	fd_message_write(&message, &broker_report_table, &(struct broker_message){.kind = kind});
	return fd_message_send(p->socket, &message) == 0;
}

void parent_say(struct parent *p, const char *format, ...)
{
	char text[FD_MESSAGE_TEXT];
	struct fd_message message = {.count = 0};
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	fd_message_write(&message, &broker_report_table,
		&(struct broker_message){.kind = BROKER_SAY, .text = text});
	fd_message_send(p->socket, &message);
}
