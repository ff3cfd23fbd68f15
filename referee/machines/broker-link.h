/*
 * broker-link.h - the process that connects the main process with the workers of a NATS server.
 *
 * It gathers all that the games need, and becomes the program referee-broker, which lies beside
 * this one. No other program links the NATS library.
 *
 * It and the main process send each other the messages of referee/machines/nats/main-side.h.
 */
#ifndef REFEREE_MACHINES_BROKER_LINK_H
#define REFEREE_MACHINES_BROKER_LINK_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/process/process.h"
#include "base/time.h"
#include "referee/bot/arbiter-config.h"

#define BROKER_LINK_SILENCE                                                                        \
	(30 * SECOND) /* default: a session that is silent this long is broken */

/* A NATS server and the way to it. Strings are borrowed. */
struct broker {
	const char *url;  /* nats://HOST:PORT or tls://HOST:PORT; NULL: none */
	const char *ca;	  /* file of the certificates to trust; NULL: the system's */
	const char *nkey; /* file of the key's seed; NULL: none */
	const char *pool; /* of workers */
	usec silence;	  /* after which a session is broken */
};

/* The argument of the process, borrowed. */
struct broker_link {
	const struct arbiter_config *config;
	struct broker broker;
};

extern const struct process_kind broker_link_process;

/* Is the program there, and (usable) are the server's address and files right? False: one line in
 * err. */
bool broker_is_built(const struct broker *b, struct error *err);
bool broker_is_usable(const struct broker *b, struct error *err);

/* Becomes referee-broker for one side, "main", "worker" or "check". socket: its standard input;
 * more: further arguments, NULL at the end. Returns only if that fails. */
void broker_exec(const struct broker *b, const char *side, int socket, const char *const *more);

#endif
