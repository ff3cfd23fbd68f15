/*
 * peer.h - another process of the referee, as its owner sees it: it is started, it is sent bytes or
 * messages, its lines or messages are taken, and it ends once.
 *
 * A peer is connected by two pipes or by a socket of messages (process.h), or by a socket that its
 * owner adopts. Kinds of peers differ in a row, struct peer_kind.
 *
 * No function waits, except peer_free() where the kind says so. A peer that hangs (heartbeat.h),
 * that sends a line it must not send, or that does not read what it is sent, is killed. A peer that
 * is kept starts again after an end, with growing pauses (restart-backoff.h).
 */
#ifndef REFEREE_PROCESS_PEER_H
#define REFEREE_PROCESS_PEER_H

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/time.h"
#include "referee/process/fd-message.h"
#include "referee/process/process.h"

struct peer;

/* How a process ended. The texts are valid in the call that has them. */
struct peer_end {
	int status;	 /* waitpid()'s */
	const char *how; /* "exit status 1", "signal 11", "no sign of life for 30 s" */
	const char
		*why; /* why it was killed: "sent ... and was killed"; NULL: it ended by itself */
};

/* Members that are not named are 0: absent. */
struct peer_kind {
	const char *name;  /* begins its lines in the log: "web" */
	const char *loss;  /* of a kept peer: what ends with the process, for the log; or "" */
	size_t line_most;  /* bytes of its longest line, its LF included; 0: it sends messages */
	int messages_most; /* taken in one wake-up; 0: one */
	size_t stuck;	   /* unread bytes at which it is killed */
	bool kept;	   /* it is started again after an end */
	bool unwatched;	   /* its heartbeat is not watched before peer_watch() */
	int patience;	   /* ms that it may take to end in peer_free() */

	/* The process was started. False: it cannot be used, and is killed. */
	bool (*started)(void *owner);
	/* Takes a line, which it may change; a message, whose descriptors are closed afterwards if
	 * their number is not set to 0. False: the process must not send it, and is killed. The
	 * peer must not be freed in these calls. */
	bool (*line)(void *owner, char *line);
	bool (*message)(void *owner, struct fd_message *m);
	/* A line was longer than line_most. NULL: the process is killed. */
	void (*overlong)(void *owner);
	/* Takes all bytes of one read instead, of line_most at most. */
	void (*bytes)(void *owner, const char *bytes, size_t count);
	/* All lines of one read were taken. */
	void (*turn)(void *owner);
	/* It is about to be killed, and its connection is still there. */
	void (*killed)(void *owner);
	/* The process that was started has ended, and so has its connection. The owner may free
	 * the peer, unless it is kept. NULL: a kept peer's owner need not know. */
	void (*ended)(void *owner, const struct peer_end *end);
	/* A kept peer has ended and starts again after this time. NULL: the log says so. */
	void (*will_restart)(void *owner, const struct peer_end *end, usec wait);
	/* The main process has looked for its heartbeat, which it then watches closely. */
	void (*looked)(void *owner, bool beat);
	/* A line for the log. */
	void (*say)(void *owner, const char *line);
};

/* Makes a peer that does not run; kind and owner are borrowed. */
struct peer *peer_create(struct event_base *base, const struct peer_kind *kind, void *owner);

/* Kills its process and frees it, without a call of ended(). NULL may be freed. */
void peer_free(struct peer *p);

/* Sets what peer_start() and peer_restart() start: see process_start(). arg is borrowed. */
void peer_set(struct peer *p, const struct process_kind *process, const void *arg, int number);

/* Starts the process. False with errno: it cannot be started or used. */
bool peer_start(struct peer *p);

/* Starts it from an event, without a pause. A process that runs has this time to end beside the new
 * one: its input is closed, its output is dropped. 0: it is killed before. ended() is not called. */
void peer_restart(struct peer *p, usec patience);

/* Takes over a socket to a process that another started: of lines, or of messages that the kind takes.
 * Its end is the end of that process. False with errno; the socket is closed. */
bool peer_attach(struct peer *p, int socket);

/* Kills the process when it runs for this time from now on. 0: it may go on. */
void peer_limit(struct peer *p, usec time);

/* No further process is started. */
void peer_retire(struct peer *p);

/* Watches the heartbeat of such a kind from now on. False: out of memory for events, or it
 * is watched already. */
bool peer_watch(struct peer *p);

/* Sends bytes of whole lines at the end of this wake-up. They are dropped if it does not run. */
void peer_put(struct peer *p, const char *bytes, size_t length);

/* The same in two steps: adds bytes, and writes what it takes at once. */
void peer_add(struct peer *p, const char *bytes, size_t length);
void peer_flush(struct peer *p);

/* Waits until all is written, or the process has ended. */
void peer_finish(struct peer *p);

/* Sends a message; the caller keeps its descriptors. False with errno; EAGAIN: its socket is full.
 */
bool peer_pass(struct peer *p, const struct fd_message *message);

/* Had the line that its owner takes a NUL, which is "?" now? */
bool peer_line_had_nul(const struct peer *p);

/* Takes what can be read now, as in an event. */
void peer_look(struct peer *p);

/* The number of bytes that it has not read yet. */
size_t peer_waiting(const struct peer *p);

/* Closes its input, which makes it end. Its remaining output is taken. */
void peer_dismiss(struct peer *p);

/* Drops what it sends from now on; only its end is noticed. */
void peer_ignore(struct peer *p);

/* Ends a client at a socket of lines: it sees an end behind what it was sent, and has this time to
 * read that and to close. Bytes that it sends meanwhile are dropped: a socket that is closed with
 * bytes in it is reset, and the reset overtakes the answer. */
void peer_close(struct peer *p, usec time);

/* Kills the process; why follows "the process" in the log. ended() comes after this call. Nothing
 * is taken from it or sent to it any more. */
void peer_kill(struct peer *p, const char *why);

/* The socket of peer_pass(), borrowed, to wait until it has room. */
int peer_hand(const struct peer *p);

/* The process; 0: it does not run. How often one was started. */
pid_t peer_pid(const struct peer *p);
long peer_starts(const struct peer *p);

/* Logs a line after the name. The line may begin with a level (log.h). */
void peer_log(struct peer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
