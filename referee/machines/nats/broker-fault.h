/*
 * broker-fault.h - why a client cannot connect to a NATS server.
 *
 * The library that plays through the server tells few reasons. This asks the server once more, as
 * the library did, and names the fault that an operator can mend. It waits for the answers, and
 * SIGALRM ends the process where they do not come (nats-login.h). The process must ignore SIGPIPE.
 */
#ifndef REFEREE_MACHINES_NATS_BROKER_FAULT_H
#define REFEREE_MACHINES_NATS_BROKER_FAULT_H

#include <stdbool.h>

#include "base/error.h"
#include "base/time.h"

/* Connects to tls:// or nats://HOST:PORT and logs in. ca: file of the certificates to trust; NULL:
 * the system's. nkey: file of the key's seed; NULL: none. False: it cannot, and err says why, in a
 * sentence about the server. True: nothing is wrong now. Takes no longer than limit (finding a host
 * by its name excepted). */
bool broker_fault_seek(
	const char *url, const char *ca, const char *nkey, usec limit, struct error *err);

#endif
