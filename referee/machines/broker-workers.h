/*
 * broker-workers.h - the workers that come to a NATS server, for one director.
 *
 * A process of its own knows the server (broker-link.h). It passes the socket of each worker that
 * is ready. If it dies, it is started again; the workers come back.
 */
#ifndef REFEREE_MACHINES_BROKER_WORKERS_H
#define REFEREE_MACHINES_BROKER_WORKERS_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/error.h"
#include "referee/machines/broker-link.h"

struct broker_workers_calls {
	/* A worker is ready; the socket is owned by the callee. */
	void (*session)(void *owner, int socket);
	/* A line for people. */
	void (*say)(void *owner, const char *text);
};

struct broker_workers;

/* Starts the process. config must stay until broker_workers_close() or broker_workers_retire().
 * NULL: one line in err. */
struct broker_workers *broker_workers_open(struct event_base *base,
	const struct arbiter_config *config, const struct broker *broker,
	const struct broker_workers_calls *calls, void *owner, struct error *err);

/* Ends the process, and with it all its workers. NULL may be closed. */
void broker_workers_close(struct broker_workers *b);

/* Are further workers wanted? At first not. b may be NULL. */
void broker_workers_call(struct broker_workers *b, bool wanted);

/* The worker broke the rules: it may not come back for a while. b may be NULL. */
void broker_workers_bar(struct broker_workers *b, const char *name);

/* No further workers are wanted, and if the process dies it is not started again. b may be NULL. */
void broker_workers_retire(struct broker_workers *b);

#endif
