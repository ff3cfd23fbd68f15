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

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>

#include "base/hash-table.h"
#include "referee/process/crypto.h"
#include "referee/process/wire.h"
#include "referee/net/peer-limits.h"
#include "referee/web/live-games.h"
#include "referee/web/web-process.h"

#define WEB_FINISH (1 * SECOND) /* until a process that ends answers no more */

enum {
	WEB_HEADERS = 8192,	 /* bytes of a request's headers */
	WEB_TIMEOUT = 20,	 /* seconds of silence, except for streams: the default */
	WEB_CHILDREN = 3,	 /* pages made at the same time */
	WEB_WAITING = 256,	 /* pages that wait to be made */
	WEB_KEPT = 64,		 /* cached answers, ... */
	WEB_KEPT_OF_OWNERS = 32, /* ... of these for single owners */
	WEB_SECONDS = 30,	 /* of processor time for a page, ... */
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
	WEB_UNREAD = 64 << 20,	/* bytes of requests that have not arrived completely */
	WEB_STATUSES = 600
};

struct web;
struct web_connection;
struct web_source;
struct page_job;
struct stream;
struct web_page;
struct web_view;
struct web_form;
struct address;

/* A form that clients may send with POST, from a page of the same origin only. */
struct web_post {
	const char *path; /* as of a web_page, with N and B alone */
	size_t body_max;  /* bytes of its body */
	/* Answers the request, now or later. The form and the address are borrowed; the form's
	 * values last as long as the request. */
	void (*take)(struct web *w, struct evhttp_request *request, const struct address *a,
		const struct web_form *form);
};

/* A kind of process on this server. */
struct web_service {
	/* Answers an admitted GET or HEAD request that is for no asset.
	 * owner: of bots, that has signed in to the pages; NULL: none. */
	void (*get)(struct web *w, struct evhttp_request *request, const struct address *a,
		const char *owner);
	const struct web_post *posts; /* ends with a NULL path; NULL: requests change nothing */
	const char *other;	      /* the page that redirects to options->other */
};

/* Writes a page (web-page.h) to v->out, and returns the answer's status; 200 on success. */
typedef int web_write(struct web_view *v);

struct web {
	const struct web_service *service; /* borrowed */
	struct event_base *base;
	struct evhttp *http;
	struct live_games live;
	struct event *second, *next, *few; /* every second; a page may be begun; WEB_FEW */
	struct event *sweep;		   /* looks for closed connections */
	bool hurries;			   /* the sweep is due at once */
	int timeout;			   /* seconds of silence */
	struct wire main;		   /* the main process */
	struct event *finished;		   /* it ends: are all requests answered? */
	usec finish;			   /* then: it waits no longer */
	int doors_count;		   /* listening sockets */
	struct evhttp_bound_socket *doors[WEB_LISTEN_MAX];
	const struct web_options *options; /* borrowed */
	const char *prefix;		   /* "": none */
	const char *title, *about;	   /* as in web-process.h */
	bool guarded, metered;		   /* a token is needed; the metrics have their own token */
	unsigned char token[CRYPTO_BYTES]; /* its hash */
	unsigned char metrics[CRYPTO_BYTES]; /* the hash of the metrics token */
	unsigned char cookie[CRYPTO_BYTES];  /* the value of the cookie of readers that have shown
						the token */
	unsigned char seal[CRYPTO_BYTES];    /* signs the cookies of owners */
	struct page_job *jobs;		     /* owned: waiting, being made, or cached */
	int children, waiting, kept, kept_of_owners;
	uint64_t begun;		/* pages */
	struct stream *streams; /* owned */
	int streams_count;
	usec failures_logged; /* rate limit of lines about failing pages (rate-limit.h) */
	uint64_t events, dropped, made, failed;
	uint64_t answers[WEB_STATUSES]; /* by status */
	int64_t started_ms;
	int statm;				/* file of /proc */
	int64_t resident;			/* pages of memory when the last page was begun */
	struct web_connection *oldest, *newest; /* owned */
	struct hash_table by_stream; /* a pointer to each, by the address of its stream */
	int connections, connections_most;
	size_t body_max; /* bytes of the largest body that a client may send */
	size_t unsent, unread;
	uint64_t cut;		    /* connections that the web process cut */
	struct web_source *sources; /* owned */
	struct peer_limits guesses; /* guesses of the token */
};

/* The read-only pages of the web process. */
extern const struct web_service web_pages_service;

/* --- web-connections.c: connections and the addresses that they come from --------------------- */

/* The readers of one address (peer-limits.h), while there are any. */
struct web_source {
	struct peer_limit_key key;
	int uses; /* references */
	int connections, streams;
	int pages;	 /* that its readers wait for */
	uint64_t served; /* pages begun in all when one of its own was; at first, when it came */
	struct web_source *next;
};

/* The state of a connection. */
enum web_state {
	WEB_RECEIVES, /* no request, or an incomplete one */
	WEB_ANSWERS,  /* its answer is being made */
	WEB_SENDS,    /* its answer is being sent */
	WEB_FOLLOWS,  /* it is a stream of events */
	WEB_CUT	      /* the web process has closed it; evhttp does not know yet */
};

struct web_connection {
	struct web *web;
	struct bufferevent *bev;   /* a reference */
	struct web_source *source; /* a reference; NULL: its address is not known yet */
	bool from_here;		   /* from this machine */
	enum web_state state;
	bool served;	     /* an answer was sent */
	bool begun;	     /* in WEB_RECEIVES: a part of a request has arrived, ... */
	usec since;	     /* ... the first at this time */
	bool framed;	     /* other servers' pages may show its answer in a frame */
	struct event *timer; /* cuts it */
	size_t unsent, unread;
	struct web_connection *before, *after; /* by age */
};

/* Callbacks for input, which may begin a request, and for output. */
void web_connection_input(
	struct evbuffer *in, const struct evbuffer_cb_info *info, void *connection);
void web_connection_output(
	struct evbuffer *out, const struct evbuffer_cb_info *info, void *connection);

/* Reads the limits of this process; makes the bufferevent of a new connection
 * for evhttp; finds the connection of a request. A request may take w->timeout from its first
 * byte to its last, and so may its answer; both may take one more second per WEB_SLOWEST bytes. */
void web_connections_init(struct web *w);
struct bufferevent *web_connection_new(struct event_base *base, void *web);
struct web_connection *web_connection_of(const struct web *w, struct evhttp_request *request);

/* The request is complete; the connection becomes a stream. */
void web_connection_received(struct web_connection *c);
void web_connection_follow(struct web_connection *c);

/* Does a connection wait for an answer, or for the end of one? A new one may do so. */
bool web_connections_wait(const struct web *w);

/* Frees closed connections; frees all connections after evhttp has freed theirs. */
void web_connections_sweep(evutil_socket_t fd, short what, void *web);
void web_connections_clear(struct web *w);

/* Takes a reference to the readers of an address, and gives it back; finds a
 * request's source, which a trusted proxy may state; tells whether the proxy received it by
 * https. */
struct web_source *web_source_take(struct web *w, const struct peer_limit_key *key);
void web_source_release(struct web *w, struct web_source *s);
void web_source_key(
	const struct web *w, struct evhttp_request *request, struct peer_limit_key *key);
bool web_source_https(const struct web *w, struct evhttp_request *request);

/* --- web-server.c: the HTTP server of each kind of process ------------------------------------ */

/* Listens at the addresses of w->options, gives up the rights by drop(), and reports the ports on
 * `to`. w: zeroes, except options and service. False: it has reported the failure. */
bool web_server_open(struct web *w, int to, bool (*drop)(const struct web_options *o));

/* Accepts no more connections, and ends the loop when all requests that have come are answered, or
 * after WEB_FINISH. */
void web_server_finish(struct web *w);

/* Ends all connections. The caller's streams and pages must be gone. */
void web_server_close(struct web *w);

/* --- web-answer.c: answers to requests -------------------------------------------------------- */

/* The callback for every request. */
void web_request(struct evhttp_request *request, void *web);

/* Does the address match this path (of a web_page), and does its object exist? Sets the members
 * of v that the path's letters stand for. */
bool web_match_path(const char *path, struct web_view *v);

/* Sends an answer; sends a page with the reason of an error; adds the headers of both; redirects
 * to an address of this server. */
void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length);
void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why);
void web_headers(struct web *w, struct evhttp_request *request);
void web_redirect(struct web *w, struct evhttp_request *request, int status, const char *to);

/* web_refuse() with HTML after the sentence. */
void web_refuse_with(struct web *w, struct evhttp_request *request, int status, const char *why,
	const char *more);

/* Sets a cookie of the browser, with its path and its limits. seconds: that it is good for; 0: it
 * is removed; -1: until the browser ends. */
void web_set_cookie(struct web *w, struct evhttp_request *request, const char *name,
	const char *value, int seconds);

/* Adds a header that asks the client to retry after this many seconds. */
void web_retry_after(struct evhttp_request *request, int seconds);

/* Watches a connection's output, counts answers, and adds strict headers to all of them. */
void web_add_headers(
	struct evbuffer *out, const struct evbuffer_cb_info *info, const struct web_connection *c);

/* --- web-account.c: owners who sign in -------------------------------------------------------- */

enum {
	WEB_ACCOUNT_COOKIE = TOKEN_NAME + CRYPTO_TEXT + 32,
	WEB_ACCOUNT_SECONDS = 30 * 24 * 3600 /* that a cookie is good for */
};

/* The account that a code of a link signs in; the one of a valid cookie among those of a header,
 * now, in seconds since 1970. NULL: none. Writes the value of a cookie. */
const struct live_games_account *web_account_by_code(
	const struct live_games_accounts *accounts, const char *code);
const struct live_games_account *web_account_by_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_accounts *accounts, const char *cookies, int64_t now);
void web_account_write_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_account *account, int64_t expires, char value[WEB_ACCOUNT_COOKIE]);

/* Writes the value of the cookie of a login at this moment (UTC milliseconds). */
void web_account_begin_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_account *account, int64_t now, char value[WEB_ACCOUNT_COOKIE]);

/* The owner of a request; NULL: none. False: a wrong code came with it, and it was answered. */
bool web_account_read(struct web *w, struct evhttp_request *request, const char **owner);

/* Asks a reader who is no owner to sign in; signs in and out. A link of a foreign page does neither
 * before the reader confirms it. */
void web_account_refuse(struct web *w, struct evhttp_request *request);
void web_account_login(struct web *w, struct evhttp_request *request, const struct address *a);
void web_account_logout(struct web *w, struct evhttp_request *request);

/* web-page.c: the site's name, for people. */
const char *web_title(const struct web *w);

/* --- page-cache.c: answers that child processes make, and their cache ------------------------- */

/* Answers a request with the result of the page, now or later. */
void page_cache_answer(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view);
void page_cache_next(evutil_socket_t fd, short what, void *web);
void page_cache_clear(struct web *w);

/* --- web-stream.c: streams of events (Server-Sent Events) ------------------------------------- */

/* The stream of live events: a client opens it, all get news, each second they get a sign of life,
 * what waits is written, all of them end. */
void web_stream_open(struct web *w, struct evhttp_request *request, const struct web_view *view);
void web_stream_publish(struct web *w, const struct live_games_news *news);

/* The same about something that is no tournament: opens a stream; sends an event to the streams of
 * this subject; ends them. */
void web_stream_open_subject(struct web *w, struct evhttp_request *request, int64_t subject);
void web_stream_send(struct web *w, int64_t subject, const char *event, int64_t version);
void web_stream_drop(struct web *w, int64_t subject);

/* Parts of the stream that the event loop calls, and its end. */
void web_stream_second(struct web *w);
void web_stream_flush(evutil_socket_t fd, short what, void *web);
void web_stream_clear(struct web *w);

#endif
