/*
 * listener-supervisor.h - the main process's side of the gate (processes/gate.h): the doors, who
 * may come in, and the roster of those who did.
 *
 * The sockets that listen are opened here and kept. When the gate dies another is started, after
 * half a second, one, two, up to half a minute; whoever knocks meanwhile waits in the queue of the
 * socket. Connections with TLS end with their gate, the others live on.
 *
 * What is said is a line a fact; what anybody on the network can make it say is bounded
 * (rate-limit.h).
 */
#ifndef REFEREE_DAEMON_LISTENER_SUPERVISOR_H
#define REFEREE_DAEMON_LISTENER_SUPERVISOR_H

#include <event2/event.h>
#include <stdint.h>

#include "referee/director/remote-sessions.h"
#include "referee/definition/tournament.h"

struct gatekeeper;

/* All is borrowed for as long as it lives. */
struct gatekeeper_terms {
	struct event_base *base;
	const char *const *doors; /* HOST:PORT with TLS, unix:PATH, plain:HOST:PORT */
	int doors_count;
	const char *tokens;	 /* the file that `referee token` writes */
	const char *certificate; /* PEM; NULL: self-made, and kept beside the tokens */
	const char *key;	 /* NULL: it stands in the certificate's file */
	bool insecure;		 /* plain: also where others can listen */
	void (*say)(void *arg, const char *line);
	void *arg;
};

enum gatekeeper_status {
	GATEKEEPER_GOOD,
	GATEKEEPER_DOOR,  /* a door is wrong, or cannot be opened */
	GATEKEEPER_FILE,  /* tokens, certificate or key are */
	GATEKEEPER_BROKEN /* our own fault */
};

/* Opens the doors and starts the gate. Unless GATEKEEPER_GOOD, *g is NULL, and why has a line. */
enum gatekeeper_status gatekeeper_create(
	struct gatekeeper **g, const struct gatekeeper_terms *terms, char why[WHY]);

/* Ends the gate and all connections; the roster's claims are closed before. NULL may be freed. */
void gatekeeper_free(struct gatekeeper *g);

struct roster *gatekeeper_roster(const struct gatekeeper *g);

/* How many times a gate of this process has told of a penalty. */
uint64_t gatekeeper_penalties(void);

/* Reads tokens and certificate again. What is wrong changes nothing and is said. The connections of
 * names that are gone or have another token are shut down. */
void gatekeeper_reread(struct gatekeeper *g);

#endif
