/*
 * web.h - the state of the web process.
 *
 * One process owns the sockets and never waits. It reads the live stream, caches answers, and
 * sends events. For a page that is not cached it forks a child. Only this child opens a database
 * (read-only, one snapshot), and may take its time; it can harm only its own answer. All readers
 * that ask for the same page meanwhile get the same answer.
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
	WEB_HEADERS = 8192, /* bytes of a request's headers */
	WEB_TIMEOUT = 20,   /* seconds of silence, except for streams: the default */
	WEB_CHILDREN = 3,   /* pages made at the same time */
	WEB_WAITING = 256,  /* pages that wait to be made */
	WEB_KEPT = 64,	    /* cached answers */
	WEB_SECONDS = 30,   /* of processor time for a page, ... */
	WEB_PATIENCES = 4,  /* ... and this multiple of a process's silence (heartbeat.h) in all */
	WEB_NICE = 10,	    /* games run before the web process, ... */
	WEB_PAGE_NICE = 5,  /* ... and the web process before a page's child */
	WEB_STREAMS = 1024, /* readers of events */
	WEB_BACKLOG = 262144, /* bytes that such a reader may leave unread */
	WEB_FEW = 100, /* minimum milliseconds between events of a kind, for readers that do not
			  want all */
	WEB_HEARTBEAT = 15,	/* seconds between signs of life in a stream */
	WEB_ROWS = 50,		/* games on a page of the list */
	WEB_CONNECTIONS = 4096, /* or fewer, if the process has fewer descriptors */
	WEB_SHARE = 4,		/* one address may have a 4th of all connections and streams */
	WEB_PAGES_OF = 16,	/* pages that the readers of one address may wait for */
	WEB_SLOWEST = 8192,	/* bytes per second that a reader must read of an answer */
	WEB_UNSENT = 64 << 20,	/* bytes of answers that readers have not read yet */
	WEB_PLACES = 1024,	/* buckets of the table of connections */
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
	struct event *sweep;		   /* looks for closed connections */
	bool hurries;			   /* the sweep is due at once */
	int timeout;			   /* seconds of silence */
	const struct web_options *options; /* borrowed */
	const char *prefix;		   /* "": none */
	bool guarded, metered;		   /* a token is needed; the metrics have their own token */
	unsigned char token[CRYPTO_BYTES]; /* its hash */
	unsigned char metrics[CRYPTO_BYTES]; /* the hash of the metrics token */
	unsigned char cookie[CRYPTO_BYTES];  /* the value of the cookie of readers that have shown
						the token */
	struct making *makings;		     /* owned: waiting, being made, or cached */
	int children, waiting, kept;
	struct stream *streams; /* owned */
	int streams_count;
	usec said; /* rate limit of lines about failing pages: paid for until then (rate-limit.h) */
	uint64_t events, dropped, made, failed;
	uint64_t answers[WEB_STATUSES]; /* by status */
	int64_t started_ms;
	int statm;	  /* file of /proc */
	int64_t resident; /* pages of memory when the last page was begun */
	struct web_connection *places[WEB_PLACES], *oldest, *newest; /* owned */
	int connections, connections_most;
	size_t unsent;
	uint64_t cut;		    /* connections that the web process cut */
	struct web_source *sources; /* owned */
	struct peer_limits guesses; /* guesses of the token */
};

#endif
