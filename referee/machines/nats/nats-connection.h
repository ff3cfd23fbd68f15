/*
 * nats-connection.h - a connection to a NATS server, for a program with an event loop.
 *
 * The loop reads and writes the socket for the library (libnats), and messages come from it. The
 * library connects again by itself, on a thread of its own; the loop is told. While there is no
 * connection, nothing is sent or kept: the sender repeats what was not received. Only core NATS is
 * used: the server keeps nothing.
 */
#ifndef REFEREE_MACHINES_NATS_NATS_CONNECTION_H
#define REFEREE_MACHINES_NATS_NATS_CONNECTION_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct nats_connection;

struct nats_connection_calls {
	/* A message; both are borrowed. */
	void (*message)(void *owner, const char *subject, const char *data, size_t length);
	/* The connection was made, also again; or it was lost or refused, why tells. */
	void (*connected)(void *owner);
	void (*disconnected)(void *owner, const char *why);
	/* The server refuses this client; no further try is made. */
	void (*closed)(void *owner, const char *why);
};

struct nats_connection_terms {
	const char *url;  /* nats://HOST:PORT or tls://HOST:PORT */
	const char *ca;	  /* file of the certificates to trust; NULL: the system's */
	const char *nkey; /* file of the seed; NULL: none */
	const char *name; /* of this client, for the server's operator */
};

/* Begins to connect; the terms are borrowed. NULL: the terms are wrong; err has a line. */
struct nats_connection *nats_connection_open(struct event_base *base,
	const struct nats_connection_terms *terms, const struct nats_connection_calls *calls,
	void *owner, struct error *err);
void nats_connection_close(struct nats_connection *c);

/* Subscribes, also to what comes after a lost connection. False: err has a line. */
bool nats_connection_subscribe(struct nats_connection *c, const char *subject, struct error *err);

/* Sends a message of two parts, if there is a connection. */
void nats_connection_send(struct nats_connection *c, const char *subject, const char *head,
	size_t head_length, const char *body, size_t body_length);

/* Waits for a moment until all is sent. */
void nats_connection_flush(struct nats_connection *c);

#endif
