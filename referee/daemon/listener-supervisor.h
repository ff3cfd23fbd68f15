/*
 * listener-supervisor.h - keeps the listener (listener.h) alive: the sockets on which bots connect,
 * the tokens that let them in, and the sessions of those that are connected.
 *
 * The daemon opens the listening sockets and keeps them. When the listener dies another is started,
 * after half a second, one, two, up to half a minute; a bot that connects meanwhile waits in the
 * socket's queue. Connections with TLS end with their listener, the others live on.
 *
 * Each event is one log line; those that anyone on the network can cause are limited
 * (rate-limit.h).
 */
#ifndef REFEREE_DAEMON_LISTENER_SUPERVISOR_H
#define REFEREE_DAEMON_LISTENER_SUPERVISOR_H

#include <event2/event.h>
#include <stdint.h>

#include "referee/director/remote-sessions.h"
#include "referee/definition/tournament.h"

struct listener_supervisor;

/* All is borrowed for as long as it lives. */
struct listener_supervisor_terms {
	struct event_base *base;
	const char *const *addresses; /* HOST:PORT with TLS, unix:PATH, plain:HOST:PORT */
	int addresses_count;
	const char *tokens;	 /* the file that `referee token` writes */
	const char *certificate; /* PEM; NULL: self-made, and kept beside the tokens */
	const char *key;	 /* NULL: it stands in the certificate's file */
	bool insecure;		 /* plain: also where others can listen */
	void (*say)(void *arg, const char *line);
	void *arg;
};

enum listener_supervisor_status {
	LISTENER_SUPERVISOR_GOOD,
	LISTENER_SUPERVISOR_ADDRESS, /* an address is wrong, or cannot be opened */
	LISTENER_SUPERVISOR_FILE,    /* tokens, certificate or key are */
	LISTENER_SUPERVISOR_BROKEN   /* our own fault */
};

/* Opens the sockets and starts the listener. Unless LISTENER_SUPERVISOR_GOOD, *g is NULL, and why
 * has a line. */
enum listener_supervisor_status listener_supervisor_create(struct listener_supervisor **g,
	const struct listener_supervisor_terms *terms, char why[WHY]);

/* Ends the listener and all connections; the roster's claims are closed before. NULL may be freed.
 */
void listener_supervisor_free(struct listener_supervisor *g);

struct remote_sessions *listener_supervisor_sessions(const struct listener_supervisor *g);

/* How many times a listener of this process has told of a penalty. */
uint64_t listener_supervisor_penalties(void);

/* Reads tokens and certificate again. What is wrong changes nothing and is said. The connections of
 * names that are gone or have another token are shut down. */
void listener_supervisor_reread(struct listener_supervisor *g);

#endif
