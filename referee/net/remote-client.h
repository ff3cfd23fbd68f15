/*
 * remote-client.h - runs a local bot against a referee elsewhere: connects, logs in, starts the
 * bot, and relays lines until one of the two ends.
 */
#ifndef REFEREE_NET_REMOTE_CLIENT_H
#define REFEREE_NET_REMOTE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/net/tokens.h"
#include "referee/net/net-address.h"

struct remote_client_options {
	struct net_address address;
	const char *name;
	unsigned char token[CRYPTO_BYTES];
	const char *fingerprint; /* the certificate's fingerprint; NULL: the system's authorities
				    must vouch */
	bool insecure;		 /* TCP without TLS */
	char **command;		 /* ends with NULL; found by PATH */
	/* Instead of command: the work of a process of its own that hands in a bot. It reads from
	 * and writes to the referee, and returns its exit status. */
	int (*send)(void *arg, int from, int to);
	/* Called after the welcome; how says how the connection is protected. */
	void (*welcome)(void *arg, const char *how);
	void *arg;
};

enum remote_client_end {
	REMOTE_CLIENT_CLOSED,  /* the referee ended it, or the bot ended with status 0 */
	REMOTE_CLIENT_BOT,     /* the bot failed */
	REMOTE_CLIENT_FAILED,  /* the connection failed, was cut, or broke */
	REMOTE_CLIENT_REFUSED, /* by the referee, or by us because the referee is wrong; permanent
				*/
	REMOTE_CLIENT_NO_BOT,  /* the bot could not be started */
};

/* Runs one connection from its beginning to its end; err gets the reason for the end. */
enum remote_client_end remote_client_run(
	const struct remote_client_options *options, struct error *err);

#endif
