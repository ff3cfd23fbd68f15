/*
 * broker-check.h - finds a NATS server that lets clients in or lets them do more than it should.
 *
 * A client of an open server could play for every tournament, read all programs of bots, and
 * make up games. So main processes ask a server before they use it (broker_probe()), and `referee
 * check --broker` asks it everything (broker_check()). Both wait for the server's answers, and
 * SIGALRM ends the process where they do not come (nats-login.h). The process must ignore SIGPIPE.
 */
#ifndef REFEREE_MACHINES_NATS_BROKER_CHECK_H
#define REFEREE_MACHINES_NATS_BROKER_CHECK_H

#include <stdbool.h>

#include "base/error.h"
#include "base/time.h"

#define BROKER_CHECK_LIMIT (15 * SECOND) /* for one conversation */

enum broker_access {
	BROKER_CLOSED, /* it refuses a client without credentials */
	BROKER_LOCAL,  /* it lets it in, but listens on this machine alone; err says so */
	BROKER_OPEN,   /* it lets it in; err says so and what is to be done */
	BROKER_UNKNOWN /* it cannot be asked; err says why */
};

/* Connects once to tls:// or nats://HOST:PORT, without credentials and whatever its certificate is.
 * Takes some milliseconds, and no longer than limit (finding a host by its name excepted). */
enum broker_access broker_probe(const char *url, usec limit, struct error *err);

enum broker_verdict { BROKER_RIGHT, BROKER_DOUBTFUL, BROKER_WRONG };

/* One result: the step, and a sentence with the problem and what is to be done. */
struct broker_finding {
	enum broker_verdict verdict;
	const char *step;
	struct error text;
};

struct broker_check_terms {
	const char *url;  /* as above */
	const char *ca;	  /* file of certificates to trust; NULL: the system's */
	const char *nkey; /* file of a key's seed; NULL: only what needs no key is tried */
	const char *name; /* the worker whose key it is; NULL: it is a main process's */
	const char *pool; /* of the worker */
	usec limit;	  /* for one conversation */
	void (*report)(void *arg, const struct broker_finding *finding);
	void *arg;
};

/* Tries all. The names must be valid (broker-address.h). False: something is wrong. */
bool broker_check(const struct broker_check_terms *terms);

#endif
