/*
 * worker-side.c - connects a worker with main processes, over a NATS server.
 */
#include "referee/machines/nats/worker-side.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/machines/nats/broker-check.h"
#include "referee/machines/nats/confine.h"
#include "referee/machines/nats/parent.h"
#include "referee/process/fd-message.h"
#include "referee/machines/worker-runs.h"
#include "referee/machines/worker-session.h"

#define WORKER_SIDE_LISTEN (1500 * MILLISECOND) /* to runs, before one is chosen */
#define WORKER_SIDE_JOIN   (2 * SECOND)		/* between two requests to join */
#define WORKER_SIDE_JOINS  5			/* requests without an answer */
#define WORKER_SIDE_LINGER (10 * SECOND)	/* until the last bytes of a session were taken */

struct worker_side {
	const struct worker_side_terms *terms;
	struct event_base *base;
	struct parent parent;
	struct nats_connection *nats;
	struct event *tick, *soon; /* soon: bytes are gathered until then */
	char to[BROKER_SUBJECT];
	struct worker_runs runs;
	enum { WORKER_BUSY, WORKER_FREE, WORKER_JOINING, WORKER_OPEN, WORKER_ENDING } state;
	struct worker_session session; /* from WORKER_JOINING on */
	struct bufferevent *stream;    /* in WORKER_OPEN */
	usec since; /* when runs were first heard; the last request to join; the worker's end */
	int joins;
	bool refused; /* in WORKER_JOINING: the main process did not take the worker */
	bool left;    /* the worker was told to leave */
	bool free;    /* in WORKER_ENDING: the worker is free again */
	int status;
};

/* --- a session -------------------------------------------------------------------------------- */

static void worker_side_send(void *owner, const struct packet *p)
{
	struct worker_side *w = owner;
	char line[WORKER_SESSION_LINE];
	size_t length = packet_write_line(p, line);
	nats_connection_send(w->nats, w->to, line, length, p->bytes, p->length);
}

static bool worker_side_take(void *owner, const char *bytes, size_t length)
{
	struct worker_side *w = owner;
	if (w->stream == NULL)
		return true; /* the worker has ended */
	struct evbuffer *out = bufferevent_get_output(w->stream);
	return evbuffer_get_length(out) <= WORKER_SESSION_WINDOW &&
	       bufferevent_write(w->stream, bytes, length) == 0;
}

static const struct worker_session_calls worker_side_calls = {worker_side_send, worker_side_take};

static void worker_side_request(struct worker_side *w, usec now)
{
	struct packet p = {
		.kind = PACKET_JOIN, .bytes = w->terms->pool, .length = strlen(w->terms->pool)};
	memcpy(p.run, w->session.run, sizeof p.run);
	memcpy(p.session, w->session.name, sizeof p.session);
	w->since = now;
	w->joins++;
	worker_side_send(w, &p);
}

static void worker_side_join(struct worker_side *w, const char *run, usec now)
{
	char name[WORKER_SESSION_NAME];
	packet_draw_name(name);
	worker_session_open(&w->session, run, name, &worker_side_calls, w, now);
	worker_runs_begin(&w->runs, w->session.run);
	w->state = WORKER_JOINING;
	w->joins = 0;
	worker_side_request(w, now);
}

/* Ends the session; the worker says when it is free again. why: for the main process; NULL: it
 * knows. */
static void worker_side_close(struct worker_side *w, const char *why)
{
	if (why != NULL)
		worker_session_end(&w->session, why);
	if (w->stream != NULL) {
		bufferevent_free(w->stream);
		parent_send(&w->parent, BROKER_OVER, -1);
	}
	w->stream = NULL;
	worker_runs_end(&w->runs, w->refused, time_now());
	worker_session_clear(&w->session);
	bool free = w->state == WORKER_JOINING || w->free;
	w->state = free ? WORKER_FREE : WORKER_BUSY;
	w->since = 0;
	w->refused = w->left = w->free = false;
}

/* Sends the worker's output, as far as the session's window has room. */
static void worker_side_pump(struct worker_side *w, usec now)
{
	struct evbuffer *in = bufferevent_get_input(w->stream);
	size_t length, room;
	while ((length = evbuffer_get_length(in)) > 0 &&
		(room = worker_session_room(&w->session)) > 0) {
		length = length < room ? length : room;
		worker_session_send(
			&w->session, (char *)evbuffer_pullup(in, (ssize_t)length), length, now);
		evbuffer_drain(in, length);
	}
}

static void worker_side_on_soon(evutil_socket_t fd, short what, void *arg)
{
	struct worker_side *w = arg;
	(void)fd, (void)what;
	if (w->stream != NULL)
		worker_side_pump(w, time_now());
}

static void worker_side_on_read(struct bufferevent *stream, void *arg)
{
	struct worker_side *w = arg;
	usec now = time_now();
	struct timeval wait = time_timeval(worker_session_wait(&w->session, now));
	(void)stream;
	if (wait.tv_usec == 0)
		worker_side_pump(w, now);
	else if (!evtimer_pending(w->soon, NULL))
		event_add(w->soon, &wait);
}

/* The worker has ended the session. The session lasts until its last bytes were taken. */
static void worker_side_on_end(struct bufferevent *stream, short what, void *arg)
{
	struct worker_side *w = arg;
	usec now = time_now();
	(void)stream, (void)what;
	worker_side_pump(w, now);
	bufferevent_free(w->stream);
	w->stream = NULL;
	w->state = WORKER_ENDING;
	w->since = now;
}

/* The main process has accepted the session. */
static void worker_side_open(struct worker_side *w)
{
	int ends[2];
	w->state = WORKER_OPEN;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
		worker_side_close(w, strerror(errno));
		return;
	}
	evutil_make_socket_nonblocking(ends[0]);
	w->stream = bufferevent_socket_new(w->base, ends[0], BEV_OPT_CLOSE_ON_FREE);
	bufferevent_setcb(w->stream, worker_side_on_read, NULL, worker_side_on_end, w);
	bufferevent_setwatermark(w->stream, EV_READ, 0, WORKER_SESSION_WINDOW);
	bufferevent_enable(w->stream, EV_READ | EV_WRITE);
	bool sent = parent_send(&w->parent, BROKER_SESSION, ends[1]);
	close(ends[1]);
	if (!sent)
		worker_side_close(w, "it cannot begin");
}

/* --- the connection --------------------------------------------------------------------------- */

static void worker_side_handle_packet(
	struct worker_side *w, const char *data, size_t length, usec now)
{
	struct packet p;
	if (!packet_read(&p, data, length) || w->state < WORKER_JOINING ||
		strcmp(p.run, w->session.run) != 0 || strcmp(p.session, w->session.name) != 0)
		return;
	if (p.kind == PACKET_END) {
		w->refused = w->state == WORKER_JOINING;
		parent_log(&w->parent, "the referee ended the session: %.*s",
			(int)(p.length < 200 ? p.length : 200), p.bytes);
		worker_side_close(w, NULL);
		return;
	}
	if (w->state == WORKER_JOINING)
		worker_side_open(w);
	if (w->state >= WORKER_OPEN)
		worker_session_take(&w->session, &p, now);
}

static void worker_side_on_message(
	void *owner, const char *subject, const char *data, size_t length)
{
	struct worker_side *w = owner;
	usec now = time_now();
	if (*subject != 'h')
		worker_side_handle_packet(w, data, length, now);
	else if (worker_runs_receive(&w->runs, data, length, now) && w->state == WORKER_FREE &&
		 w->since == 0)
		w->since = now;
}

static void worker_side_on_connected(void *owner)
{
	struct worker_side *w = owner;
	if (!broker_trust_server(&w->parent, w->terms->nats.url)) {
		w->status = EXIT_FAILURE;
		event_base_loopbreak(w->base);
		return;
	}
	parent_log(&w->parent, "connected to %s", w->terms->nats.url);
	if (w->state >= WORKER_OPEN)
		worker_session_again(&w->session, time_now());
}

static void worker_side_on_disconnected(void *owner, const char *why)
{
	struct worker_side *w = owner;
	parent_log(&w->parent, "%s: %s; it is tried again", w->terms->nats.url, why);
}

static void worker_side_on_closed(void *owner, const char *why)
{
	struct worker_side *w = owner;
	parent_log(&w->parent, "%s: %s", w->terms->nats.url, why);
	w->status = EXIT_FAILURE;
	event_base_loopbreak(w->base);
}

static const struct nats_connection_calls worker_side_nats_calls = {
	.message = worker_side_on_message,
	.connected = worker_side_on_connected,
	.disconnected = worker_side_on_disconnected,
	.closed = worker_side_on_closed,
};

/* --- the process ------------------------------------------------------------------------------ */

static void worker_side_tick_joining(struct worker_side *w, usec now)
{
	if (worker_runs_is_gone(&w->runs, now)) {
		worker_side_close(w, "it is gone");
		return;
	}
	if (now - w->since < WORKER_SIDE_JOIN)
		return;
	if (w->joins < WORKER_SIDE_JOINS) {
		worker_side_request(w, now);
		return;
	}
	w->refused = true;
	worker_side_close(w, "it had no answer");
}

static void worker_side_tick_open(struct worker_side *w, usec now)
{
	worker_session_tick(&w->session, now);
	worker_side_pump(w, now);
	if (!w->left && worker_runs_leaves(&w->runs, w->terms->slots, now, random()))
		w->left = parent_send(&w->parent, BROKER_LEAVE, -1);
	if (now - w->session.heard <= w->terms->silence)
		return;
	parent_log(&w->parent, "the referee is silent");
	worker_side_close(w, "the referee was silent");
}

static void worker_side_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct worker_side *w = arg;
	const char *run;
	usec now = time_now();
	(void)fd, (void)what;
	if (w->state == WORKER_FREE && w->since != 0 && now - w->since >= WORKER_SIDE_LISTEN &&
		(run = worker_runs_choose(&w->runs, now)) != NULL)
		worker_side_join(w, run, now);
	else if (w->state == WORKER_JOINING)
		worker_side_tick_joining(w, now);
	else if (w->state == WORKER_OPEN)
		worker_side_tick_open(w, now);
	else if (w->state == WORKER_ENDING) {
		worker_session_tick(&w->session, now);
		if (w->session.bytes == 0 || now - w->since > WORKER_SIDE_LINGER)
			worker_side_close(w, "it ended");
	}
}

static void worker_side_on_parent(void *owner, struct fd_message *message)
{
	struct worker_side *w = owner;
	struct broker_message order;
	if (line_table_read(&broker_order_table, &order, message->text, message->count) !=
			LINE_TABLE_RIGHT ||
		order.kind != BROKER_FREE)
		return;
	w->free = w->state == WORKER_ENDING || w->state == WORKER_OPEN;
	if (w->state == WORKER_BUSY)
		w->state = WORKER_FREE;
}

static bool worker_side_begin(struct worker_side *w, struct error *err)
{
	const struct worker_side_terms *t = w->terms;
	const struct timeval moment = time_timeval(WORKER_SESSION_SOON);
	char instance[WORKER_SESSION_NAME], from[BROKER_SUBJECT], hello[BROKER_SUBJECT];
	packet_draw_name(instance);
	broker_subject_write(&(struct broker_subject){BROKER_TO_MAIN, t->name, instance}, w->to);
	broker_subject_write(&(struct broker_subject){BROKER_TO_WORKER, t->name, instance}, from);
	broker_subject_write(&(struct broker_subject){BROKER_HELLO, t->pool, NULL}, hello);
	srandom((unsigned)getpid());
	w->tick = event_new(w->base, -1, EV_PERSIST, worker_side_on_tick, w);
	w->soon = evtimer_new(w->base, worker_side_on_soon, w);
	w->nats = nats_connection_open(w->base, &t->nats, &worker_side_nats_calls, w, err);
	return w->nats != NULL && nats_connection_subscribe(w->nats, from, err) &&
	       nats_connection_subscribe(w->nats, hello, err) && w->tick != NULL &&
	       w->soon != NULL && event_add(w->tick, &moment) == 0;
}

int worker_side_run(const struct worker_side_terms *terms)
{
	static struct worker_side w;
	struct error err;
	w = (struct worker_side){.terms = terms, .base = event_base_new()};
	if (!parent_open(&w.parent, w.base, terms->parent, worker_side_on_parent, &w)) {
		fprintf(stderr, "referee-broker: out of memory\n");
		return EXIT_FAILURE;
	}
	const char *const readable[] = {terms->nats.ca, terms->nats.nkey};
	broker_trust_key(&w.parent, terms->nats.nkey);
	if (!confine(readable, 2)) {
		parent_log(&w.parent, "it cannot give up its rights: %s", strerror(errno));
		w.status = EXIT_FAILURE;
	} else if (worker_side_begin(&w, &err)) {
		event_base_dispatch(w.base);
	} else {
		parent_log(&w.parent, "%s", err.text);
		w.status = EXIT_FAILURE;
	}
	if (w.state >= WORKER_OPEN) {
		worker_side_close(&w, "it ended");
		nats_connection_flush(w.nats);
	}
	nats_connection_close(w.nats);
	return w.status;
}
