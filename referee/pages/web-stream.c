/*
 * web-stream.c - events as they happen (Server-Sent Events, HTML Living Standard 9.2).
 *
 * An event says that something is new and where; what it is the reader asks for. So a reader that
 * was away misses nothing: it asks once when it is back. evhttp takes whatever it is given: a
 * reader that does not read is dropped here when too much has gathered, or by the timeout when it
 * took nothing for WEB_TIMEOUT seconds.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "referee/ground/memory.h"
#include "referee/pages/page.h"
#include "referee/pages/web-parts.h"

struct stream {
	struct web *web;
	struct evhttp_request *request;
	int64_t tournament;
	bool results; /* there are some that it was not told of */
	int quiet;    /* beats without a sign of life */
	struct stream *next;
};

enum { STREAM_EVENT = 1024, STREAM_SEND = 65536 };

static void stream_forget(struct stream *s)
{
	struct stream **at = &s->web->streams;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	s->web->streams_count--;
	free(s);
}

/* The reader left. evhttp has taken the request off the connection, and nobody frees it but us. */
static void stream_left(struct evhttp_connection *c, void *arg)
{
	struct stream *s = arg;
	(void)c;
	evhttp_request_free(s->request);
	stream_forget(s);
}

/* Ends it from our side: the connection frees its request itself. */
static void stream_drop(struct stream *s)
{
	struct evhttp_connection *c = evhttp_request_get_connection(s->request);
	evhttp_connection_set_closecb(c, NULL, NULL);
	stream_forget(s);
	evhttp_connection_free(c);
}

static void stream_send(struct stream *s, const char *text, size_t length)
{
	struct evhttp_connection *c = evhttp_request_get_connection(s->request);
	struct evbuffer *waits = bufferevent_get_output(evhttp_connection_get_bufferevent(c));
	if (evbuffer_get_length(waits) + length > WEB_BACKLOG) {
		s->web->dropped++;
		stream_drop(s);
		return;
	}
	struct evbuffer *chunk = evbuffer_new();
	evbuffer_add(chunk, text, length);
	evhttp_send_reply_chunk(s->request, chunk);
	evbuffer_free(chunk);
	s->quiet = 0;
}

void web_stream_open(struct web *w, struct evhttp_request *request, const struct live_tournament *t)
{
	static const char hello[] = "retry: 1000\n: here\n\n";
	const struct timeval most = {.tv_sec = WEB_TIMEOUT};
	const int room = STREAM_SEND;
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	struct evhttp_connection *c = evhttp_request_get_connection(request);
	if (w->streams_count >= WEB_STREAMS) {
		evhttp_add_header(headers, "Retry-After", "10");
		web_refuse(w, request, 503, "Too many readers follow already");
		return;
	}
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
		web_answer(w, request, 200, "text/event-stream", "", 0);
		return;
	}
	struct stream *s = memory_get(1, sizeof *s);
	*s = (struct stream){.web = w, .request = request, .tournament = t->id, .next = w->streams};
	w->streams = s;
	w->streams_count++;
	evhttp_add_header(headers, "Content-Type", "text/event-stream");
	evhttp_add_header(headers, "Cache-Control", "no-store");
	evhttp_add_header(headers, "X-Accel-Buffering", "no");
	web_headers(w, request);
	evhttp_connection_set_closecb(c, stream_left, s);
	evhttp_send_reply_start(request, 200, "OK");
	/* It may be silent as long as it likes, but has to take what it is sent. */
	struct bufferevent *b = evhttp_connection_get_bufferevent(c);
	bufferevent_set_timeouts(b, NULL, &most);
	/* What the kernel keeps for one that does not read is memory too. */
	setsockopt(bufferevent_getfd(b), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
	stream_send(s, hello, strlen(hello));
}

/* --- events ----------------------------------------------------------------------------------- */

static void stream_tell_all(struct web *w, int64_t tournament, const char *text, size_t length)
{
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		next = s->next;
		if (s->tournament == tournament)
			stream_send(s, text, length);
	}
}

static void stream_event(struct web *w, const char *name, const struct live_news *n)
{
	char text[STREAM_EVENT];
	FILE *out = fmemopen(text, sizeof text, "w");
	fprintf(out, "id: %" PRIu64 "\nevent: %s\ndata: {\"pairing\":\"%" PRIu64 "\"", ++w->events,
		name, n->pairing);
	if (n->kind == FEED_MOVE)
		fprintf(out, ",\"ply\":%d,\"seat\":%d", n->ply, n->seat);
	if (n->kind == FEED_MOVE) {
		fputs(",\"move\":", out);
		page_json(out, n->text);
	}
	if (n->kind == FEED_LEAVE)
		fprintf(out, ",\"seat\":%d", n->seat);
	if (n->kind == FEED_END)
		fprintf(out, ",\"game\":%lld", (long long)n->game);
	fputs("}\n\n", out);
	long length = ftell(out);
	fclose(out);
	stream_tell_all(w, n->tournament->id, text, (size_t)length);
}

static const char *const stream_names[FEED_KINDS] = {
	[FEED_BEGUN] = "begun", [FEED_MOVE] = "move", [FEED_LEAVE] = "leave", [FEED_END] = "ended"};

void web_stream_tell(struct web *w, const struct live_news *news)
{
	if (news->kind == FEED_GONE || news->tournament == NULL)
		return;
	if (stream_names[news->kind] != NULL)
		stream_event(w, stream_names[news->kind], news);
	if (news->kind == FEED_END || news->kind == FEED_TOURNAMENT)
		for (struct stream *s = w->streams; s != NULL; s = s->next)
			s->results |= s->tournament == news->tournament->id;
}

/* Once a second: results, which may come by the hundred, and signs of life. */
void web_stream_beat(struct web *w)
{
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		char text[128];
		next = s->next;
		const struct live_tournament *t = live_find(&w->live, s->tournament);
		if (t == NULL) {
			stream_drop(s);
		} else if (s->results) {
			s->results = false;
			int length = snprintf(text, sizeof text,
				"id: %" PRIu64 "\nevent: standings\ndata: {\"done\":%lld}\n\n",
				++w->events, (long long)t->done);
			stream_send(s, text, (size_t)length);
		} else if (++s->quiet >= WEB_HEARTBEAT) {
			stream_send(s, ": still here\n\n", strlen(": still here\n\n"));
		}
	}
}

void web_stream_clear(struct web *w)
{
	while (w->streams != NULL)
		stream_drop(w->streams);
}
