/*
 * broker-check.h - finds a NATS server that lets clients in or lets them do more than it should.
 *
 * A client of an open server could play for every tournament, read all programs of bots, and
 * make up games. So both sides ask a server before they use it, and `referee check --broker` asks
 * it everything. They wait for the server's answers, and SIGALRM ends the process where they do not
 * come (nats-login.h). The process must ignore SIGPIPE.
 */
#ifndef REFEREE_MACHINES_NATS_BROKER_CHECK_H
#define REFEREE_MACHINES_NATS_BROKER_CHECK_H

#include <stdbool.h>

#include "referee/machines/nats/parent.h"

/* Connects once to tls:// or nats://HOST:PORT, without credentials and whatever its certificate is.
 * False: the server lets any client in, so it must not be used: a client could be a worker and read
 * the programs, or be the main process and send some. The reason was said. Takes some milliseconds,
 * and a few seconds at most (finding a host by its name excepted). */
bool broker_trust_server(struct parent *p, const char *url);

/* Says so if other users may open the file of the key. NULL: there is none. */
void broker_trust_key(struct parent *p, const char *nkey);

struct broker_check_terms {
	const char *url;  /* as above */
	const char *ca;	  /* file of certificates to trust; NULL: the system's */
	const char *nkey; /* file of a key's seed; NULL: only what needs no key is tried */
	const char *name; /* the worker whose key it is; NULL: it is a main process's */
	const char *pool; /* of the worker */
	bool json;
};

/* `referee check --broker`: prints a line for each finding, and ends the process with the exit
 * status of the command. The names must be valid (net-address.h). */
void broker_check_run(const struct broker_check_terms *terms) __attribute__((noreturn));

#endif
