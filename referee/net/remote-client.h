/*
 * remote-client.h - a bot of this machine that plays at a referee elsewhere: the way there, the
 * hello, the bot, and its lines passed on until one of the two ends.
 */
#ifndef REFEREE_NET_REMOTE_CLIENT_H
#define REFEREE_NET_REMOTE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/net/tokens.h"
#include "referee/net/net-address.h"

struct remote_client_order {
	struct net_address address;
	const char *name;
	unsigned char token[CRYPTO_BYTES];
	const char *fingerprint; /* that the certificate must have; NULL: the system vouches */
	bool insecure;		 /* TCP without TLS */
	char **command;		 /* ended by NULL; found by PATH */
	/* Called when the referee let us in, with how the connection is kept from others. */
	void (*welcome)(void *arg, const char *how);
	void *arg;
};

enum remote_client_end {
	REMOTE_CLIENT_CLOSED,  /* the referee ended it, or the bot with exit status 0 */
	REMOTE_CLIENT_BOT,     /* the bot failed */
	REMOTE_CLIENT_FAILED,  /* no way there, or it was cut or broke */
	REMOTE_CLIENT_REFUSED, /* by the referee, or by us since it is not ours; it will stay so */
	REMOTE_CLIENT_NO_BOT,  /* the bot could not be started */
};

/* One connection from its beginning to its end, of which why tells. */
enum remote_client_end remote_client_run(
	const struct remote_client_order *order, char *why, size_t room);

/* --- remote-client-bot.c: a program with pipes to us -------------------------------------------
 */

struct remote_client_bot {
	int pid, in, out; /* in: to it; out: from it; neither blocks */
};

/* Its standard error stays ours. False: why says what is wrong. */
bool remote_client_bot_start(struct remote_client_bot *b, char **command, char *why, size_t room);

/* Closes the pipes and waits for its end, which is hastened after a second, and again; what it has
 * started ends with it. Returns whether it ended with status 0; why says how. */
bool remote_client_bot_end(struct remote_client_bot *b, char *why, size_t room);

#endif
