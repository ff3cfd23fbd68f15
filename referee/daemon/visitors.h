/*
 * visitors.h - people who play against bots in the browser: keeps their process alive
 * (web-play-process.h), prepares the bots of the files of `--play`, and has their games played.
 *
 * A file of `--play` is a tournament's file whose game and bots count; its format and database do
 * not: no result is stored. Each file has an arbiter of its own, which runs below all tournaments
 * (nice). Each person has a seat as a remote bot: the arbiter gets one end of a socket pair, the
 * visitors' process the other.
 *
 * That process talks to any client, so its lines are checked: a malformed line ends it, and it can
 * begin no more games than are allowed.
 */
#ifndef REFEREE_DAEMON_VISITORS_H
#define REFEREE_DAEMON_VISITORS_H

#include <event2/event.h>

#include "base/error.h"
#include "referee/net/peer-limits.h"
#include "base/time.h"
#include "referee/web/web-process.h"

struct visitors;

/* All pointers are borrowed. */
struct visitors_options {
	struct event_base *base;
	struct web_options web;
	const char *const *files;
	int files_count;
	int games;    /* in play at a time */
	usec silence; /* the longest time for a person's move */
	void (*say)(void *arg, const char *line);
	void *arg;
};

/* NULL: a file has mistakes, which were reported by say(). */
struct visitors *visitors_create(const struct visitors_options *options);

/* Lets people hand in bots of at most this many bytes, from the next start of the process on.
 * take() gets a name, a token and the reader's address, and checks them; true: it owns fd, the
 * referee's end of a connection of send-request.h. False: a line in err. */
void visitors_on_send(struct visitors *v, int64_t bytes,
	bool (*take)(void *arg, const char *name, const char *token,
		const struct peer_limit_key *from, int fd, struct error *err),
	void *arg);

/* Ends all games. Accepts NULL. */
void visitors_free(struct visitors *v);

#endif
