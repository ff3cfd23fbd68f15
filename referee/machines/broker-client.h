/*
 * broker-client.h - `referee worker run --broker`: waits at a NATS server for main processes, and plays
 * for one after the other.
 *
 * The program referee-broker holds the connection (referee/machines/nats/worker-side.h). Each
 * session is played by `referee worker run --stdin`, with the session as its standard input and output.
 */
#ifndef REFEREE_MACHINES_BROKER_CLIENT_H
#define REFEREE_MACHINES_BROKER_CLIENT_H

#include "base/error.h"
#include "referee/machines/broker-link.h"

struct broker_client_terms {
	struct broker broker;
	const char *name;
	int slots;
	/* The arguments of the program that plays a session, NULL at the end. On SIGTERM it gives
	 * its games back soon. */
	char *const *words;
	/* A line for people. */
	void (*say)(const char *text);
};

/* Runs until SIGTERM or SIGINT, and returns when the session in play has ended; a second signal
 * ends it at once. False: one line in err. */
bool broker_client_run(const struct broker_client_terms *terms, struct error *err);

#endif
