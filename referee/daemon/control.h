/*
 * control.h - the daemon's Unix socket: what it can be asked while it runs.
 *
 * A client sends one request, a line of words quoted as for a shell, such as
 *
 *	pause 'Connect Four cup'
 *
 * and gets lines: each of the answer's with a "-" before it, or a "!" where it is about what is
 * wrong, then "end STATUS REASON", STATUS being the exit status of the command that asked and
 *REASON empty when that is 0. Then the connection is closed. Every request but status gets a line
 *that says what came of it. The answer to
 *
 *	watch [--follow] [NUMBER | NAME]
 *
 * comes as a game goes on: live-event.h says what its lines are. Who does not read them is dropped.
 *
 * Only the daemon's own user and root are heard. A client that is slow or silent is waited for in
 * no way but that it counts among those that there may be at a time; others wait in the kernel.
 */
#ifndef REFEREE_DAEMON_CONTROL_H
#define REFEREE_DAEMON_CONTROL_H

#include "referee/daemon/daemon.h"

enum {
	CONTROL_LINE = 16384, /* bytes of a request, its LF included */
	CONTROL_WORDS = 3,    /* the most that a request has */
	CONTROL_PATH = 108    /* of a socket, its NUL included */
};

/* What can be asked: the word, what follows it, and what it does. */
struct control_row {
	const char *word;
	const char *usage;
	int least, most; /* words that follow */
	/* False: refused, with the reason in why; else why is one more line of the answer, if any.
	 * out: the answer, or all that is wrong. word: those that follow, NULL where there are
	 * fewer. NULL: the client watches (live-events.h). */
	bool (*run)(struct daemon *h, char *const *word, FILE *out, char why[WHY]);
};

extern const struct control_row control_table[]; /* ends with a NULL word */

/* Cuts a request up; *row is what is asked, *words is to be freed by the caller with free() after
 * true. False: a line in why. */
bool control_parse(const char *line, const struct control_row **row, char ***words, char why[WHY]);

/* What the words behind `watch` wish for. False: a line in why. */
bool control_parse_wish(char *const *word, struct watch_wish *wish, char why[WHY]);

struct control;

/* Where the socket is when nobody says: /run/referee.sock for root, else in XDG_RUNTIME_DIR. False:
 * that is not set, or too long. */
bool control_default_path(char path[CONTROL_PATH]);

/* Listens on path. A socket there that nobody listens on any more is replaced. NULL: a line in
 * why. */
struct control *control_create(
	struct event_base *base, struct daemon *daemon, const char *path, char why[WHY]);

/* Closes all, and takes the socket away. NULL may be freed. */
void control_free(struct control *c);

#endif
