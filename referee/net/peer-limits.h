/*
 * peer-limits.h - limits failed logins per source: how long new connections are refused.
 *
 * A source is an IPv4 address, the first 64 bits of an IPv6 address, a user of this machine, or a
 * name used from one of these. The first PEER_LIMITS_FREE failures are free. Each further failure
 * doubles the source's wait, from one second to PEER_LIMITS_LONGEST. A success resets all, and so
 * does PEER_LIMITS_FORGET without a failure.
 *
 * Many bots may share an address, and one of them must not make all wait. So a failure may be
 * spared: at most PEER_LIMITS_CROWD at once and one a second. The table has a fixed size. A new
 * source replaces the one that has been quiet longest.
 */
#ifndef REFEREE_NET_PEER_LIMITS_H
#define REFEREE_NET_PEER_LIMITS_H

#include <stdbool.h>

#include "base/time.h"
#include "referee/net/net-address.h"

struct sockaddr_storage;

enum {
	PEER_LIMITS_MAX = 1024,
	PEER_LIMITS_OPEN =
		64, /* connections of one source before their welcome; see peer_limits_many() */
	PEER_LIMITS_FREE = 5,
	PEER_LIMITS_CROWD = 64,
};

#define PEER_LIMITS_LONGEST (60 * SECOND)
#define PEER_LIMITS_FORGET  (600 * SECOND)

struct peer_limit_key {
	unsigned char bytes[9]; /* the first byte is the kind */
};

/* The key of the socket fd, which was accepted from this address. address gets it as text. */
void peer_address_of(int fd, const struct sockaddr_storage *from, struct peer_limit_key *key,
	char address[NET_ADDRESS_ADDRESS]);

/* Writes the source of a key, without a port: 192.0.2.7, or the network of an IPv6 address. */
void peer_address_write(const struct peer_limit_key *key, char address[NET_ADDRESS_ADDRESS]);

/* The same as hexadecimal digits, and back. False: it is none. */
enum { PEER_ADDRESS_DIGITS = 2 * sizeof(struct peer_limit_key) };
void peer_address_encode(const struct peer_limit_key *key, char text[PEER_ADDRESS_DIGITS + 1]);
bool peer_address_decode(struct peer_limit_key *key, const char *text);

/* The key of a name used from that source. */
void peer_address_of_name(
	const struct peer_limit_key *from, const char *name, struct peer_limit_key *key);

struct peer_limit {
	struct peer_limit_key key;
	int open, failures;
	usec until;	    /* connections are refused before; 0: free */
	usec last;	    /* last event */
	usec charged_until; /* spared failures are paid back until then (rate-limit.h) */
	bool trusted;
};

enum peer_limit_end {
	PEER_LIMIT_WELCOME,
	PEER_LIMIT_FAILED,
	PEER_LIMIT_SPARED, /* it failed, but the failure may be spared */
	PEER_LIMIT_LOST,   /* it does not count: the fault is the referee's, or it only was there */
};

struct peer_limits {
	struct peer_limit rows[PEER_LIMITS_MAX];
	int count;
};

/* Does this source have as many connections open as it may? Then the oldest of them should end, so
 * that silent ones keep out no bot behind the same address. */
bool peer_limits_many(struct peer_limits *limits, const struct peer_limit_key *key);

/* A connection arrives. False: refuse it now. After true, call peer_limits_end() later. */
bool peer_limits_begin(struct peer_limits *limits, const struct peer_limit_key *key, usec now);

/* A connection's login ends. Returns how long its source must wait now; 0: not at all. */
usec peer_limits_end(struct peer_limits *limits, const struct peer_limit_key *key,
	enum peer_limit_end end, usec now);

/* Has a bot from this source been welcome before? Only for a source that has entered. */
bool peer_limits_trusted(struct peer_limits *limits, const struct peer_limit_key *key);

#endif
