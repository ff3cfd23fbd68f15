/*
 * control.h - the daemon's Unix socket: requests to the running daemon, and their answers.
 *
 * A client sends one request: a line of words, quoted as for a shell, such as
 *
 *	pause 'Connect Four cup'
 *
 * The daemon answers as in answer.h, and closes the connection. The reason of the last line is empty
 * when the status is 0. Every request except status gets a line that states its effect. The answer
 * to
 *
 *	watch [--follow] [NUMBER | NAME]
 *
 * comes while a game is played; live-event.h defines its lines. The daemon drops a client that
 * does not read them.
 *
 * The daemon serves only its own user, root, and the members of a group if control_create() got
 * one. It never waits for a slow or silent client. Such a client only counts towards the limit of
 * clients; further clients wait in the kernel.
 */
#ifndef REFEREE_DAEMON_CONTROL_H
#define REFEREE_DAEMON_CONTROL_H

#include "base/error.h"
#include "referee/daemon/daemon.h"

enum {
	CONTROL_LINE = 16384, /* bytes of a request, including its LF */
	CONTROL_WORDS = 4,    /* maximum words of a request */
	CONTROL_PATH = 108    /* bytes of a socket's path, including its NUL */
};

enum control_verb {
	CONTROL_SUBMIT,
	CONTROL_STATUS,
	CONTROL_PAUSE,
	CONTROL_RESUME,
	CONTROL_STOP,
	CONTROL_CONCURRENCY,
	CONTROL_ADD_BOT,
	CONTROL_BENCH_BOT,
	CONTROL_UNBENCH_BOT,
	CONTROL_KICK,
	CONTROL_ANNOUNCE,
	CONTROL_DRAIN,
	/* These are answered later: the client watches (live-events.h), or waits for a process. */
	CONTROL_WATCH,
	CONTROL_REVERT
};

/* A kind of request: its first word, and the words after it. */
struct control_row {
	const char *word;
	const char *usage; /* names of the words after the first; one in [] may be missing */
	enum control_verb verb;
	const char *help; /* as a verb of `referee ctl`; NULL: another command sends it */
};

extern const struct control_row control_table[]; /* ends with a NULL word */

/* The row of this word. NULL: err has a line. */
const struct control_row *control_find(const char *word, struct error *err);

/* Does the request take this number of words after the first? If not, err has a line. */
bool control_takes(const struct control_row *row, int count, struct error *err);

/* Splits a request. True: sets *row and *words; the caller releases *words with free(). False:
 * err has a line. */
bool control_parse(
	const char *line, const struct control_row **row, char ***words, struct error *err);

/* Reads the words after `watch`. False: err has a line. */
bool control_parse_wish(char *const *word, struct watch_options *options, struct error *err);

struct control;

/* The default path of the socket: /run/referee.sock for root, else in XDG_RUNTIME_DIR. False:
 * that variable is not set, or the path is too long. */
bool control_default_path(char path[CONTROL_PATH]);

/* The path of the daemon that a client without --socket means: the default path if there is a
 * socket, else that of referee.service. False: neither is known. */
bool control_client_path(char path[CONTROL_PATH]);

/* Listens on path. Replaces a socket on which no process listens. group: its members are served
 * too; NULL: none. The daemon must belong to it. NULL: err has a line. */
struct control *control_create(struct event_base *base, struct daemon *daemon, const char *path,
	const char *group, struct error *err);

/* Closes all connections and removes the socket. Accepts NULL. */
void control_free(struct control *c);

#endif
