/*
 * peer-limits.h - where connections come from, and how long nobody there is listened to.
 *
 * A source is an IPv4 address, the first 64 bits of an IPv6 address, or a user of this machine; or
 * a name that is said from there. The first SOURCES_FREE failures are free; each one after doubles
 * how long the source waits, from one second to SOURCES_LONGEST. A success forgives all, and so
 * does SOURCES_FORGET without a failure. Many may share an address, and not all shall wait for one
 * of them: a failure may be spared, as long as there are no more than SOURCES_CROWD of these at
 * once and one a second.
 * The table is as large as it is: where it is full the longest quiet source is forgotten.
 */
#ifndef REFEREE_NET_PEER_LIMITS_H
#define REFEREE_NET_PEER_LIMITS_H

#include <stdbool.h>

#include "referee/base/time.h"

enum {
	SOURCES_MOST = 1024,
	SOURCES_OPEN = 64, /* connections of one source that are not welcome yet */
	SOURCES_FREE = 5,
	SOURCES_CROWD = 64,
};

#define SOURCES_LONGEST (60 * SECOND)
#define SOURCES_FORGET	(600 * SECOND)

struct source_key {
	unsigned char bytes[9]; /* the kind first */
};

struct source {
	struct source_key key;
	int open, failures;
	usec until; /* nobody is listened to before; 0: free */
	usec last;  /* it was heard of */
	usec paid;  /* until then what was spared is made up for (rate-limit.h) */
	bool trusted;
};

enum source_end {
	SOURCE_WELCOME,
	SOURCE_FAILED,
	SOURCE_SPARED, /* it failed, but that may be spared */
	SOURCE_LOST,   /* by a fault of ours, which says nothing */
};

struct sources {
	struct source rows[SOURCES_MOST];
	int count;
};

/* A connection comes. False: not now. Whoever enters leaves. */
bool sources_enter(struct sources *s, const struct source_key *key, usec now);

/* Returns how long its source now waits; 0: not at all. */
usec sources_leave(struct sources *s, const struct source_key *key, enum source_end end, usec now);

/* Has somebody been welcome who came from there? Of who has entered. */
bool sources_trusted(struct sources *s, const struct source_key *key);

#endif
