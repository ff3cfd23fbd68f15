/*
 * listener-supervisor.h - keeps the listener (listener.h) alive. It owns the sockets on which
 * bots connect, the tokens that admit them, and the sessions of connected bots.
 *
 * The daemon opens the listening sockets and keeps them. When the listener dies, the supervisor
 * starts another one after half a second, then one, two, up to half a minute. A bot that connects
 * meanwhile waits in the socket's queue. TLS connections end with their listener; others survive.
 *
 * Each event is one log line. Lines that any network client can cause are limited (rate-limit.h).
 */
#ifndef REFEREE_DAEMON_LISTENER_SUPERVISOR_H
#define REFEREE_DAEMON_LISTENER_SUPERVISOR_H

#include <event2/event.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/net/tokens.h"
#include "referee/director/remote-sessions.h"
#include "referee/tournament/tournament.h"

struct listener_supervisor;

/* All pointers are borrowed while the supervisor exists. */
struct listener_supervisor_options {
	struct event_base *base;
	const char *const *addresses; /* HOST:PORT with TLS, unix:PATH, plain:HOST:PORT */
	int addresses_count;
	const char *tokens;	 /* the file that `referee token new` writes */
	const char *certificate; /* PEM; NULL: self-signed, and kept beside the tokens */
	const char *key;	 /* NULL: the certificate's file contains it */
	bool insecure;		 /* allow plain: addresses that other machines can reach */
	void (*say)(void *arg, const char *line);
	void *arg;
};

enum listener_supervisor_status {
	LISTENER_SUPERVISOR_GOOD,
	LISTENER_SUPERVISOR_ADDRESS, /* an address is wrong, or cannot be opened */
	LISTENER_SUPERVISOR_FILE,    /* the file of tokens, certificate or key is wrong */
	LISTENER_SUPERVISOR_BROKEN   /* a fault of the referee */
};

/* Opens the sockets and starts the listener. Unless the result is LISTENER_SUPERVISOR_GOOD, *supervisor
 * is NULL and err has a line. */
enum listener_supervisor_status listener_supervisor_create(struct listener_supervisor **supervisor,
	const struct listener_supervisor_options *options, struct error *err);

/* Ends the listener and all connections. The caller first closes the claims of the remote
 * sessions. Accepts NULL. */
void listener_supervisor_free(struct listener_supervisor *supervisor);

/* The sessions of the listener that runs. */
struct remote_sessions *listener_supervisor_sessions(const struct listener_supervisor *supervisor);

/* Likewise the connections of clients that have proved an invitation. */
void listener_supervisor_on_join(struct listener_supervisor *supervisor,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg);

/* Does the listener have the tokens that were read last? */
bool listener_supervisor_settled(const struct listener_supervisor *supervisor);

/* The owner of a bot that has a token; NULL: it has none. Borrowed until the tokens are read
 * again. */
const char *listener_supervisor_owner(
	const struct listener_supervisor *supervisor, const char *name);

/* The tokens as they were last read. */
const struct tokens *listener_supervisor_tokens(const struct listener_supervisor *supervisor);

/* From now on this function gets the connections of clients that hand in a bot, and owns them.
 * NULL: they are refused, as at first. */
void listener_supervisor_on_send(struct listener_supervisor *supervisor,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg);

/* The number of penalties that its listeners have reported. */
uint64_t listener_supervisor_penalties(const struct listener_supervisor *supervisor);

/* How often the listener was started. */
long listener_supervisor_starts(const struct listener_supervisor *supervisor);

/* Reads the tokens and the certificate again. A file with mistakes changes nothing and is
 * reported. Closes the connections of names whose token was removed or replaced. */
void listener_supervisor_reread(struct listener_supervisor *supervisor);

#endif
