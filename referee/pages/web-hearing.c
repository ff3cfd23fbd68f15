/*
 * web-hearing.c - a deadline for a whole request. evhttp's own begins anew with every byte.
 *
 * When the first byte of a request came is remembered by the buffer that it came into, in a table
 * without collisions' lists: of two who meet in it the later one is remembered, and the other has
 * evhttp's deadline alone.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdint.h>
#include <sys/socket.h>

#include "referee/pages/web-parts.h"

static struct web_hearing *hearing_of(struct web *w, const struct evbuffer *in)
{
	return &w->hearings[((uintptr_t)in >> 5) % WEB_HEARINGS];
}

static void hearing_on_bytes(struct evbuffer *in, const struct evbuffer_cb_info *info, void *web)
{
	struct web *w = web;
	struct web_hearing *h = hearing_of(w, in);
	usec now = time_now();
	if (info->n_added == 0 || h->in != in)
		return;
	if (h->since == 0)
		h->since = now;
	else if (now - h->since > w->timeout * SECOND)
		shutdown(bufferevent_getfd(h->from), SHUT_RD); /* evhttp hears of it */
}

void web_hear(struct bufferevent *b, struct web *w)
{
	struct evbuffer *in = bufferevent_get_input(b);
	*hearing_of(w, in) = (struct web_hearing){.in = in, .from = b};
	evbuffer_add_cb(in, hearing_on_bytes, w);
}

void web_heard_all(struct web *w, struct evhttp_request *request)
{
	struct bufferevent *b =
		evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
	struct evbuffer *in = bufferevent_get_input(b);
	struct web_hearing *h = hearing_of(w, in);
	if (h->in == in)
		h->since = 0;
}
