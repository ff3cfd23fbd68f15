/*
 * worker-side.h - connects a worker with main processes, over a NATS server.
 *
 * It listens to hello.POOL, where each main process says its run and how many slots play for it.
 * While the worker is free it joins the run with the fewest, opens a session with it
 * (worker-session.h), and hands its stream to the worker as a socket. Its packets go to
 * w.NAME.INSTANCE and come from r.NAME.INSTANCE; INSTANCE is drawn at random, so one key serves
 * many workers.
 *
 * The worker is at the other end of a socket that keeps messages apart (broker-messages.h).
 */
#ifndef REFEREE_MACHINES_NATS_WORKER_SIDE_H
#define REFEREE_MACHINES_NATS_WORKER_SIDE_H

#include "referee/machines/nats/nats-connection.h"
#include "base/time.h"

struct worker_side_terms {
	struct nats_connection_terms nats;
	const char *name, *pool;
	int slots;
	usec silence; /* after which a session is broken */
	int parent;   /* the socket */
};

/* Runs until the worker closes the socket. Returns an exit status. */
int worker_side_run(const struct worker_side_terms *terms);

#endif
