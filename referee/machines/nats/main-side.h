/*
 * main-side.h - connects a main process with workers, over a NATS server.
 *
 * It publishes hello.POOL each second, with the id of its run and the slots that play for
 * it. A worker that wants to join sends packets of worker-session.h to w.NAME.INSTANCE; it is
 * answered on r.NAME.INSTANCE. The server lets each worker use its own NAME alone, so NAME is the
 * worker's identity. The id is known only to the workers of the pool.
 *
 * With each worker it holds the conversation of worker-dialogue.h. When the worker is ready, the
 * main process gets a socket with its lines. To the main process that is an arbiter.
 *
 * The main process is at the other end of a socket that keeps messages apart (fd-message.h):
 *
 *	main -> here	call yes|no	workers are wanted, or not
 *			bar NAME	this worker broke the rules
 *	here -> main	session		with the socket of a worker that is ready
 *			say TEXT	a line for people
 */
#ifndef REFEREE_MACHINES_NATS_MAIN_SIDE_H
#define REFEREE_MACHINES_NATS_MAIN_SIDE_H

#include "referee/machines/nats/nats-connection.h"
#include "base/time.h"

struct main_side_terms {
	struct nats_connection_terms nats;
	const char *pool;
	usec silence; /* after which a session is broken */
	int parent;   /* the socket */
	int manifest; /* a file with the manifest to workers (worker-manifest.h) */
};

/* Runs until the main process closes the socket. Returns an exit status. */
int main_side_run(const struct main_side_terms *terms);

#endif
