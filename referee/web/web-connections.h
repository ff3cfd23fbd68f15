/*
 * web-connections.h - the connections of readers and the addresses that they come from, each with
 * its limits.
 */
#ifndef REFEREE_WEB_WEB_CONNECTIONS_H
#define REFEREE_WEB_WEB_CONNECTIONS_H

#include <event2/buffer.h>

#include "referee/web/web.h"

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

#endif
