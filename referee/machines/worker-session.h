/*
 * worker-session.h - a stream of bytes between the main process and a worker, over packets that may
 * be lost, repeated or delayed.
 *
 * A packet is a line and bytes:
 *
 *	RUN SESSION KIND NUMBER TAKEN \n BYTES
 *
 * RUN names one run of the main side, SESSION one stream; both are drawn at random. The rest is a
 * row of packet_table. Packets that the other side did not take within
 * WORKER_SESSION_AGAIN are sent again, from the first on (go-back-N, RFC 3366 section 2.3). A
 * packet that comes out of order is dropped.
 *
 * Bytes that were sent and not taken are limited to WORKER_SESSION_WINDOW. A session counts as
 * broken when the other side was silent for the time that its owner sets.
 *
 * Nothing here waits or reads a clock: times are arguments, packets leave through a call.
 */
#ifndef REFEREE_MACHINES_WORKER_SESSION_H
#define REFEREE_MACHINES_WORKER_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/line-table.h"
#include "base/time.h"

enum {
	WORKER_SESSION_NAME = 17,	   /* bytes of a random name, its NUL included */
	WORKER_SESSION_BYTES = 128 << 10,  /* of one packet, its line not included */
	WORKER_SESSION_WINDOW = 2 << 20,   /* bytes */
	WORKER_SESSION_LINE = 96,	   /* bytes of a packet's line, its LF included */
	WORKER_SESSION_AGAIN_MAX = 1 << 20 /* bytes that are sent again at a time */
};

#define WORKER_SESSION_AGAIN (2 * SECOND)
#define WORKER_SESSION_BEAT  (1 * SECOND) /* a silent side sends a packet after this time */
#define WORKER_SESSION_SOON                                                                        \
	(50 * MILLISECOND) /* until packets are confirmed by one of their own                      \
			    */

#define WORKER_SESSION_GATHER (2 * MILLISECOND) /* bytes that come within it share a packet */

enum packet_kind {
	PACKET_JOIN,  /* worker: wants to play for this run; bytes: its pool */
	PACKET_BYTES, /* the next bytes of the stream */
	PACKET_BEAT,  /* confirms packets, and says that the sender lives */
	PACKET_END    /* the session has ended; bytes: why */
};

struct packet {
	enum packet_kind kind;
	char run[WORKER_SESSION_NAME], session[WORKER_SESSION_NAME];
	int64_t number, taken; /* within 32 bits */
	const char *bytes;     /* borrowed from what was read */
	size_t length;
};

extern const struct line_table packet_table;

/* Parses a packet. False: it is none. */
bool packet_read(struct packet *p, const char *data, size_t length);

/* Writes the packet's line. Returns its length. */
size_t packet_write_line(const struct packet *p, char line[WORKER_SESSION_LINE]);

/* Draws a random name. */
void packet_draw_name(char name[WORKER_SESSION_NAME]);

struct worker_session_calls {
	/* Sends a packet. It may be lost. */
	void (*send)(void *owner, const struct packet *p);
	/* The next bytes of the stream. False: there is no room for them now; they come again. */
	bool (*take)(void *owner, const char *bytes, size_t length);
};

struct worker_session_packet;

struct worker_session {
	char run[WORKER_SESSION_NAME], name[WORKER_SESSION_NAME];
	const struct worker_session_calls *calls; /* borrowed, as is owner */
	void *owner;
	TAILQ_HEAD(worker_session_packets, worker_session_packet) sent; /* owned: not yet taken */
	size_t bytes;							/* in them */
	uint32_t number, received; /* of the last packet that was sent, and taken */
	usec heard, spoke;	   /* when the last packet came and went */
	usec progress;		   /* when the other side last took a packet, or got them again */
	usec confirm;		   /* when packets must be confirmed; 0: none are due */
};

/* Opens a session with these names, at this time. */
void worker_session_open(struct worker_session *s, const char *run, const char *name,
	const struct worker_session_calls *calls, void *owner, usec now);
void worker_session_clear(struct worker_session *s);

/* The number of bytes that worker_session_send() accepts now. */
size_t worker_session_room(const struct worker_session *s);
void worker_session_send(struct worker_session *s, const char *bytes, size_t length, usec now);

/* Until bytes that came now should be sent: 0, or less than WORKER_SESSION_GATHER when a packet has
 * just gone. */
usec worker_session_wait(const struct worker_session *s, usec now);

/* Handles a packet of this session: bytes and beats. */
void worker_session_take(struct worker_session *s, const struct packet *p, usec now);

/* Sends what is due at this time; to be called every WORKER_SESSION_SOON or so. */
void worker_session_tick(struct worker_session *s, usec now);

/* Sends all packets again that were not taken: the connection was lost and is back. */
void worker_session_again(struct worker_session *s, usec now);

/* Sends the end of the session. */
void worker_session_end(struct worker_session *s, const char *why);

#endif
