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

enum listener_supervisor_kind {
	LISTENER_SUPERVISOR_TLS,
	LISTENER_SUPERVISOR_PLAIN,
	LISTENER_SUPERVISOR_UNIX
};

struct listener_supervisor_door {
	enum listener_supervisor_kind kind;
	int fd;
	bool loopback;			   /* or a Unix socket */
	char address[NET_ADDRESS_ADDRESS]; /* as it is said */
};

/* What the gate is sent when it begins: open files that do not change under it. */
struct listener_supervisor_files {
	int tokens;	      /* a copy of the file's text, in memory; -1: none */
	int certificate, key; /* -1: none */
	char fingerprint[CRYPTO_TEXT + 1];
	struct tokens known; /* what stands in tokens */
	char **revoked;	     /* owned: names whose token has changed or gone */
	int revoked_count;
};

/* A source that fails again and again: it was told, and is counted while that holds. */
struct listener_supervisor_failure {
	char who[2 * NET_ADDRESS_ADDRESS]; /* "": free */
	usec until;
	int seconds; /* of its last wait */
	long more;   /* failures that were not told */
};

enum { LISTENER_SUPERVISOR_FAILURES = 32 };

struct listener_supervisor {
	struct listener_supervisor_terms terms;
	struct remote_sessions *roster;
	struct listener_supervisor_door doors[LISTENER_DOORS];
	int doors_count;
	char *identity; /* owned: the certificate's path */
	struct listener_supervisor_files files;
	struct process process;
	struct event *reading, *again, *room;
	int awaited; /* tokens that the gate has not answered for */
	struct restart_backoff backoff;
	struct rate_limit trickle;
	struct listener_supervisor_failure failures[LISTENER_SUPERVISOR_FAILURES];
};

/* listener-supervisor-files.c: read anew. False: nothing has changed, and a line stands in why. */
bool listener_supervisor_read_tokens(struct listener_supervisor *g, char why[WHY]);
bool listener_supervisor_read_certificate(struct listener_supervisor *g, char why[WHY]);

/* Does what the gate says, and takes the descriptors that it needs. False: the gate must not say
 * that, and is to be killed. */
bool listener_supervisor_take(struct listener_supervisor *g, struct fd_message *p);

/* Shuts down the connections of those whose token has changed; forget: for the last time. */
void listener_supervisor_revoke(struct listener_supervisor *g, bool forget);

void listener_supervisor_files_init(struct listener_supervisor_files *f);
void listener_supervisor_files_clear(struct listener_supervisor_files *f);

#endif
