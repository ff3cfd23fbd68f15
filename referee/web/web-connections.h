/*
 * web-connections.h - the readers' connections and the addresses that they come from, each with
 * its limits.
 */
#ifndef REFEREE_WEB_WEB_CONNECTIONS_H
#define REFEREE_WEB_WEB_CONNECTIONS_H

#include <event2/buffer.h>

#include "referee/web/web.h"

/* The readers of one address (peer-address.h), while there are any. */
struct web_source {
	struct peer_limit_key key;
	int uses; /* references */
	int connections, streams;
	int pages, making; /* pages that its readers wait for; how many of them are being made */
	struct web_source *next;
};

/* The state of a connection. */
enum web_state {
	WEB_HEARS,   /* no request, or an incomplete one */
	WEB_ANSWERS, /* its answer is being made */
	WEB_SENDS,   /* its answer is being sent */
	WEB_FOLLOWS, /* it is a stream of events */
	WEB_CUT	     /* the web process has closed it; evhttp does not know yet */
};

struct web_connection {
	struct web *web;
	struct bufferevent *bev;   /* a reference */
	struct web_source *source; /* a reference; NULL: its address is not known yet */
	bool from_here;		   /* from this machine */
	enum web_state state;
	bool begun;	     /* in WEB_HEARS: a part of a request has arrived */
	struct event *timer; /* cuts it */
	size_t unsent;
	unsigned place;
	struct web_connection *beside;	       /* the next in its hash bucket */
	struct web_connection *before, *after; /* by age */
};

/* Callbacks for input, which may begin a request, and for output. */
void web_connection_input(
	struct evbuffer *in, const struct evbuffer_cb_info *info, void *connection);
void web_connection_output(
	struct evbuffer *out, const struct evbuffer_cb_info *info, void *connection);

/* web-connections.c: reads the limits of this process; makes the bufferevent of a new connection
 * for evhttp; finds the connection of a request. A request may take w->timeout from its first
 * byte to its last. Its answer may take as long, and one more second per WEB_SLOWEST bytes. */
void web_connections_init(struct web *w);
struct bufferevent *web_connection_new(struct event_base *base, void *web);
struct web_connection *web_connection_of(const struct web *w, struct evhttp_request *request);

/* The request is complete; the connection becomes a stream. */
void web_connection_heard(struct web_connection *c);
void web_connection_follow(struct web_connection *c);

/* Frees closed connections; frees all connections after evhttp has freed theirs. */
void web_connections_sweep(evutil_socket_t fd, short what, void *web);
void web_connections_clear(struct web *w);

/* web-sources.c: takes a reference to the readers of an address, and gives it back; finds a
 * request's source, which a trusted proxy may state; tells whether the proxy received it by
 * https. */
struct web_source *web_source_take(struct web *w, const struct peer_limit_key *key);
void web_source_give(struct web *w, struct web_source *s);
void web_source_key(
	const struct web *w, struct evhttp_request *request, struct peer_limit_key *key);
bool web_source_https(const struct web *w, struct evhttp_request *request);

#endif
