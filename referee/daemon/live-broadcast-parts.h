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
struct live_broadcast_game {
	int64_t tournament;
	uint64_t pairing;
	char *lines; /* owned */
	size_t length, room;
	struct live_broadcast_game *next;
};

/* Games that run are found by their pairing, for each line of their records. */
enum { LIVE_BROADCAST_BUCKETS = 512 };

struct live_broadcast_last {
	int64_t what; /* a tournament; below 0: a figure, a kind of process, or a strength */
	char *line;   /* owned */
};

struct live_broadcast {
	struct event_base *base; /* borrowed */
	struct web_options options;
	const char **databases; /* owned, and what they point to: those that it was told of */
	unsigned char salt[CRYPTO_BYTES];
	void (*say)(void *arg, const char *line);
	void *arg;
	struct process process;
	struct event *reading, *writing; /* NULL: it does not run */
	struct event *again, *stuck;
	struct evbuffer *waiting; /* for it */
	struct line_reader lines;
	bool heard; /* it has said its line */
	char *room; /* owned, as the next two */
	struct live_broadcast_last *last;
	int last_count;
	struct live_broadcast_game *games[LIVE_BROADCAST_BUCKETS];
	struct restart_backoff backoff;
	int64_t starts, untold;
	struct event *look;
	struct self_usage kin[SELF_USAGE_KINDS];
	int self_usage_count;
};

/* So many bytes for it; and how many wait. */
void live_broadcast_put(struct live_broadcast *b, const char *text, size_t length);
size_t live_broadcast_behind(const struct live_broadcast *b);

/* Tells what is kept until it is told anew, when it has changed. */
void live_broadcast_keep(struct live_broadcast *b, int64_t what, const struct live_feed *f);

/* live-broadcast-metrics.c: what our processes use, now and every few seconds; NULL: no memory. */
struct event *live_broadcast_look(struct live_broadcast *b);

/* One line (cut up in place) of the web process. False: it must not say that, and is to be killed.
 */
bool live_broadcast_take_line(struct live_broadcast *b, char *line);

/* Takes a game out of the list. */
void live_broadcast_forget(struct live_broadcast_game **at);

#endif
