/*
 * sources.h - where connections come from, and how long nobody there is listened to.
 *
 * A source is an IPv4 address, the first 64 bits of an IPv6 address, or a user of this machine. The
 * first SOURCES_FREE failures are free; each one after doubles how long the source waits, from one
 * second to SOURCES_LONGEST. A success forgives all, and so does SOURCES_FORGET without a failure.
 * The table is as large as it is: where it is full the longest quiet source is forgotten.
 */
#ifndef REFEREE_JUDGING_SOURCES_H
#define REFEREE_JUDGING_SOURCES_H

#include <stdbool.h>

#include "referee/ground/time.h"

enum {
	SOURCES_MOST = 1024,
	SOURCES_OPEN = 64, /* connections of one source that are not welcome yet */
	SOURCES_FREE = 5,
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
};

struct sources {
	struct source rows[SOURCES_MOST];
	int count;
};

/* A connection comes. False: not now. Whoever enters leaves. */
bool sources_enter(struct sources *s, const struct source_key *key, usec now);

/* It is welcome, or it failed. Returns how long its source now waits; 0: not at all. */
usec sources_leave(struct sources *s, const struct source_key *key, bool welcome, usec now);

#endif
