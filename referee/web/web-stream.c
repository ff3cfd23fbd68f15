/*
 * web-stream.c - streams of events (Server-Sent Events, HTML Living Standard 9.2).
 *
 * An event says only that something is new, and where; the reader then requests it. So a reader
 * that was away misses nothing: it requests once when it returns. evhttp buffers any amount. So
 * this module drops a reader with too many unread bytes. The timeout drops a reader that took
 * nothing for as long as any reader may be silent.
 *
 * The reader chooses the events of games: ?games=all (each event), few (the last of each kind, at
 * most one in WEB_FEW milliseconds, for readers that only need to know of news), none; ?game=P:
 * only those of this pairing, all of them.
 */
#include "referee/web/web-page.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "referee/report/html.h"

enum stream_games { STREAM_ALL, STREAM_FEW, STREAM_NONE, STREAM_ONE, STREAM_SUBJECT };

/* An event of a game, as it is sent. */
struct stream_news {
	bool waits;
	uint64_t pairing;
	int64_t game;
	int ply, seat;
	char text[MOVE_TEXT];
};

struct stream {
	struct web *web;
	struct evhttp_request *request;
	struct web_source *source; /* a reference */
	int64_t tournament;	   /* STREAM_SUBJECT: the subject */
	enum stream_games games;
	uint64_t pairing;			     /* STREAM_ONE: its pairing */
	struct stream_news kept[LIVE_GAMES_CHANGES]; /* STREAM_FEW: until it is time */
	bool results; /* there are results that were not reported to it */
	int quiet;    /* seconds without a sign of life */
	struct stream *next;
};

enum { STREAM_EVENT = 1024 };

static void stream_forget(struct stream *s)
{
	struct stream **at = &s->web->streams;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	s->web->streams_count--;
	s->source->streams--;
	web_source_release(s->web, s->source);
	free(s);
}

/* The reader left. evhttp has taken the request off the connection, so this function frees it. */
static void stream_on_close(struct evhttp_connection *c, void *arg)
{
	struct stream *s = arg;
	(void)c;
	evhttp_request_free(s->request);
	event_active(s->web->sweep, EV_TIMEOUT, 0);
	stream_forget(s);
}

/* Ends a stream; the connection frees its request itself. */
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

/* Reads the choice of games. False: the choice is invalid. */
static bool stream_choose(struct stream *s, const struct address *a)
{
	static const char *const words[] = {
		[STREAM_ALL] = "all", [STREAM_FEW] = "few", [STREAM_NONE] = "none"};
	const char *games = address_value(a, "games"), *game = address_value(a, "game");
	s->games = STREAM_ONE;
	if (*game != '\0')
		return *games == '\0' && address_number(game, &s->pairing);
	for (int i = STREAM_ALL; i <= STREAM_NONE; i++)
		if (strcmp(words[i], *games != '\0' ? games : words[STREAM_ALL]) == 0)
			s->games = (enum stream_games)i;
	return s->games != STREAM_ONE;
}

static void stream_begin(struct stream *s)
{
	char hello[128];
	const struct timeval most = {.tv_sec = s->web->timeout};
	struct evkeyvalq *headers = evhttp_request_get_output_headers(s->request);
	struct evhttp_connection *c = evhttp_request_get_connection(s->request);
	evhttp_add_header(headers, "Content-Type", "text/event-stream");
	evhttp_add_header(headers, "Cache-Control", "no-store");
	evhttp_add_header(headers, "X-Accel-Buffering", "no");
	web_headers(s->web, s->request);
	evhttp_connection_set_closecb(c, stream_on_close, s);
	evhttp_send_reply_start(s->request, 200, "OK");
	/* The reader may be silent forever, but must read the bytes sent to it. */
	struct bufferevent *b = evhttp_connection_get_bufferevent(c);
	bufferevent_set_timeouts(b, NULL, &most);
	int length = snprintf(hello, sizeof hello,
		"retry: 1000\n: here\n\nevent: time\ndata: {\"now_ms\":%lld}\n\n",
		(long long)time_utc());
	stream_send(s, hello, (size_t)length);
}

/* Is there room for one more stream of this address? If all places are taken, an address with
 * more streams loses one. */
static bool stream_room(struct web *w, const struct web_source *source)
{
	struct stream *worst = NULL;
	int most = w->connections_most / 2 < WEB_STREAMS ? w->connections_most / 2 : WEB_STREAMS;
	if (source->streams >= most / WEB_SHARE)
		return false;
	if (w->streams_count < most)
		return true;
	for (struct stream *s = w->streams; s != NULL; s = s->next)
		if (worst == NULL || s->source->streams >= worst->source->streams)
			worst = s;
	if (worst->source->streams <= source->streams + 1)
		return false;
	w->dropped++;
	stream_drop(worst);
	return true;
}

/* Opens a stream with this choice, unless there are too many. */
static void stream_open(struct web *w, struct evhttp_request *request, struct stream chosen)
{
	if (evhttp_request_get_command(request) == EVHTTP_REQ_HEAD) {
		web_answer(w, request, 200, "text/event-stream", "", 0);
		return;
	}
	struct peer_limit_key key;
	web_source_key(w, request, &key);
	chosen.source = web_source_take(w, &key);
	if (!stream_room(w, chosen.source)) {
		web_source_release(w, chosen.source);
		web_retry_after(request, 10);
		web_refuse(w, request, 503, "There are too many event streams; try again later");
		return;
	}
	struct stream *s = memory_get(1, sizeof *s);
	chosen.next = w->streams;
	*s = chosen;
	w->streams = s;
	w->streams_count++;
	s->source->streams++;
	web_connection_follow(web_connection_of(w, request));
	stream_begin(s);
}

void web_stream_open(struct web *w, struct evhttp_request *request, const struct web_view *view)
{
	struct stream chosen = {.web = w, .request = request, .tournament = view->tournament->id};
	if (stream_choose(&chosen, view->address))
		stream_open(w, request, chosen);
	else
		web_refuse(w, request, 400,
			"The choice of games is invalid; games is all, few or none, or game is a pairing");
}

void web_stream_open_subject(struct web *w, struct evhttp_request *request, int64_t subject)
{
	stream_open(w, request,
		(struct stream){.web = w,
			.request = request,
			.tournament = subject,
			.games = STREAM_SUBJECT});
}

/* --- events ----------------------------------------------------------------------------------- */

/* NULL: the change has no event of its own. */
static const char *const stream_names[LIVE_GAMES_CHANGES] = {[LIVE_GAMES_BEGUN] = "begun",
	[LIVE_GAMES_MOVED] = "move",
	[LIVE_GAMES_LEFT] = "leave",
	[LIVE_GAMES_OVER] = "ended"};

static void stream_event(struct stream *s, enum live_games_change kind, const struct stream_news *n)
{
	char text[STREAM_EVENT];
	FILE *out = fmemopen(text, sizeof text, "w");
	struct json_writer j = {.out = out};
	fprintf(out, "id: %" PRIu64 "\nevent: %s\ndata: ", ++s->web->events, stream_names[kind]);
	json_open(&j, NULL, '{');
	fprintf(json_key(&j, "pairing"), "\"%" PRIu64 "\"", n->pairing);
	if (kind == LIVE_GAMES_MOVED)
		json_number(&j, "ply", n->ply);
	if (kind == LIVE_GAMES_MOVED || kind == LIVE_GAMES_LEFT)
		json_number(&j, "seat", n->seat);
	if (kind == LIVE_GAMES_MOVED)
		json_text(&j, "move", n->text);
	if (kind == LIVE_GAMES_OVER)
		json_number(&j, "game", n->game);
	json_close(&j, '}');
	fputs("\n\n", out);
	long length = ftell(out);
	fclose(out);
	stream_send(s, text, (size_t)length);
}

/* Sends an event now, or keeps the last of its kind for the next flush. */
static void stream_publish(
	struct stream *s, enum live_games_change kind, const struct stream_news *n)
{
	const struct timeval wait = {.tv_usec = WEB_FEW * 1000};
	if (s->games == STREAM_NONE || (s->games == STREAM_ONE && s->pairing != n->pairing))
		return;
	if (s->games != STREAM_FEW) {
		stream_event(s, kind, n);
		return;
	}
	s->kept[kind] = *n;
	s->kept[kind].waits = true;
	if (!event_pending(s->web->few, EV_TIMEOUT, NULL))
		event_add(s->web->few, &wait);
}

void web_stream_flush(evutil_socket_t fd, short what, void *web)
{
	struct web *w = web;
	(void)fd, (void)what;
	for (int kind = 0; kind < LIVE_GAMES_CHANGES; kind++)
		for (struct stream *s = w->streams, *next; s != NULL; s = next) {
			struct stream_news *n = &s->kept[kind];
			next = s->next;
			if (!n->waits)
				continue;
			n->waits = false;
			stream_event(
				s, (enum live_games_change)kind, n); /* s may have been freed */
		}
}

/* Is it a stream of this tournament? NULL: of any. A subject may have its number. */
static bool stream_is_of(const struct stream *s, const struct live_games_tournament *t)
{
	return s->games != STREAM_SUBJECT && (t == NULL || s->tournament == t->id);
}

void web_stream_publish(struct web *w, const struct live_games_news *news)
{
	if (news->change == LIVE_GAMES_NOTHING)
		return;
	if (news->tournament == NULL) { /* an announcement: all have the same news */
		for (struct stream *s = w->streams; s != NULL; s = s->next)
			s->results |= stream_is_of(s, NULL);
		return;
	}
	struct stream_news n = {
		.pairing = news->pairing, .game = news->game, .ply = news->ply, .seat = news->seat};
	if (news->change == LIVE_GAMES_MOVED)
		snprintf(n.text, sizeof n.text, "%s", news->text);
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		next = s->next;
		if (stream_names[news->change] != NULL && stream_is_of(s, news->tournament))
			stream_publish(s, news->change, &n);
	}
	if (news->change == LIVE_GAMES_OVER || news->change == LIVE_GAMES_STANDINGS)
		for (struct stream *s = w->streams; s != NULL; s = s->next)
			s->results |= stream_is_of(s, news->tournament);
}

/* Called once a second: sends results, which may come by the hundred, and signs of life. */
void web_stream_second(struct web *w)
{
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		char text[128];
		next = s->next;
		bool subject = s->games == STREAM_SUBJECT;
		const struct live_games_tournament *t =
			subject ? NULL : live_games_find(&w->live, s->tournament);
		if (t == NULL && !subject) {
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

void web_stream_send(struct web *w, int64_t subject, const char *event, int64_t version)
{
	char text[128];
	int length = snprintf(text, sizeof text,
		"id: %" PRIu64 "\nevent: %s\ndata: {\"version\":%lld}\n\n", ++w->events, event,
		(long long)version);
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		next = s->next;
		if (s->games == STREAM_SUBJECT && s->tournament == subject)
			stream_send(s, text, (size_t)length);
	}
}

void web_stream_drop(struct web *w, int64_t subject)
{
	for (struct stream *s = w->streams, *next; s != NULL; s = next) {
		next = s->next;
		if (s->games == STREAM_SUBJECT && s->tournament == subject)
			stream_drop(s);
	}
}

void web_stream_clear(struct web *w)
{
	while (w->streams != NULL)
		stream_drop(w->streams);
}
