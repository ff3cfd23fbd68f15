/*
 * channel.h - input and output of one bot: the pipes of a program in its sandbox, or a socket. It
 * reads lines, writes bytes, keeps stderr and enforces limits. A socket has neither a sandbox nor a
 * stderr.
 *
 * No function blocks. Bytes that the program does not read yet are queued. Its output is passed on
 * as whole lines, with the time of the read that completed them.
 */
#ifndef REFEREE_BOT_CHANNEL_H
#define REFEREE_BOT_CHANNEL_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "protocol/line.h"
#include "base/tail-buffer.h"
#include "base/time.h"
#include "referee/process/wire.h"
#include "referee/sandbox/sandbox.h"

enum {
	CHANNEL_PENDING = 4 * LINE_FROM_REFEREE, /* sent to it and not yet read */
};

enum channel_end {
	CHANNEL_CLOSED, /* the program ended or closed its stdout, or the connection ended */
	CHANNEL_FLOOD,	/* a line or a turn was too long */
	CHANNEL_DEAF,	/* the program does not read its input */
};

/* Why the referee ends the connection of a remote bot. */
enum disconnect_reason {
	DISCONNECT_REASON_REVOKED,
	DISCONNECT_REASON_REPLACED,
	DISCONNECT_REASON_FLOOD,
	DISCONNECT_REASON_DEAF,
	DISCONNECT_REASON_STOPPED,
	DISCONNECT_REASON_OFTEN,
	DISCONNECT_REASON_FULL,
	DISCONNECT_REASON_KICKED,
	DISCONNECT_REASONS
};

/* Sends the last line to a remote bot, "error WORD TEXT", without blocking; bytes that do not fit
 * are lost. within: an unfinished line may have been sent, so a newline comes first. */
void disconnect_reason_send(int fd, enum disconnect_reason why, bool within);

struct channel;

/* Callbacks of the owner. line() may end the channel; false stops reading. */
struct channel_owner {
	/* The result of a start. Unless it is SANDBOX_STARTED, nothing is left of the start, and
	 * why is one line. NULL is allowed for sockets only. */
	void (*started)(void *owner, enum sandbox_result result, const char *why);
	bool (*line)(void *owner, char *line, usec at);
	/* A line of stderr, after channel_follow(); NULL: not wanted. */
	void (*errors)(void *owner, const char *line, size_t length);
	/* The channel reads nothing more. The owner must still call channel_stop(). */
	void (*end)(void *owner, enum channel_end end, usec at);
};

/* The stderr that is passed on as lines. */
struct channel_errors {
	char *line;	      /* owned: the unfinished line; NULL: no line so far */
	size_t length, taken; /* bytes in line; bytes since channel_flush_errors() */
	bool full;	      /* the rest is dropped, and a line says so */
};

struct channel {
	struct sandbox sandbox; /* for a socket: zero, except that in and out are both the socket */
	bool socket;
	const struct channel_owner *calls; /* borrowed */
	void *owner;
	struct wire wire;
	struct event *err;    /* owned, as the next two */
	struct event *start;  /* the result of the start can be read */
	struct event *report; /* the exit status of the program can be read */
	usec closed;	      /* when its output ended; 0: it is open */
	char room[LINE_FROM_BOT];
	size_t turn, turn_most, line_most;
	/* bytes since channel_turn(); the limits for a turn and for a line */
	bool ended;   /* end() was called */
	bool follows; /* errors() is called, before later lines are passed on */
	struct channel_errors errors;
	struct tail_buffer sent, received; /* the last bytes since channel_turn() */
	char *ring;	   /* ring buffer for stderr, allocated with the first byte */
	size_t ring_size;  /* bytes that it can keep */
	size_t ring_total; /* bytes received in all */
};

/* Starts the program of options, whose dir must last as long as the channel. It reads the output
 * after the start is reported. On failure nothing is left behind, and started() is not called. */
enum sandbox_result channel_start(struct channel *c, struct event_base *base,
	const struct sandbox_options *options, const struct channel_owner *calls, void *owner,
	struct error *err);

/* Takes over a socket: it owns it and makes it non-blocking. Bytes that came before are dropped.
 * When the channel ends, the socket is shut down in both directions. False: out of memory for
 * events; the socket is closed. */
bool channel_adopt(struct channel *c, struct event_base *base, int fd,
	const struct sandbox_limits *limits, const struct channel_owner *calls, void *owner);

/* The output has ended and the channel waits for the exit status: returns the time until which it
 * waits. 0: it does not wait. */
usec channel_closing(const struct channel *c);

/* Ends the channel as if the other side had closed it. */
void channel_cut(struct channel *c);

/* Closes our descriptor without a shutdown. Other descriptors of the socket stay usable. */
void channel_release(struct channel *c);

/* Kills the sandbox or shuts the socket down, and frees everything. May be called at any time. */
void channel_stop(struct channel *c);

/* Sends bytes. Bytes that do not fit the pipe are queued. Bytes for a program that has ended are
 * lost. */
void channel_send(struct channel *c, const char *bytes, size_t length);

/* Closes the input of the program. Later stderr is not kept. */
void channel_hang_up(struct channel *c);

/* Reads and passes on the output that the last read of this wake-up left. */
void channel_drain(struct channel *c);

/* Reads and passes on all output that is available now, and sees its end. */
void channel_look(struct channel *c);

/* Begins a new turn: resets the byte count and the last sent and received bytes. */
void channel_turn(struct channel *c);

/* Passes stderr to errors() from now on. Call it after channel_start(). */
void channel_follow(struct channel *c);

/* After channel_follow(): passes on all stderr that is available, also an unfinished line. Call it
 * before each line that is sent to the bot. */
void channel_flush_errors(struct channel *c);

/* Forgets the stderr so far: a new game begins. */
void channel_forget_errors(struct channel *c);

/* Copies at most the last room - 1 bytes of stderr, with a NUL. Returns their number. */
size_t channel_stderr(struct channel *c, char *text, size_t room);

/* How the program ended: "ended with exit status 1", "was killed by signal 11 (Segmentation
 * fault)", or that it closed its output and still runs. Call it once, while no clock runs. */
void channel_ending(struct channel *c, char *text, size_t room);

#endif
