/*
 * web-parts.h - what the parts of the web process share.
 *
 * One process holds the sockets and never waits: it knows what the live stream has told, keeps
 * answers, and tells events. A page that is not kept is made by a child of it, forked for this one
 * page, which alone opens a database (read-only, all of it of one moment) and may take its time; it
 * cannot harm more than its own answer. Who asks for the same page meanwhile gets the same answer.
 */
#ifndef REFEREE_WEB_WEB_PARTS_H
#define REFEREE_WEB_WEB_PARTS_H

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdio.h>

#include "referee/base/crypto.h"
#include "referee/net/peer-limits.h"
#include "referee/web/live-games.h"
#include "referee/report/report-parts.h"
#include "referee/web/web-address.h"
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

/* The readers of one address (peer-address.h), as long as there are any. */
struct web_source {
	struct peer_limit_key key;
	int uses; /* pointers to it */
	int connections, streams;
	int pages, making; /* that they wait for; these that are being made */
	struct web_source *next;
};

/* What a connection is about. */
enum web_state {
	WEB_HEARS,   /* nothing, or a request that is not whole */
	WEB_ANSWERS, /* its answer is being made */
	WEB_SENDS,   /* its answer is being taken */
	WEB_FOLLOWS, /* it is a stream of events */
	WEB_CUT	     /* it has been closed by us, and evhttp will hear of it */
};

struct web_connection {
	struct web *web;
	struct bufferevent *bev;   /* a reference */
	struct web_source *source; /* a use; NULL: its address is not known yet */
	bool from_here;		   /* from this machine */
	enum web_state state;
	bool begun;	     /* HEARS: some of a request is there */
	struct event *timer; /* when it is cut */
	size_t unsent;
	unsigned place;
	struct web_connection *beside;	       /* in its place */
	struct web_connection *before, *after; /* by age */
};

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

/* --- pages ------------------------------------------------------------------------------------ */

/* A page that is being made, in the child. */
struct web_view {
	FILE *out;
	const struct web *web;
	const struct address *address;
	const struct live_games_tournament *tournament; /* NULL: the page is of none */
	bool moved;					/* it has another address now */
	uint64_t number;				/* of a game, or a pairing */
	const char *name;				/* of a bot */
	struct db *db;			 /* NULL: there is no database (yet), or it is not wanted */
	struct report report;		 /* loaded when there is */
	struct report_strength strength; /* of the tournament's two bots, where it has two */
	char base[160];			 /* "/t/cup-1f3a" behind the prefix */
	char why[256];			 /* what is wrong, where the answer is not 200 */
};

/* What makes a kept answer an old one. */
enum web_age {
	WEB_RESULTS, /* the tournament's results */
	WEB_MOMENTS, /* anything of the tournament */
	WEB_ALL,     /* anything at all */
	WEB_ALWAYS   /* it is never kept */
};

/* Which ratings of all results a page wants. */
enum web_history { WEB_PLAIN, WEB_FIT, WEB_BANDS };

/* Each writes to v->out and returns the answer's status, 200 when all went well. */
typedef int web_write(struct web_view *v);

struct web_page {
	/* Parts of the path: T a tournament, N a number, B a name, anything else itself. */
	const char *path;
	const char *keys, *scripts; /* of its query, parted by blanks; those that scripts read */
	const char *help;
	enum web_age age;
	enum web_history history;
	web_write *html, *json, *record; /* NULL: there is no such page */
	const char *type;		 /* of html, where it is not that */
};

extern const struct web_page web_pages[]; /* ends with a NULL path */

web_write web_home, web_home_json, web_standings, web_standings_json, web_crosstable,
	web_crosstable_json, web_games, web_games_json, web_game, web_game_json, web_game_record,
	web_bot, web_bot_json, web_ratings, web_ratings_json, web_faults, web_faults_json, web_live,
	web_live_json, web_live_game, web_live_game_json, web_metrics;

/* Makes the page with its frame; returns the status. In the child. */
int web_write_page(struct web_view *v, const struct web_page *page, web_write *write);

/* web-frame.c: the head and menu, and the end of a page. title: what it is, after the tournament's
 * name. */
void web_frame_begin(struct web_view *v, const char *title);
void web_frame_end(struct web_view *v);
/* State, games and the time left. */
void web_progress(FILE *out, const struct live_games_tournament *t);

/* web-games.c: one of the numbers of the bots of this name; 0: none has played. */
int64_t web_find_bot(struct web_view *v, const char *name);

/* web-game.c: all moves; what is known of who failed in a game, a DB_ error. */
void web_moves(FILE *out, const struct db_game *game);
int web_evidence(struct web_view *v, int64_t game);

/* web-json.c: a query's rows as an array of objects. A DB_ error. */
int web_query_json(FILE *out, struct db *db, const char *query, const int64_t *args, int count);

/* ",\"NAME\":" and the number. */
void web_json_number(FILE *out, const char *name, int64_t number);
void web_json_text(FILE *out, const char *name, const char *text);

/* --- answers ---------------------------------------------------------------------------------- */

/* web-answer.c: every request comes here. */
void web_ask(struct evhttp_request *request, void *web);

/* Does the address have this path (as web_page has it), and is there what the path is of? Fills in
 * what its letters stand for. */
bool web_fits(const char *path, struct web_view *v);

/* Sends an answer; a page that says why there is none; the headers of both. */
void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length);
void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why);
void web_headers(struct web *w, struct evhttp_request *request);

/* Its answer will say: again in so many seconds. */
void web_again(struct evhttp_request *request, int seconds);

/* Looks on what goes out on a connection, counts answers, and gives all their strict headers. */
void web_strict(struct evbuffer *out, const struct evbuffer_cb_info *info, struct web *w);

/* Does all that comes in over a connection begin a request; goes out. */
void web_connection_input(
	struct evbuffer *in, const struct evbuffer_cb_info *info, void *connection);
void web_connection_output(
	struct evbuffer *out, const struct evbuffer_cb_info *info, void *connection);

/* web-connections.c: the limits of this process are read; what evhttp takes for a new connection;
 * the one that a request came over. A request is given w->timeout, from its first byte to its
 * last, and its answer as much and a second more for each WEB_SLOWEST bytes. */
void web_connections_init(struct web *w);
struct bufferevent *web_connection_new(struct event_base *base, void *web);
struct web_connection *web_connection_of(const struct web *w, struct evhttp_request *request);

/* Its request is whole; it is a stream from now on. */
void web_connection_heard(struct web_connection *c);
void web_connection_follow(struct web_connection *c);

/* Forgets those that have gone; forgets all, which evhttp has freed. */
void web_connections_sweep(evutil_socket_t fd, short what, void *web);
void web_connections_clear(struct web *w);

/* web-sources.c: the readers of an address, to be given back; where a request comes from: what the
 * proxy says, where it is to be believed; whether the proxy has said that it came by https. */
struct web_source *web_source_take(struct web *w, const struct peer_limit_key *key);
void web_source_give(struct web *w, struct web_source *s);
void web_source_key(
	const struct web *w, struct evhttp_request *request, struct peer_limit_key *key);
bool web_source_https(const struct web *w, struct evhttp_request *request);

/* web-make.c: the answer is what the page makes, now or later. */
void web_make(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view);
void web_make_next(evutil_socket_t fd, short what, void *web);
void web_make_clear(struct web *w);

/* web-metrics.c: how much memory the web process has in use is noted; in that process. */
void web_metrics_note(struct web *w);

/* web-stream.c: events. */
void web_stream_open(struct web *w, struct evhttp_request *request, const struct web_view *view);
void web_stream_tell(struct web *w, const struct live_games_news *news);
void web_stream_beat(struct web *w);
void web_stream_flush(evutil_socket_t fd, short what, void *web);
void web_stream_clear(struct web *w);

#endif
