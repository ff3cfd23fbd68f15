/*
 * relay.h - bytes passed on both ways between two ends, with room for a bounded number of them: who
 * does not read is not read from.
 *
 * When one end closes, what it said before is passed on, for RELAY_LINGER at most, and then the
 * relay is over.
 */
#ifndef REFEREE_NET_RELAY_H
#define REFEREE_NET_RELAY_H

#include <event2/bufferevent.h>
#include <stdbool.h>

enum { RELAY_ROOM = 65536 /* bytes each way; a little more may be held */ };

#define RELAY_LINGER 5 /* seconds */

struct relay;

struct relay_end {
	struct relay *relay;
	struct bufferevent *in, *out; /* borrowed; what is read from it, and written to it */
	bool plain; /* in and out are one socket, which may be read when it cannot be written to */
};

struct relay {
	struct relay_end ends[2];
	/* Called once, from the loop: everything was passed on. first: the end that closed, or
	 * broke. */
	void (*over)(void *owner, int first);
	/* Called with what an end has said, before it is passed on; NULL: not wanted. */
	void (*heard)(void *owner, int end, struct evbuffer *bytes);
	void *owner;
	int first;  /* -1: both are open */
	bool broke; /* it was not closed as one closes it */
	int error;  /* then: errno, which TLS may not know */
};

/* Takes the four bufferevents over as they are, what was read already included; they stay the
 * owner's to free, after over() or before. An end's in and out may be one. */
void relay_start(struct relay *r);

#endif
