/*
 * web.h - the state of the web process.
 *
 * One process holds the sockets and never waits: it takes the live stream, keeps answers, and sends
 * events. A page that is not kept is made by a child of it, forked for this one page, which alone
 * opens a database (read-only, all of it of one moment) and may take its time; it cannot harm more
 * than its own answer. All readers that ask for the same page meanwhile get the same answer.
 */
#ifndef REFEREE_WEB_WEB_H
#define REFEREE_WEB_WEB_H

#include <event2/event.h>
#include <event2/http.h>

#include "referee/base/crypto.h"
#include "referee/net/peer-limits.h"
#include "referee/web/live-games.h"
#include "referee/web/web-process.h"

enum {
	WEB_HEADERS = 8192,   /* bytes of a request's headers */
	WEB_TIMEOUT = 20,     /* seconds of silence, but for streams: the usual */
	WEB_CHILDREN = 3,     /* pages made at once */
	WEB_WAITING = 256,    /* pages that are asked for and not made yet */
	WEB_KEPT = 64,	      /* answers that are kept */
	WEB_SECONDS = 30,     /* of processor time for a page, ... */
	WEB_PATIENCES = 4,    /* ... and as many times a process's silence (heartbeat.h) in all */
	WEB_NICE = 10,	      /* the web process gives way to games, ... */
	WEB_PAGE_NICE = 5,    /* ... and a page's child to it */
	WEB_STREAMS = 1024,   /* readers of events */
	WEB_BACKLOG = 262144, /* bytes that such a reader may leave unread */
	WEB_FEW = 100,	      /* milliseconds between events of a kind, where not each is wanted */
	WEB_HEARTBEAT = 15,   /* seconds between signs of life in a stream */
	WEB_ROWS = 50,	      /* games on a page of the list */
	WEB_CONNECTIONS = 4096, /* or what descriptors there are */
	WEB_SHARE = 4,		/* of connections and streams one address has a 4th at most */
	WEB_PAGES_OF = 16,	/* pages that readers of one address wait for */
	WEB_SLOWEST = 8192,	/* bytes a second that a reader has to take of an answer */
	WEB_UNSENT = 64 << 20,	/* bytes of answers that readers have not taken yet */
	WEB_PLACES = 1024,	/* of the table of connections */
	WEB_STATUSES = 600
};

struct web_connection;
struct web_source;
struct making;
struct stream;

struct web {
	struct event_base *base;
	struct evhttp *http;
	struct live_games live;
	struct event *beat, *next, *few;   /* every second; a page may be begun; WEB_FEW */
	struct event *sweep;		   /* connections that have gone are looked for */
	bool hurries;			   /* at once */
	int timeout;			   /* seconds of silence */
	const struct web_options *options; /* borrowed */
	const char *prefix;		   /* "": none */
	bool guarded, metered;		   /* a token is wanted, for the figures one of their own */
	unsigned char token[CRYPTO_BYTES]; /* its hash */
	unsigned char metrics[CRYPTO_BYTES]; /* the hash of that */
	unsigned char cookie[CRYPTO_BYTES];  /* what those bring who have brought the token once */
	struct making *makings;		     /* owned: asked for, being made, kept */
	int children, waiting, kept;
	struct stream *streams; /* owned */
	int streams_count;
	usec said; /* until then what was said of pages that fail is paid for (rate-limit.h) */
	uint64_t events, dropped, made, failed;
	uint64_t answers[WEB_STATUSES]; /* by status */
	int64_t started_ms;
	int statm;	  /* of /proc */
	int64_t resident; /* pages of memory, when the last page was begun */
	struct web_connection *places[WEB_PLACES], *oldest, *newest; /* owned */
	int connections, connections_most;
	size_t unsent;
	uint64_t cut;		    /* connections that were, by us */
	struct web_source *sources; /* owned */
	struct peer_limits guesses; /* of the token */
};

#endif
