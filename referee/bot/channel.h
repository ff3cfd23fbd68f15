/*
 * channel.h - the streams of one program in its box: lines in, bytes out, stderr kept, limits held.
 * Or the socket of one that runs elsewhere, of which there is neither a box nor a stderr.
 *
 * Nothing here waits: what the program does not read is kept and written when it does; what it
 * writes comes as whole lines with the moment of the read that brought them.
 */
#ifndef REFEREE_BOT_CHANNEL_H
#define REFEREE_BOT_CHANNEL_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/line.h"
#include "referee/base/tail-buffer.h"
#include "referee/base/time.h"
#include "referee/sandbox/sandbox.h"

enum {
	CHANNEL_PENDING = 4 * LINE_FROM_REFEREE, /* written to it and not yet read */
};

enum channel_end {
	CHANNEL_CLOSED, /* it ended or closed its stdout, or the connection ended */
	CHANNEL_FLOOD,	/* a line or a turn was too long */
	CHANNEL_DEAF,	/* it does not read what it is sent */
};

struct channel;

/* What the owner does when something happens. line() may end the channel; false stops reading. */
struct channel_owner {
	/* What became of a start; unless SANDBOX_STARTED, nothing is left of it, and why is a line.
	 * NULL: it has sockets alone. */
	void (*started)(void *owner, enum sandbox_result result, const char *why);
	bool (*line)(void *owner, char *line, usec at);
	/* Bytes that it wrote to stderr, as they come, where channel_follow() asked for them. */
	void (*errors)(void *owner, const char *bytes, size_t length);
	/* The channel is not read any more; it is still the owner's to channel_stop(). */
	void (*end)(void *owner, enum channel_end end, usec at);
};

struct channel {
	struct sandbox box; /* of a socket: of zeroes but for in and out, which are both it */
	bool socket;
	const struct channel_owner *calls; /* borrowed */
	void *owner;
	struct event *in, *out, *err; /* owned; in: it can be written to again */
	struct event *start;	      /* owned; it is to be heard how the start went */
	struct event *report;	      /* owned; it is to be heard how the program ended */
	usec closed;		      /* when its output ended; 0: it has not */
	struct line_reader lines;
	char room[LINE_FROM_BOT];
	size_t turn, turn_most, line_most;
	/* bytes since channel_turn(), and the most that it and a line may hold */
	bool more;    /* the last read took all it could: more may wait */
	bool shut;    /* nobody reads what it is sent */
	bool ended;   /* end() was called */
	bool follows; /* errors() is called, before lines that came later */
	struct tail_buffer sent,
		said; /* the last of what it was sent and wrote since channel_turn() */
	char *pending;
	size_t pending_length;
	char *ring;	   /* of stderr, allocated with the first byte */
	size_t ring_size;  /* the last bytes that are kept */
	size_t ring_total; /* bytes that ever came */
};

/* Starts what is ordered (dir for as long as the channel), and reads it as soon as it is told to
 * have started. On failure, which is not told again, nothing is left behind. */
enum sandbox_result channel_start(struct channel *c, struct event_base *base,
	const struct sandbox_order *order, const struct channel_owner *calls, void *owner,
	char *why, size_t room);

/* Reads a socket, which is the channel's from now on, and does not block any more. What has come on
 * it so far is thrown away. A socket is shut down in both ways as soon as the channel ends. False:
 * no room for its events; it is closed. */
bool channel_adopt(struct channel *c, struct event_base *base, int fd,
	const struct sandbox_limits *a, const struct channel_owner *calls, void *owner);

/* Its output has ended, and how the program ended is awaited: until then at most; 0: not so. */
usec channel_closing(const struct channel *c);

/* Ends it as if the other side had. */
void channel_cut(struct channel *c);

/* Closes it without a word to the other side, which keeps what other descriptors it has of the
 * socket. */
void channel_let_go(struct channel *c);

/* Kills the box, or shuts the socket down, and frees all. May be called at any time. */
void channel_stop(struct channel *c);

/* Sends bytes; what does not fit the pipe is kept. A program that is gone loses them. */
void channel_send(struct channel *c, const char *bytes, size_t length);

/* Nothing more is sent: it reads the end of its input. What it writes to stderr from then on is not
 * kept. */
void channel_hang_up(struct channel *c);

/* Reads and hands out all that it has written so far. */
void channel_drain(struct channel *c);

/* A new turn: the count of its bytes begins again, and what was sent and said. */
void channel_turn(struct channel *c);

/* From now on what it writes to stderr is handed out too. To be called after channel_start(). */
void channel_follow(struct channel *c);

/* Takes in what waits of its stderr, which is handed out if that is asked for. */
void channel_read_errors(struct channel *c);

/* A new game: what it wrote to stderr until now is forgotten. */
void channel_forget_errors(struct channel *c);

/* Copies the last room - 1 bytes of stderr at most, with a NUL; returns how many. */
size_t channel_stderr(struct channel *c, char *text, size_t room);

/* "ended with exit status 1", "was killed by signal 11 (Segmentation fault)", or that it closed its
 * output and runs still. To be asked once, when no clock runs. */
void channel_ending(struct channel *c, char *text, size_t room);

#endif
