/*
 * web-connections.c - all connections: their source (the readers of one address), their state, and
 * their deadline.
 *
 * evhttp restarts its own deadline with every byte. It reports no new connections, and not all
 * closed ones. So each connection has its own timer, and a reference to its bufferevent. A
 * bufferevent that evhttp has finished with has no callbacks. A sweep looks for these four times
 * a second, and whenever there seems to be no room. Only the sweep closes their sockets.
 *
 * A connection over the limits is not refused. Instead another one is cut, where that is fair: of
 * the address with the most connections, first one without a complete request, then the oldest.
 */
#include "referee/web/web.h"

#include <arpa/inet.h>
#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "base/memory.h"
#include "referee/web/web-process.h"

/* --- the readers of one address --------------------------------------------------------------- */

struct web_source *web_source_take(struct web *w, const struct peer_limit_key *key)
{
	struct web_source *s = w->sources;
	while (s != NULL && memcmp(&s->key, key, sizeof *key) != 0)
		s = s->next;
	if (s == NULL) {
		s = memory_get(1, sizeof *s);
		*s = (struct web_source){.key = *key, .served = w->begun, .next = w->sources};
		w->sources = s;
	}
	s->uses++;
	return s;
}

void web_source_release(struct web *w, struct web_source *s)
{
	struct web_source **at = &w->sources;
	assert(s->uses > 0);
	if (--s->uses > 0)
		return;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	free(s);
}

/* Reads an address as in a header: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1]:80. */
static bool source_read(const char *text, size_t length, struct sockaddr_storage *address)
{
	struct sockaddr_in *four = (struct sockaddr_in *)address;
	struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
	char copy[INET6_ADDRSTRLEN + 8];
	if (length >= sizeof copy)
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	char *plain = copy;
	if (*copy == '[') {
		plain++;
		plain[strcspn(plain, "]")] = '\0';
	} else if (strchr(copy, ':') == strrchr(copy, ':')) {
		copy[strcspn(copy, ":")] = '\0';
	}
	*address = (struct sockaddr_storage){.ss_family = AF_INET};
	if (inet_pton(AF_INET, plain, &four->sin_addr) == 1)
		return true;
	address->ss_family = AF_INET6;
	return inet_pton(AF_INET6, plain, &six->sin6_addr) == 1;
}

/* Reads the last address of the last header of this name, which the proxy wrote. False: none. */
static bool source_forwarded(const struct evhttp_request *request, struct sockaddr_storage *address)
{
	const struct evkeyvalq *headers =
		evhttp_request_get_input_headers((struct evhttp_request *)request);
	const char *last = NULL;
	for (const struct evkeyval *h = headers->tqh_first; h != NULL; h = h->next.tqe_next)
		if (strcasecmp(h->key, "X-Forwarded-For") == 0)
			last = h->value;
	if (last == NULL)
		return false;
	const char *comma = strrchr(last, ',');
	last = comma != NULL ? comma + 1 : last;
	last += strspn(last, " \t");
	return source_read(last, strcspn(last, " \t"), address);
}

void web_source_key(const struct web *w, struct evhttp_request *request, struct peer_limit_key *key)
{
	const struct web_connection *c = web_connection_of(w, request);
	struct sockaddr_storage address;
	char text[NET_ADDRESS_ADDRESS];
	*key = c->source->key;
	if (!w->options->proxied || !c->from_here || !source_forwarded(request, &address))
		return;
	*key = (struct peer_limit_key){.bytes = {0}};
	peer_address_of(-1, &address, key, text);
}

bool web_source_https(const struct web *w, struct evhttp_request *request)
{
	const char *by =
		evhttp_find_header(evhttp_request_get_input_headers(request), "X-Forwarded-Proto");
	return w->options->proxied && web_connection_of(w, request)->from_here && by != NULL &&
	       strcasecmp(by, "https") == 0;
}

/* --- connections ------------------------------------------------------------------------------ */

enum {
	CONNECTION_SPARE = 64, /* descriptors for purposes other than connections */
	CONNECTION_SEND = 65536
};

static const struct timeval connections_often = {.tv_usec = 250000},
			    connections_soon = {.tv_usec = 5000};

static void connection_arm(struct web_connection *c, usec wait)
{
	const struct timeval timeout = time_timeval(wait);
	event_add(c->timer, &timeout);
}

/* Ends a connection. evhttp notices and closes it; unsent bytes are lost. */
static void connection_cut(struct web_connection *c)
{
	const struct linger none = {.l_onoff = 1};
	evutil_socket_t fd = bufferevent_getfd(c->bev);
	if (c->state == WEB_CUT || fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
	shutdown(fd, SHUT_RDWR);
	event_del(c->timer);
	c->state = WEB_CUT;
	c->web->cut++;
	if (!c->web->hurries)
		event_add(c->web->sweep, &connections_soon); /* its descriptor is needed */
	c->web->hurries = true;
}

/* --- closed connections ----------------------------------------------------------------------- */

static bool connection_gone(const struct web_connection *c)
{
	bufferevent_data_cb on_read, on_write;
	bufferevent_event_cb on_event;
	void *arg;
	bufferevent_getcb(c->bev, &on_read, &on_write, &on_event, &arg);
	return on_event == NULL;
}

static void connection_free(struct web_connection *c)
{
	struct web *w = c->web;
	hash_table_remove(&w->by_stream, (uintptr_t)c->bev);
	*(c->before != NULL ? &c->before->after : &w->oldest) = c->after;
	*(c->after != NULL ? &c->after->before : &w->newest) = c->before;
	w->connections--;
	w->unsent -= c->unsent;
	w->unread -= c->unread;
	if (c->source != NULL) {
		c->source->connections--;
		web_source_release(w, c->source);
	}
	event_free(c->timer);
	evbuffer_remove_cb(bufferevent_get_input(c->bev), web_connection_input, c);
	evbuffer_remove_cb(bufferevent_get_output(c->bev), web_connection_output, c);
	bufferevent_disable(c->bev, EV_READ | EV_WRITE);
	bufferevent_decref(c->bev);
	free(c);
}

static void connections_sweep(struct web *w)
{
	for (struct web_connection *c = w->oldest, *after; c != NULL; c = after) {
		after = c->after;
		if (connection_gone(c))
			connection_free(c);
	}
}

void web_connections_sweep(evutil_socket_t fd, short what, void *web)
{
	struct web *w = web;
	(void)fd, (void)what;
	connections_sweep(w);
	w->hurries = false;
	if (w->connections > 0)
		event_add(w->sweep, &connections_often);
}

void web_connections_clear(struct web *w)
{
	while (w->oldest != NULL)
		connection_free(w->oldest);
}

/* --- limits ----------------------------------------------------------------------------------- */

void web_connections_init(struct web *w)
{
	struct rlimit files;
	int64_t most = WEB_CONNECTIONS;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY &&
		(int64_t)files.rlim_cur < most + CONNECTION_SPARE)
		most = (int64_t)files.rlim_cur - CONNECTION_SPARE;
	w->connections_most = most < 8 ? 8 : (int)most;
}

/* Is a cut before b? */
static bool connection_first_to_leave(
	const struct web_connection *a, const struct web_connection *b)
{
	if (b == NULL || a->source->connections != b->source->connections)
		return b == NULL || a->source->connections > b->source->connections;
	return a->state == WEB_RECEIVES && b->state != WEB_RECEIVES; /* a is the newer one */
}

/* Cuts one connection, of any source or only of this one (if not NULL). sending: only one that is
 * reading an answer. */
static void connection_make_room(struct web *w, const struct web_source *of, bool sending)
{
	struct web_connection *worst = NULL;
	for (struct web_connection *c = w->oldest; c != NULL; c = c->after)
		if (c->source != NULL && c->state != WEB_CUT && (of == NULL || c->source == of) &&
			(!sending || c->state == WEB_SENDS) && connection_first_to_leave(c, worst))
			worst = c;
	if (worst != NULL)
		connection_cut(worst);
}

/* The connection's address is now known. */
static void connection_arrive(struct web_connection *c)
{
	struct web *w = c->web;
	const int room = CONNECTION_SEND;
	struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
	struct peer_limit_key key = {.bytes = {0}};
	socklen_t length = sizeof from;
	char text[NET_ADDRESS_ADDRESS] = "";
	evutil_socket_t fd = bufferevent_getfd(c->bev);
	if (fd >= 0 && getpeername(fd, (struct sockaddr *)&from, &length) == 0) {
		peer_address_of(fd, &from, &key, text);
		c->from_here = net_address_is_loopback((struct sockaddr *)&from);
		/* The kernel's buffer for a client that does not read is memory too. */
		setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
	}
	c->source = web_source_take(w, &key);
	c->source->connections++;
	if (w->connections > w->connections_most ||
		c->source->connections > w->connections_most / WEB_SHARE)
		connections_sweep(w);
	if (c->source->connections > w->connections_most / WEB_SHARE)
		connection_make_room(w, c->source, false);
	else if (w->connections > w->connections_most)
		connection_make_room(w, NULL, false);
}

/* --- one connection --------------------------------------------------------------------------- */

static void connection_on_time(evutil_socket_t fd, short what, void *arg)
{
	struct web_connection *c = arg;
	(void)fd, (void)what;
	if (c->source == NULL) {
		connection_arm(c, c->web->timeout * SECOND);
		connection_arrive(c);
	} else if (!connection_gone(c)) {
		connection_cut(c);
	}
}

/* Of all requests in WEB_UNREAD the largest one leaves. */
static void connection_cut_largest(struct web *w)
{
	struct web_connection *worst = NULL;
	for (struct web_connection *c = w->oldest; c != NULL; c = c->after)
		if (c->state == WEB_RECEIVES && (worst == NULL || c->unread > worst->unread))
			worst = c;
	if (worst != NULL)
		connection_cut(worst);
}

/* Counts the bytes of a request. Its deadline begins with the first one, and grows with its size.
 */
void web_connection_input(
	struct evbuffer *in, const struct evbuffer_cb_info *info, void *connection)
{
	struct web_connection *c = connection;
	struct web *w = c->web;
	(void)in;
	if (info->n_added == 0 || c->state != WEB_RECEIVES || c->source == NULL)
		return;
	if (!c->begun)
		c->since = time_now();
	usec more = (usec)((c->unread + info->n_added) / WEB_SLOWEST) * SECOND;
	usec left = c->since + w->timeout * SECOND + more - time_now();
	if (left > 0 && (!c->begun || more > (usec)(c->unread / WEB_SLOWEST) * SECOND))
		connection_arm(c, left);
	c->begun = true;
	c->unread += info->n_added;
	w->unread += info->n_added;
	if (w->unread > WEB_UNREAD)
		connection_cut_largest(w);
}

/* Notices that an answer is being sent, or was sent completely. */
void web_connection_output(
	struct evbuffer *out, const struct evbuffer_cb_info *info, void *connection)
{
	struct web_connection *c = connection;
	struct web *w = c->web;
	size_t waits = info->orig_size + info->n_added - info->n_deleted;
	w->unsent += waits - c->unsent;
	c->unsent = waits;
	web_add_headers(out, info, c);
	if (c->source == NULL)
		connection_arrive(c);
	if (c->state == WEB_FOLLOWS || c->state == WEB_CUT)
		return;
	if (info->n_added > 0) {
		c->state = WEB_SENDS;
		connection_arm(c, w->timeout * SECOND + (usec)(waits / WEB_SLOWEST) * SECOND);
	} else if (waits == 0 && c->state == WEB_SENDS) {
		c->state = WEB_RECEIVES;
		c->served = true;
		c->begun = false;
		w->unread -= c->unread;
		c->unread = 0;
		connection_arm(c, w->timeout * SECOND);
	}
	if (w->unsent > WEB_UNSENT && info->n_added > 0)
		connection_make_room(w, NULL, true);
}

struct bufferevent *web_connection_new(struct event_base *base, void *web)
{
	static const struct timeval now = {0};
	struct web *w = web;
	struct bufferevent *bev = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
	if (bev == NULL)
		return NULL;
	struct web_connection *c = memory_get(1, sizeof *c);
	*c = (struct web_connection){.web = w, .bev = bev, .before = w->newest};
	c->timer = event_new(base, -1, 0, connection_on_time, c);
	bufferevent_incref(bev);
	/* A body is taken from the input when it is complete. */
	bufferevent_setwatermark(bev, EV_READ, 0, 2 * WEB_HEADERS + w->body_max);
	evbuffer_add_cb(bufferevent_get_input(bev), web_connection_input, c);
	evbuffer_add_cb(bufferevent_get_output(bev), web_connection_output, c);
	w->by_stream.value = sizeof c;
	*(struct web_connection **)hash_table_get(&w->by_stream, (uintptr_t)bev) = c;
	*(w->newest != NULL ? &w->newest->after : &w->oldest) = c;
	w->newest = c;
	w->connections++;
	if (w->connections == 1)
		event_add(w->sweep, &connections_often);
	event_add(c->timer, &now); /* evhttp sets its socket when this returns */
	return bev;
}

struct web_connection *web_connection_of(const struct web *w, struct evhttp_request *request)
{
	const struct bufferevent *bev =
		evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
	struct web_connection *c =
		*(struct web_connection **)hash_table_find(&w->by_stream, (uintptr_t)bev);
	if (c->source == NULL)
		connection_arrive(c);
	return c;
}

void web_connection_received(struct web_connection *c)
{
	if (c->state == WEB_CUT)
		return;
	c->state = WEB_ANSWERS;
	c->web->unread -= c->unread;
	c->unread = 0;
	event_del(c->timer);
}

void web_connection_follow(struct web_connection *c)
{
	c->state = WEB_FOLLOWS;
	event_del(c->timer);
}

bool web_connections_wait(const struct web *w)
{
	for (const struct web_connection *c = w->oldest; c != NULL; c = c->after)
		if (!connection_gone(c) &&
			(c->state == WEB_ANSWERS || c->state == WEB_SENDS ||
				(c->state == WEB_RECEIVES && (c->begun || !c->served))))
			return true;
	return false;
}
