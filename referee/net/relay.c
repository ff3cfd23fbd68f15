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

void relay_stop(struct relay *r)
{
	if (r->end != NULL)
		event_free(r->end);
	r->end = NULL;
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
	relay_stop(r);
	r->over(r->owner, r->first);
}

static void relay_on_linger(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	relay_over(arg);
}

/* Everything was sent to this end, and the other has closed. */
static void relay_finish(struct relay_end *to)
{
	static const struct timeval linger = {RELAY_LINGER, 0};
	struct relay *r = to->relay;
	if (r->all_sent != NULL && to == &r->ends[0])
		r->end = evtimer_new(bufferevent_get_base(to->in), relay_on_linger, r);
	if (r->end == NULL) {
		relay_over(r);
		return;
	}
	r->all_sent(r->owner);
	event_add(r->end, &linger);
	bufferevent_enable(to->in, EV_READ);
}

static void relay_report(struct relay_end *from)
{
	struct relay *r = from->relay;
	if (r->received != NULL)
		r->received(r->owner, (int)(from - r->ends), bufferevent_get_input(from->in));
}

static void relay_pass(struct relay_end *from)
{
	struct relay_end *to = relay_other(from);
	relay_report(from);
	bufferevent_write_buffer(to->out, bufferevent_get_input(from->in));
	if (relay_waiting(to) >= RELAY_ROOM)
		bufferevent_disable(from->in, EV_READ);
}

static void relay_on_read(struct bufferevent *bev, void *arg)
{
	struct relay_end *from = arg;
	struct evbuffer *bytes = bufferevent_get_input(bev);
	if (from->relay->first < 0)
		relay_pass(from);
	else if (from->relay->end != NULL)
		evbuffer_drain(bytes, evbuffer_get_length(bytes));
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
	else if (to != &to->relay->ends[to->relay->first] && to->relay->end == NULL)
		relay_finish(to);
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
	relay_report(e);
	bufferevent_write_buffer(to->out, bufferevent_get_input(e->in));
	bufferevent_disable(to->in, EV_READ);
	bufferevent_disable(e->in, EV_READ);
	if (relay_waiting(to) == 0)
		relay_finish(to);
	else
		bufferevent_set_timeouts(to->out, NULL, &linger);
}

void relay_start(struct relay *r)
{
	r->first = -1;
	r->end = NULL;
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
