/*
 * live-broadcast-parts.h - what a broadcast is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_LIVE_BROADCAST_PARTS_H
#define REFEREE_DAEMON_LIVE_BROADCAST_PARTS_H

#include <stddef.h>

#include "protocol/line.h"
#include "referee/base/restart-backoff.h"
#include "referee/base/crypto.h"
#include "referee/base/self-usage.h"
#include "referee/base/process.h"
#include "referee/daemon/live-broadcast.h"

/* A game that is not over, with all that was told of it. */
struct broadcast_game {
	int64_t tournament;
	uint64_t pairing;
	char *lines; /* owned */
	size_t length, room;
	struct broadcast_game *next;
};

/* Games that run are found by their pairing, for each line of their records. */
enum { BROADCAST_BUCKETS = 512 };

struct broadcast_last {
	int64_t what; /* a tournament; below 0: a figure, a kind of process, or a strength */
	char *line;   /* owned */
};

struct broadcast {
	struct event_base *base; /* borrowed */
	struct web_options options;
	const char **databases; /* owned, and what they point to: those that it was told of */
	unsigned char salt[SECRET_BYTES];
	void (*say)(void *arg, const char *line);
	void *arg;
	struct process process;
	struct event *reading, *writing; /* NULL: it does not run */
	struct event *again, *stuck;
	struct evbuffer *waiting; /* for it */
	struct line_reader lines;
	bool heard; /* it has said its line */
	char *room; /* owned, as the next two */
	struct broadcast_last *last;
	int last_count;
	struct broadcast_game *games[BROADCAST_BUCKETS];
	struct backoff backoff;
	int64_t starts, untold;
	struct event *look;
	struct kin kin[KIN_KINDS];
	int kin_count;
};

/* So many bytes for it; and how many wait. */
void broadcast_put(struct broadcast *b, const char *text, size_t length);
size_t broadcast_behind(const struct broadcast *b);

/* Tells what is kept until it is told anew, when it has changed. */
void broadcast_keep(struct broadcast *b, int64_t what, const struct feed *f);

/* live-broadcast-metrics.c: what our processes use, now and every few seconds; NULL: no memory. */
struct event *broadcast_look(struct broadcast *b);

/* One line (cut up in place) of the web process. False: it must not say that, and is to be killed.
 */
bool broadcast_take_line(struct broadcast *b, char *line);

/* Takes a game out of the list. */
void broadcast_forget(struct broadcast_game **at);

#endif
