/*
 * relay.h - passes bytes both ways between two ends, with bounded buffers. If one end does not
 * read, the relay stops reading from the other.
 *
 * When one end closes, the relay sends the bytes it still holds, for RELAY_LINGER at most. Then it
 * is over. A socket that is closed while bytes of its peer wait unread is reset, and the reset
 * overtakes the last bytes sent; so after them the relay may read and drop what comes until the
 * peer closes too, again for RELAY_LINGER at most.
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
	struct bufferevent *in, *out; /* borrowed; read from in, write to out */
	bool plain; /* in and out are one socket, which may be read when it cannot be written */
};

struct relay {
	struct relay_end ends[2];
	/* Called once, from the event loop, when everything was passed on. first: the end that
	 * closed or broke. */
	void (*over)(void *owner, int first);
	/* Called with the bytes of an end before they are passed on; NULL: not wanted. */
	void (*received)(void *owner, int end, struct evbuffer *bytes);
	/* Called once all was sent to end 0: closes its writing half. NULL: the relay is over then.
	 */
	void (*all_sent)(void *owner);
	void *owner;
	struct event *end; /* while it drops what end 0 still writes; else NULL */
	int first;	   /* -1: both are open */
	bool broke;	   /* the connection broke instead of closing */
	int error;	   /* then: errno, which may be 0 with TLS */
};

/* Takes the four bufferevents as they are, with the bytes already read. The owner frees them, after
 * over() or before. in and out of an end may be the same. */
void relay_start(struct relay *r);

/* For an owner that frees the bufferevents before over(). Afterwards over() is not called. */
void relay_stop(struct relay *r);

#endif
