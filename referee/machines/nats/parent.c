/*
 * parent.c - the socket to the program that started this one.
 */
#include "referee/machines/nats/parent.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool parent_take(void *arg, struct fd_message *message)
{
	const struct parent *p = arg;
	p->take(p->owner, message);
	return true;
}

static void parent_on_ended(void *arg, const struct peer_end *end)
{
	const struct parent *p = arg;
	(void)end;
	event_base_loopbreak(p->base);
}

/* All messages that are there are taken: what the parent said before a connection ended is known
 * before that end is told on. */
static const struct peer_kind parent_kind = {
	.messages_most = INT_MAX, .message = parent_take, .ended = parent_on_ended};

bool parent_open(struct parent *p, struct event_base *base, int socket,
	void (*take)(void *owner, struct fd_message *message), void *owner)
{
	*p = (struct parent){.base = base, .take = take, .owner = owner};
	if (base == NULL)
		return false;
	p->peer = peer_create(base, &parent_kind, p);
	return peer_attach(p->peer, socket);
}

bool parent_send(struct parent *p, enum broker_message_kind kind, int fd)
{
	struct fd_message message = {.count = fd >= 0, .fds = {fd}};
	fd_message_write(&message, &broker_report_table, &(struct broker_message){.kind = kind});
	return peer_pass(p->peer, &message);
}

void parent_log(struct parent *p, const char *format, ...)
{
	char text[FD_MESSAGE_TEXT];
	struct fd_message message = {.count = 0};
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	fd_message_write(&message, &broker_report_table,
		&(struct broker_message){.kind = BROKER_SAY, .text = text});
	peer_pass(p->peer, &message);
}
