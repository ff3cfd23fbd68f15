/*
 * main-side.c - connects a main process with workers, over a NATS server.
 */
#include "referee/machines/nats/main-side.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/machines/nats/broker-check.h"
#include "referee/machines/nats/confine.h"
#include "referee/machines/nats/parent.h"
#include "referee/process/fd-message.h"
#include "referee/process/heartbeat.h"
#include "base/hash-table.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "referee/net/net-address.h"
#include "referee/machines/worker-dialogue.h"
#include "referee/machines/worker-runs.h"
#include "referee/machines/worker-manifest.h"
#include "referee/machines/worker-session.h"

enum {
	MAIN_SIDE_SESSIONS = 1024,
	MAIN_SIDE_SAME = MAIN_SIDE_SESSIONS / 4, /* of one name */
	MAIN_SIDE_BARS = 64,
	MAIN_SIDE_TICKS = 20 /* of WORKER_SESSION_SOON: a second */
};

/* A worker that broke the rules of the dialogue, or of games, may not join before. */
#define MAIN_SIDE_PARDON (10 * SECOND)
#define MAIN_SIDE_BARRED (600 * SECOND)
static const char main_side_barred[] = "this worker broke the rules; it may come back later";

/* Workers that broke the rules: the first of too many is forgotten. No worker can fill it with
 * names of others, since the server says the name. */
struct main_side_bars {
	struct {
		char worker[BROKER_NAME];
		usec until;
	} bars[MAIN_SIDE_BARS]; /* a ring */
	int next;
};

/* A worker that wants to play, or plays. */
struct main_session {
	TAILQ_ENTRY(main_session) entry;
	struct main_side *side;
	char subject[BROKER_SUBJECT]; /* r.NAME.INSTANCE */
	char worker[BROKER_NAME];
	struct worker_session session;
	struct worker_dialogue dialogue;
	struct evbuffer *out;	    /* for the worker, when the session has room */
	struct bufferevent *stream; /* to the main process; NULL: the worker is not ready */
	struct event *soon;	    /* owned, as the last two: requests are gathered until then */
	bool ending;
	char over[256]; /* why it ends; "": in good order */
};

struct main_side {
	const struct main_side_terms *terms;
	struct event_base *base;
	struct parent parent;
	struct nats_connection *nats;
	struct event *tick;
	struct worker_manifest manifest;
	char run[WORKER_SESSION_NAME], hello[BROKER_SUBJECT];
	struct hash_table names;	     /* of the sessions: a pointer each */
	TAILQ_HEAD(, main_session) sessions; /* owned */
	int count, ticks;
	bool wanted; /* workers are */
	struct main_side_bars bars;
	struct rate_limit drops; /* lines about sessions that ended: a key can open many */
	int status;
};

/* --- bars ------------------------------------------------------------------------------------- */

/* Keeps a worker away until then; a longer bar stays as it is. */
static void main_side_bar(struct main_side_bars *b, const char *worker, usec until)
{
	int i = 0;
	while (i < MAIN_SIDE_BARS && strcmp(b->bars[i].worker, worker) != 0)
		i++;
	bool known = i < MAIN_SIDE_BARS;
	if (!known)
		i = b->next++ % MAIN_SIDE_BARS;
	if (!known || until > b->bars[i].until)
		b->bars[i].until = until;
	snprintf(b->bars[i].worker, sizeof b->bars[i].worker, "%s", worker);
}

/* Must the worker stay away? */
static bool main_side_is_barred(const struct main_side_bars *b, const char *worker, usec now)
{
	for (int i = 0; i < MAIN_SIDE_BARS; i++)
		if (now < b->bars[i].until && strcmp(b->bars[i].worker, worker) == 0)
			return true;
	return false;
}

/* --- sessions --------------------------------------------------------------------------------- */

static struct main_session *main_side_find(struct main_side *m, const char *name)
{
	struct main_session **s = hash_table_find_text(&m->names, name);
	return s != NULL ? *s : NULL;
}

static void main_session_send(void *owner, const struct packet *p)
{
	struct main_session *s = owner;
	char line[WORKER_SESSION_LINE];
	size_t length = packet_write_line(p, line);
	nats_connection_send(s->side->nats, s->subject, line, length, p->bytes, p->length);
}

/* Ends the session soon: not in the middle of what it does. */
static void main_session_end(struct main_session *s, const char *why)
{
	if (!s->ending)
		snprintf(s->over, sizeof s->over, "%s", why);
	s->ending = true;
}

static void main_session_free(struct main_session *s)
{
	struct main_side *m = s->side;
	hash_table_remove_text(&m->names, s->session.name);
	TAILQ_REMOVE(&m->sessions, s, entry);
	m->count--;
	worker_session_clear(&s->session);
	worker_dialogue_clear(&s->dialogue);
	if (s->stream != NULL)
		bufferevent_free(s->stream);
	event_free(s->soon);
	evbuffer_free(s->out);
	free(s);
}

/* --- from the worker to the main process ------------------------------------------------------ */

static bool main_session_take(void *owner, const char *bytes, size_t length)
{
	struct main_session *s = owner;
	if (s->stream != NULL &&
		evbuffer_get_length(bufferevent_get_output(s->stream)) > WORKER_SESSION_WINDOW)
		return false;
	worker_dialogue_take(&s->dialogue, bytes, length);
	return true;
}

static const struct worker_session_calls main_session_calls = {
	main_session_send, main_session_take};

/* --- from the main process to the worker ------------------------------------------------------ */

/* Sends as much as the session has room for. */
static void main_session_pump(struct main_session *s, usec now)
{
	static char bytes[WORKER_SESSION_BYTES];
	size_t room;
	int length;
	while ((room = worker_session_room(&s->session)) > 0 &&
		(length = evbuffer_remove(s->out, bytes, room)) > 0)
		worker_session_send(&s->session, bytes, (size_t)length, now);
}

static void main_session_on_soon(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	main_session_pump(arg, time_now());
}

static void main_session_on_requests(struct bufferevent *stream, void *arg)
{
	struct main_session *s = arg;
	usec now = time_now();
	struct timeval wait = time_timeval(worker_session_wait(&s->session, now));
	evbuffer_add_buffer(s->out, bufferevent_get_input(stream));
	if (wait.tv_usec == 0)
		main_session_pump(s, now);
	else if (!evtimer_pending(s->soon, NULL))
		event_add(s->soon, &wait);
}

/* The main process needs the worker no more. */
static void main_session_on_close(struct bufferevent *stream, short what, void *arg)
{
	(void)stream, (void)what;
	main_session_end(arg, "");
}

/* The worker is ready: passes its socket to the main process. */
static bool main_session_open(struct main_session *s)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	evutil_make_socket_nonblocking(ends[0]);
	s->stream = bufferevent_socket_new(s->side->base, ends[0], BEV_OPT_CLOSE_ON_FREE);
	bufferevent_setcb(s->stream, main_session_on_requests, NULL, main_session_on_close, s);
	bufferevent_enable(s->stream, EV_READ | EV_WRITE);
	bool sent = parent_send(&s->side->parent, BROKER_SESSION, ends[1]);
	close(ends[1]);
	return sent;
}

/* --- the dialogue ----------------------------------------------------------------------------- */

static void main_session_on_line(void *owner, const char *line)
{
	struct main_session *s = owner;
	if (s->stream == NULL && !main_session_open(s)) {
		main_session_end(s, "the main process cannot take it");
		return;
	}
	evbuffer_add_printf(bufferevent_get_output(s->stream), "%s\n", line);
}

static void main_session_on_bytes(void *owner, const void *bytes, size_t length)
{
	struct main_session *s = owner;
	evbuffer_add(s->out, bytes, length);
	main_session_pump(s, time_now());
}

static void main_session_on_file(void *owner, int file, int64_t length)
{
	struct main_session *s = owner;
	int own = dup(file);
	struct evbuffer_file_segment *segment =
		own < 0 ? NULL
			: evbuffer_file_segment_new(own, 0, length,
				  EVBUF_FS_CLOSE_ON_FREE | EVBUF_FS_DISABLE_SENDFILE);
	if (segment == NULL || evbuffer_add_file_segment(s->out, segment, 0, length) != 0)
		main_session_end(s, "its bots cannot be sent");
	if (segment != NULL)
		evbuffer_file_segment_free(segment);
	main_session_pump(s, time_now());
}

/* The worker broke the rules. */
static void main_session_on_wrong(void *owner, const char *why)
{
	struct main_session *s = owner;
	main_side_bar(&s->side->bars, s->worker, time_now() + MAIN_SIDE_PARDON);
	main_session_end(s, why);
}

static const struct worker_dialogue_calls main_session_dialogue_calls = {
	.send = main_session_on_bytes,
	.send_file = main_session_on_file,
	.tell = main_session_on_line,
	.fail = main_session_on_wrong,
};

/* --- joining ---------------------------------------------------------------------------------- */

/* The sessions of a worker: a key may serve many machines, and no key may take all places. */
static int main_side_count(const struct main_side *m, const char *worker)
{
	const struct main_session *s;
	int count = 0;
	TAILQ_FOREACH (s, &m->sessions, entry)
		count += strcmp(s->worker, worker) == 0;
	return count;
}

static void main_side_accept(
	struct main_side *m, const struct packet *p, const char *worker, const char *subject)
{
	struct main_session *s = memory_get(1, sizeof *s);
	s->side = m;
	s->soon = evtimer_new(m->base, main_session_on_soon, s);
	s->out = evbuffer_new();
	snprintf(s->worker, sizeof s->worker, "%s", worker);
	snprintf(s->subject, sizeof s->subject, "%s", subject);
	worker_session_open(&s->session, m->run, p->session, &main_session_calls, s, time_now());
	worker_dialogue_init(&s->dialogue, &main_session_dialogue_calls, s, &m->manifest);
	s->dialogue.name = s->worker;
	s->dialogue.pool = m->terms->pool;
	m->names.texts = true;
	m->names.value = sizeof s;
	*(struct main_session **)hash_table_get_text(&m->names, s->session.name) = s;
	TAILQ_INSERT_TAIL(&m->sessions, s, entry);
	m->count++;
}

/* Answers a packet of no session that is known here. */
static void main_side_refuse(
	struct main_side *m, const struct packet *p, const char *subject, const char *why)
{
	struct main_session s = {.side = m};
	snprintf(s.subject, sizeof s.subject, "%s", subject);
	worker_session_open(&s.session, m->run, p->session, &main_session_calls, &s, 0);
	worker_session_end(&s.session, why);
}

static void main_side_join(
	struct main_side *m, const struct packet *p, const char *worker, const char *subject)
{
	const char *why = NULL;
	if (!m->wanted)
		why = "no workers are needed now";
	else if (m->count == MAIN_SIDE_SESSIONS || main_side_count(m, worker) >= MAIN_SIDE_SAME)
		why = "it has enough workers";
	else if (main_side_is_barred(&m->bars, worker, time_now()))
		why = main_side_barred;
	if (why != NULL)
		main_side_refuse(m, p, subject, why);
	else
		main_side_accept(m, p, worker, subject);
}

static void main_side_on_message(void *owner, const char *subject, const char *data, size_t length)
{
	struct main_side *m = owner;
	char from[BROKER_SUBJECT], back[BROKER_SUBJECT];
	struct broker_subject worker;
	struct packet p;
	usec now = time_now();
	snprintf(from, sizeof from, "%s", subject);
	if (!packet_read(&p, data, length) || strcmp(p.run, m->run) != 0 ||
		!broker_subject_read(&worker, from) || worker.kind != BROKER_TO_MAIN)
		return;
	worker.kind = BROKER_TO_WORKER;
	broker_subject_write(&worker, back);
	struct main_session *s = main_side_find(m, p.session);
	if (s == NULL && p.kind == PACKET_JOIN) {
		main_side_join(m, &p, worker.name, back);
		s = main_side_find(m, p.session);
	} else if (s == NULL && p.kind != PACKET_END) {
		main_side_refuse(m, &p, back, "the session is over");
	}
	/* A session belongs to the worker that opened it. */
	if (s == NULL || strcmp(s->subject, back) != 0)
		return;
	if (p.kind == PACKET_END)
		main_session_end(s, "it ended");
	else if (p.kind == PACKET_JOIN)
		s->session.confirm = now;
	else
		worker_session_take(&s->session, &p, now);
}

/* --- the connection --------------------------------------------------------------------------- */

static void main_side_on_connected(void *owner)
{
	struct main_side *m = owner;
	struct main_session *s;
	if (!broker_trust_server(&m->parent, m->terms->nats.url)) {
		m->status = EXIT_FAILURE;
		event_base_loopbreak(m->base);
		return;
	}
	parent_log(&m->parent, "workers can come through %s", m->terms->nats.url);
	TAILQ_FOREACH (s, &m->sessions, entry)
		worker_session_again(&s->session, time_now());
}

static void main_side_on_disconnected(void *owner, const char *why)
{
	struct main_side *m = owner;
	parent_log(&m->parent, "broker %s: %s; it is tried again", m->terms->nats.url, why);
}

static void main_side_on_closed(void *owner, const char *why)
{
	struct main_side *m = owner;
	parent_log(&m->parent, "broker %s: %s", m->terms->nats.url, why);
	m->status = EXIT_FAILURE;
	event_base_loopbreak(m->base);
}

static const struct nats_connection_calls main_side_nats_calls = {
	.message = main_side_on_message,
	.connected = main_side_on_connected,
	.disconnected = main_side_on_disconnected,
	.closed = main_side_on_closed,
};

/* --- time ------------------------------------------------------------------------------------- */

static void main_side_log_hello(struct main_side *m)
{
	char text[WORKER_RUNS_TEXT];
	int64_t slots = 0;
	const struct main_session *s;
	TAILQ_FOREACH (s, &m->sessions, entry)
		slots += s->dialogue.facts.slots;
	nats_connection_send(
		m->nats, m->hello, text, worker_runs_write(m->run, slots, text), "", 0);
}

/* Ends a session and says so. */
static void main_side_drop(struct main_side *m, struct main_session *s)
{
	/* Anyone with a key can open many sessions and say nothing: that is not worth a line. */
	bool greeted = s->dialogue.facts.slots > 0 || s->dialogue.failed;
	if (greeted && s->over[0] != '\0' && strcmp(s->over, "it ended") != 0 &&
		rate_limit_allows(&m->drops, time_now()))
		parent_log(&m->parent, "worker %s: %s", s->worker, s->over);
	const char *closed = main_side_is_barred(&m->bars, s->worker, time_now())
				     ? main_side_barred
				     : "it has no games";
	worker_session_end(&s->session, s->over[0] != '\0' ? s->over : closed);
	main_session_free(s);
}

static void main_side_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct main_side *m = arg;
	struct main_session *s, *next;
	usec now = time_now();
	bool second = ++m->ticks % MAIN_SIDE_TICKS == 0;
	(void)fd, (void)what;
	for (s = TAILQ_FIRST(&m->sessions); s != NULL; s = next) {
		next = TAILQ_NEXT(s, entry);
		worker_session_tick(&s->session, now);
		main_session_pump(s, now);
		if (second)
			worker_dialogue_second(&s->dialogue);
		if (now - s->session.heard > m->terms->silence)
			main_session_end(s, "it is silent");
		/* The link to a worker says beats of its own: it does not know if the worker hangs. */
		if (s->dialogue.ready && s->dialogue.silent * SECOND > m->terms->silence)
			main_session_end(s, "its link lives, and it is silent");
		if (s->ending)
			main_side_drop(m, s);
	}
	if (second && m->wanted)
		main_side_log_hello(m);
}

static void main_side_on_parent(void *owner, struct fd_message *message)
{
	struct main_side *m = owner;
	struct broker_message order;
	if (line_table_read(&broker_order_table, &order, message->text, message->count) !=
		LINE_TABLE_RIGHT)
		return;
	if (order.kind == BROKER_BAR)
		main_side_bar(&m->bars, order.text, time_now() + MAIN_SIDE_BARRED);
	else if (order.kind == BROKER_CALL)
		m->wanted = strcmp(order.wanted, "yes") == 0;
}

/* --- the process ------------------------------------------------------------------------------ */

/* It reads the bots' folders, when a worker needs them. */
static bool main_side_confine(const struct main_side *m)
{
	int count = m->manifest.folders_count;
	const char **readable = memory_get((size_t)count + 2, sizeof *readable);
	for (int i = 0; i < count; i++)
		readable[i] = m->manifest.folders[i].place;
	readable[count] = m->terms->nats.ca;
	readable[count + 1] = m->terms->nats.nkey;
	bool good = confine(readable, count + 2);
	free(readable);
	return good;
}

static bool main_side_begin(struct main_side *m, struct error *err)
{
	const struct timeval moment = time_timeval(WORKER_SESSION_SOON);
	packet_draw_name(m->run);
	broker_subject_write(
		&(struct broker_subject){.kind = BROKER_HELLO, .name = m->terms->pool}, m->hello);
	TAILQ_INIT(&m->sessions);
	m->tick = event_new(m->base, -1, EV_PERSIST, main_side_on_tick, m);
	m->nats = nats_connection_open(m->base, &m->terms->nats, &main_side_nats_calls, m, err);
	return m->nats != NULL && nats_connection_subscribe(m->nats, "w.*.*", err) &&
	       m->tick != NULL && event_add(m->tick, &moment) == 0 && heartbeat_start(m->base);
}

int main_side_run(const struct main_side_terms *terms)
{
	static struct main_side m;
	struct error err;
	m = (struct main_side){.terms = terms, .base = event_base_new()};
	if (!parent_open(&m.parent, m.base, terms->parent, main_side_on_parent, &m))
		return EXIT_FAILURE;
	broker_trust_key(&m.parent, terms->nats.nkey);
	if (!worker_manifest_load(&m.manifest, terms->manifest)) {
		parent_log(&m.parent, "the bots cannot be read");
		m.status = EXIT_FAILURE;
	} else if (!main_side_confine(&m)) {
		parent_log(&m.parent, "it cannot give up its rights: %s", strerror(errno));
		m.status = EXIT_FAILURE;
	} else if (!main_side_begin(&m, &err)) {
		parent_log(&m.parent, "%s", err.text);
		m.status = EXIT_FAILURE;
	} else {
		event_base_dispatch(m.base);
	}
	struct main_session *s;
	while ((s = TAILQ_FIRST(&m.sessions)) != NULL)
		main_side_drop(&m, s);
	if (m.nats != NULL)
		nats_connection_flush(m.nats);
	nats_connection_close(m.nats);
	worker_manifest_clear(&m.manifest);
	return m.status;
}
