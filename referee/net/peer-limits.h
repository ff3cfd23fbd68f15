/*
 * peer-limits.h - where connections come from, and how long nobody there is listened to.
 *
 * A source is an IPv4 address, the first 64 bits of an IPv6 address, or a user of this machine; or
 * a name that is said from there. The first PEER_LIMITS_FREE failures are free; each one after
 * doubles how long the source waits, from one second to PEER_LIMITS_LONGEST. A success forgives
 * all, and so does PEER_LIMITS_FORGET without a failure. Many may share an address, and not all
 * shall wait for one of them: a failure may be spared, as long as there are no more than
 * PEER_LIMITS_CROWD of these at once and one a second. The table is as large as it is: where it is
 * full the longest quiet source is forgotten.
 */
#ifndef REFEREE_NET_PEER_LIMITS_H
#define REFEREE_NET_PEER_LIMITS_H

#include <stdbool.h>

#include "referee/base/time.h"

enum {
	PEER_LIMITS_MAX = 1024,
	PEER_LIMITS_OPEN = 64, /* connections of one source that are not welcome yet */
	PEER_LIMITS_FREE = 5,
	PEER_LIMITS_CROWD = 64,
};

#define PEER_LIMITS_LONGEST (60 * SECOND)
#define PEER_LIMITS_FORGET  (600 * SECOND)

struct peer_limit_key {
	unsigned char bytes[9]; /* the kind first */
};

struct peer_limit {
	struct peer_limit_key key;
	int open, failures;
	usec until; /* nobody is listened to before; 0: free */
	usec last;  /* it was heard of */
	usec paid;  /* until then what was spared is made up for (rate-limit.h) */
	bool trusted;
};

enum peer_limit_end {
	PEER_LIMIT_WELCOME,
	PEER_LIMIT_FAILED,
	PEER_LIMIT_SPARED, /* it failed, but that may be spared */
	PEER_LIMIT_LOST,   /* by a fault of ours, which says nothing */
};

struct peer_limits {
	struct peer_limit rows[PEER_LIMITS_MAX];
	int count;
};

/* A connection comes. False: not now. Whoever enters leaves. */
bool peer_limits_enter(struct peer_limits *s, const struct peer_limit_key *key, usec now);

/* Returns how long its source now waits; 0: not at all. */
usec peer_limits_leave(
	struct peer_limits *s, const struct peer_limit_key *key, enum peer_limit_end end, usec now);

/* Has somebody been welcome who came from there? Of who has entered. */
bool peer_limits_trusted(struct peer_limits *s, const struct peer_limit_key *key);

#endif
