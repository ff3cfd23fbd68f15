/*
 * parent.h - the socket to the program that started this one. It keeps messages apart and carries
 * descriptors (fd-message.h).
 */
#ifndef REFEREE_MACHINES_NATS_PARENT_H
#define REFEREE_MACHINES_NATS_PARENT_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/machines/broker-messages.h"
#include "referee/process/peer.h"

struct parent {
	struct peer *peer; /* owned, to the end of this program */
	struct event_base *base;
	void (*take)(void *owner, struct fd_message *m);
	void *owner;
};

/* Calls take() for each message, and ends the loop when the parent has ended. False: out of
 * memory. */
bool parent_open(struct parent *p, struct event_base *base, int socket,
	void (*take)(void *owner, struct fd_message *message), void *owner);

/* Sends a message without a text, with a descriptor if it is not -1. False: it could not be sent. */
bool parent_send(struct parent *p, enum broker_message_kind kind, int fd);

/* Sends a line for people. */
void parent_log(struct parent *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
