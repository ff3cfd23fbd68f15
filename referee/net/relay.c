/*
 * relay.c - passes bytes both ways between two ends.
 */
#include "referee/net/relay.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <stddef.h>

static struct relay_end *relay_other(struct relay_end *e)
{
	return &e->relay->ends[e == &e->relay->ends[0]];
}

static size_t relay_waiting(struct relay_end *e)
{
	return evbuffer_get_length(bufferevent_get_output(e->out));
}

/* Ends the relay: no end is read any more. */
static void relay_over(struct relay *r)
{
	for (int i = 0; i < 2; i++) {
		bufferevent_setcb(r->ends[i].in, NULL, NULL, NULL, NULL);
		bufferevent_setcb(r->ends[i].out, NULL, NULL, NULL, NULL);
		bufferevent_disable(r->ends[i].in, EV_READ);
		bufferevent_disable(r->ends[i].out, EV_WRITE);
	}
	r->over(r->owner, r->first);
}

static void relay_tell(struct relay_end *from)
{
	struct relay *r = from->relay;
	if (r->heard != NULL)
		r->heard(r->owner, (int)(from - r->ends), bufferevent_get_input(from->in));
}

static void relay_pass(struct relay_end *from)
{
	struct relay_end *to = relay_other(from);
	relay_tell(from);
	bufferevent_write_buffer(to->out, bufferevent_get_input(from->in));
	if (relay_waiting(to) >= RELAY_ROOM)
		bufferevent_disable(from->in, EV_READ);
}

static void relay_on_read(struct bufferevent *bev, void *arg)
{
	struct relay_end *from = arg;
	(void)bev;
	if (from->relay->first < 0)
		relay_pass(from);
}

/* All pending bytes for this end were written. */
static void relay_on_written(struct bufferevent *bev, void *arg)
{
	struct relay_end *to = arg;
	(void)bev;
	if (relay_waiting(to) > 0)
		return;
	if (to->relay->first < 0)
		bufferevent_enable(relay_other(to)->in, EV_READ);
	else if (to != &to->relay->ends[to->relay->first])
		relay_over(to->relay);
}

static void relay_on_event(struct bufferevent *bev, short what, void *arg)
{
	static const struct timeval linger = {RELAY_LINGER, 0};
	struct relay_end *e = arg, *to = relay_other(e);
	struct relay *r = e->relay;
	int error = EVUTIL_SOCKET_ERROR();
	if ((what & (BEV_EVENT_EOF | BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT)) == 0)
		return;
	/* The other end closed too, or does not read the rest. */
	if (r->first >= 0) {
		if (e != &r->ends[r->first])
			relay_over(r);
		return;
	}
	/* An end that cannot be written to may still be read: its last bytes count. */
	if ((e->in != e->out || e->plain) && bev == e->out && (what & BEV_EVENT_READING) == 0) {
		evbuffer_drain(bufferevent_get_output(e->out), relay_waiting(e));
		bufferevent_disable(e->out, EV_WRITE);
		return;
	}
	r->first = (int)(e - r->ends);
	r->broke = (what & BEV_EVENT_EOF) == 0;
	r->error = error;
	relay_tell(e);
	bufferevent_write_buffer(to->out, bufferevent_get_input(e->in));
	bufferevent_disable(to->in, EV_READ);
	bufferevent_disable(e->in, EV_READ);
	if (relay_waiting(to) == 0)
		relay_over(r);
	else
		bufferevent_set_timeouts(to->out, NULL, &linger);
}

void relay_start(struct relay *r)
{
	r->first = -1;
	r->broke = false;
	for (int i = 0; i < 2; i++) {
		struct relay_end *e = &r->ends[i];
		e->relay = r;
		if (e->in != e->out)
			bufferevent_setcb(e->out, NULL, relay_on_written, relay_on_event, e);
		bufferevent_setcb(e->in, relay_on_read, e->in == e->out ? relay_on_written : NULL,
			relay_on_event, e);
		bufferevent_setwatermark(e->in, EV_READ, 0, RELAY_ROOM);
		bufferevent_setwatermark(e->out, EV_WRITE, 0, 0);
	}
	for (int i = 0; i < 2; i++) {
		bufferevent_enable(r->ends[i].out, EV_WRITE);
		bufferevent_enable(r->ends[i].in, EV_READ);
		relay_pass(&r->ends[i]);
	}
}
