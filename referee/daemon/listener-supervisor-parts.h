/*
 * listener-supervisor-parts.h - what a gatekeeper is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_LISTENER_SUPERVISOR_PARTS_H
#define REFEREE_DAEMON_LISTENER_SUPERVISOR_PARTS_H

#include "referee/base/restart-backoff.h"
#include "referee/base/rate-limit.h"
#include "referee/net/tokens.h"
#include "referee/net/net-address.h"
#include "referee/net/listener.h"
#include "referee/base/fd-message.h"
#include "referee/base/process.h"
#include "referee/daemon/listener-supervisor.h"

enum gatekeeper_kind { GATEKEEPER_TLS, GATEKEEPER_PLAIN, GATEKEEPER_UNIX };

struct gatekeeper_door {
	enum gatekeeper_kind kind;
	int fd;
	bool loopback;		    /* or a Unix socket */
	char address[DOOR_ADDRESS]; /* as it is said */
};

/* What the gate is sent when it begins: open files that do not change under it. */
struct gatekeeper_files {
	int tokens;	      /* a copy of the file's text, in memory; -1: none */
	int certificate, key; /* -1: none */
	char fingerprint[SECRET_TEXT + 1];
	struct tokens known; /* what stands in tokens */
	char **revoked;	     /* owned: names whose token has changed or gone */
	int revoked_count;
};

/* A source that fails again and again: it was told, and is counted while that holds. */
struct gatekeeper_failure {
	char who[2 * DOOR_ADDRESS]; /* "": free */
	usec until;
	int seconds; /* of its last wait */
	long more;   /* failures that were not told */
};

enum { GATEKEEPER_FAILURES = 32 };

struct gatekeeper {
	struct gatekeeper_terms terms;
	struct roster *roster;
	struct gatekeeper_door doors[GATE_DOORS];
	int doors_count;
	char *identity; /* owned: the certificate's path */
	struct gatekeeper_files files;
	struct process process;
	struct event *reading, *again, *room;
	int awaited; /* tokens that the gate has not answered for */
	struct backoff backoff;
	struct trickle trickle;
	struct gatekeeper_failure failures[GATEKEEPER_FAILURES];
};

/* listener-supervisor-files.c: read anew. False: nothing has changed, and a line stands in why. */
bool gatekeeper_read_tokens(struct gatekeeper *g, char why[WHY]);
bool gatekeeper_read_certificate(struct gatekeeper *g, char why[WHY]);

/* Does what the gate says, and takes the descriptors that it needs. False: the gate must not say
 * that, and is to be killed. */
bool gatekeeper_take(struct gatekeeper *g, struct parcel *p);

/* Shuts down the connections of those whose token has changed; forget: for the last time. */
void gatekeeper_revoke(struct gatekeeper *g, bool forget);

void gatekeeper_files_init(struct gatekeeper_files *f);
void gatekeeper_files_clear(struct gatekeeper_files *f);

#endif
