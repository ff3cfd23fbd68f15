/*
 * broker-info.h - what a NATS server says of itself before a client logs in.
 *
 * It greets a client with a line INFO and a JSON object (docs.nats.io, "Client Protocol"). The
 * library shows none of it that an operator must know. The server is not trusted: the line and the
 * time are bounded.
 */
#ifndef REFEREE_MACHINES_BROKER_INFO_H
#define REFEREE_MACHINES_BROKER_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/time.h"

enum { BROKER_INFO_LINE = 32 << 10, BROKER_INFO_WORD = 128 };

struct broker_info {
	char version[BROKER_INFO_WORD]; /* of nats-server; printable */
	char host[BROKER_INFO_WORD];	/* where it listens; printable */
	bool tls_required, tls_available, jetstream;
	int64_t max_payload; /* bytes; 0: it does not say */
};

/* Reads the JSON object. False: it is none. Fields that are too long or of another type are left
 * out. */
bool broker_info_read(struct broker_info *info, const char *json);

/* Connects to tls:// or nats://HOST:PORT, reads INFO and hangs up. Takes no longer than limit
 * (finding a host by its name excepted). False: err says why not. */
bool broker_info_ask(struct broker_info *info, const char *url, usec limit, struct error *err);

#endif
