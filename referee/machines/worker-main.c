/*
 * worker-main.c - receives what the games need, then passes lines on.
 */
#include "referee/machines/worker-main.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "referee/arbiter/arbiter.h"
#include "base/memory.h"
#include "base/version.h"
#include "referee/prepare/preflight.h"
#include "referee/machines/worker-bench.h"
#include "referee/machines/worker-config.h"
#include "referee/machines/worker-examine.h"
#include "referee/machines/worker-games.h"
#include "referee/machines/worker-messages.h"
#include "referee/machines/worker-manifest.h"

enum {
	WORKER_MAIN_OWN = 4096, /* bytes of own lines that wait */
	WORKER_MAIN_CHUNK = 65536,
	WORKER_MAIN_END = 5000, /* ms that the arbiter has to end */
};

struct worker_main {
	const struct worker_options *options;
	int from, to;
	struct worker_config config;
	struct worker_cache_folder *folders; /* owned: by number */
	struct peer *peer;		     /* owned: the arbiter, or the examination before it */
	struct worker_bench *bench;	     /* owned; NULL: the speed is not measured now */
	struct event_base *base;
	char line[WORKER_ORDER];      /* the last one before the games */
	char room[WORKER_MAIN_CHUNK]; /* bytes from start to end were read and not taken */
	size_t start, end;
	usec beat;	       /* when it last beat */
	int seconds, measured; /* since ready; when the speed was measured */
	struct worker_games games;
	char own[WORKER_MAIN_OWN]; /* lines that wait for the end of a line */
	size_t own_used;
	usec leave; /* when it ends; 0: it does not leave */
	bool ready, closing, died, done;
	bool by_signal; /* it was told to end */
};

/* --- what it says ------------------------------------------------------------------------------
 */

/* Writes; the referee is gone if that fails. */
static void worker_main_write(struct worker_main *w, const char *bytes, size_t length)
{
	if (length > 0 && !file_tree_put(w->to, bytes, length)) {
		w->closing = true;
		event_base_loopbreak(w->base);
	}
}

/* Writes own lines if no other line is being written. */
static void worker_main_write_own(struct worker_main *w)
{
	if (worker_games_in_line(&w->games))
		return;
	worker_main_write(w, w->own, w->own_used);
	w->own_used = 0;
}

/* Says a line of its own, as soon as no other line is being written. False: the referee is gone. */
static bool worker_main_send(struct worker_main *w, const struct worker_message *m)
{
	char line[WORKER_MESSAGE];
	size_t length = worker_message_write(m, line);
	if (w->own_used + length <= sizeof w->own) {
		memcpy(w->own + w->own_used, line, length);
		w->own_used += length;
	}
	worker_main_write_own(w);
	return !w->closing;
}

static bool worker_main_send_kind(struct worker_main *w, enum worker_message_kind kind)
{
	return worker_main_send(w, &(struct worker_message){.kind = kind});
}

/* --- before the games --------------------------------------------------------------------------
 */

/* Says "beat" if it is time. */
static bool worker_main_beat(struct worker_main *w)
{
	usec now = time_now();
	if (now - w->beat < SECOND)
		return true;
	w->beat = now;
	return worker_main_send_kind(w, WORKER_BEAT);
}

/* Reads more. False: the other side has ended, which err says. */
static bool worker_main_fill(struct worker_main *w, struct error *err)
{
	struct pollfd in = {.fd = w->from, .events = POLLIN};
	ssize_t count = -1;
	do {
		errno = EINTR;
		if (!worker_main_beat(w))
			break;
		if (poll(&in, 1, 1000) > 0)
			count = read(w->from, w->room, sizeof w->room);
	} while (count < 0 && (errno == EINTR || errno == EAGAIN));
	w->start = 0;
	w->end = count > 0 ? (size_t)count : 0;
	return count > 0 || error_set(err, "the referee closed the connection");
}

static bool worker_main_read_line(struct worker_main *w, struct error *err)
{
	size_t length = 0;
	for (char c = ' '; c != '\n'; w->line[length++] = c) {
		if (w->start == w->end && !worker_main_fill(w, err))
			return false;
		c = w->room[w->start++];
		if (length + 1 == sizeof w->line)
			return error_set(err, "a line of the referee is too long");
	}
	w->line[length - 1] = '\0';
	return true;
}

/* Reads an order of this kind, whose digest is valid until the next one. */
static bool worker_main_read_order(struct worker_main *w, enum worker_order_kind kind,
	struct worker_order *order, struct error *err)
{
	unsigned char sum[CRYPTO_BYTES];
	if (!worker_main_read_line(w, err))
		return false;
	if (line_table_read(&worker_order_table, order, w->line, 0) == LINE_TABLE_RIGHT &&
		order->kind == kind && (order->digest == NULL || crypto_read(order->digest, sum)))
		return true;
	return error_set(err, "the referee sent a line that is not \"%s %sNUMBER\"",
		worker_order_table.rows[kind].word, kind == WORKER_ORDER_CONFIG ? "" : "DIGEST ");
}

/* Passes that number of bytes on. False: err says why. */
static bool worker_main_read_bytes(struct worker_main *w, int64_t count,
	bool (*take)(void *arg, const char *bytes, size_t length), void *arg, struct error *err)
{
	while (count > 0) {
		if (w->start == w->end && !worker_main_fill(w, err))
			return false;
		size_t part = w->end - w->start;
		part = (int64_t)part < count ? part : (size_t)count;
		if (!take(arg, w->room + w->start, part))
			return error_set(
				err, "a bot's folder cannot be written: %s", strerror(errno));
		w->start += part;
		count -= (int64_t)part;
	}
	return true;
}

static bool worker_main_take_text(void *arg, const char *bytes, size_t length)
{
	char **to = arg;
	memcpy(*to, bytes, length);
	*to += length;
	return true;
}

static bool worker_main_read_config(struct worker_main *w, struct error *err)
{
	struct worker_order order;
	if (!worker_main_read_order(w, WORKER_ORDER_CONFIG, &order, err))
		return w->end == 0 &&
		       error_append(err,
			       " before it said what to play; if it is of another version, install the same one here: this is referee %s with version %d of a worker's lines",
			       VERSION, WORKER_PROTOCOL);
	char *text = memory_get((size_t)order.bytes + 1, 1), *to = text;
	bool good = worker_main_read_bytes(w, order.bytes, worker_main_take_text, &to, err) &&
		    (worker_config_read(&w->config, text, err) ||
			    error_prefix(err, "the configuration that the referee sent: "));
	if (good && w->config.config.terms.sandbox < w->options->facts.sandbox)
		w->config.config.terms.sandbox = w->options->facts.sandbox;
	if (good)
		w->config.text = text;
	else
		free(text);
	return good;
}

/* --- folders -----------------------------------------------------------------------------------
 */

static bool worker_main_answer(
	struct worker_main *w, enum worker_message_kind kind, const char *digest, struct error *err)
{
	return worker_main_send(w, &(struct worker_message){.kind = kind, .digest = digest}) ||
	       error_set(err, "the referee closed the connection");
}

static bool worker_main_take_bundle(void *arg, const char *bytes, size_t length)
{
	return worker_cache_take(arg, bytes, length);
}

static bool worker_main_receive_folder(
	struct worker_main *w, int number, const char *digest, struct error *err)
{
	const struct worker_cache *cache = &w->options->cache;
	struct worker_cache_arrival a;
	struct worker_order order;
	if (!worker_main_answer(w, WORKER_NEED, digest, err) ||
		!worker_main_read_order(w, WORKER_ORDER_BUNDLE, &order, err))
		return false;
	if (!worker_cache_begin(cache, &a, &w->folders[number]))
		return error_set(err, "%s: %s", cache->all.folder, strerror(errno));
	bool whole = worker_main_read_bytes(w, order.bytes, worker_main_take_bundle, &a, err);
	return worker_cache_end(cache, &a, whole, digest, whole ? err : NULL);
}

/* Is the folder needed here? */
static bool worker_main_needs(const struct worker_main *w, int number, const char *digest)
{
	for (int i = 0; i < worker_config_programs(&w->config); i++) {
		const struct worker_config_bot *b = worker_config_places(&w->config, i);
		bool builds = worker_examine_builds(&w->config, i, w->options->facts.arch);
		if ((builds ? b->source : b->folder) == number)
			return strcmp(digest, WORKER_MANIFEST_NONE) != 0;
	}
	return false;
}

static bool worker_main_get_folder(
	struct worker_main *w, int number, const char *digest, struct error *err)
{
	if (!worker_main_needs(w, number, digest))
		return worker_main_answer(w, WORKER_SKIP, digest, err);
	if (!worker_main_beat(w))
		return error_set(err, "the referee closed the connection");
	if (worker_cache_find(&w->options->cache, digest, &w->folders[number]))
		return worker_main_answer(w, WORKER_HAVE, digest, err);
	return worker_main_receive_folder(w, number, digest, err);
}

/* Reads which folders there are, and gets those that are needed. */
static bool worker_main_get_folders(struct worker_main *w, struct error *err)
{
	const int count = w->config.folders;
	char(*digests)[CRYPTO_TEXT + 1] = memory_get((size_t)count + 1, sizeof *digests);
	const char **paths = memory_get((size_t)count + 1, sizeof *paths);
	struct worker_order order;
	bool good = true;
	w->folders = memory_get((size_t)count + 1, sizeof *w->folders);
	for (int i = 0; i < count; i++)
		w->folders[i].place.lock = -1;
	for (int i = 0; good && i < count; i++) {
		good = worker_main_read_order(w, WORKER_ORDER_FOLDER, &order, err);
		if (good)
			strcpy(digests[i], order.digest);
	}
	for (int i = 0; good && i < count; i++) {
		good = worker_main_get_folder(w, i, digests[i], err);
		if (w->folders[i].place.lock >= 0)
			paths[i] = w->folders[i].path;
	}
	if (good)
		worker_config_set_folders(&w->config, paths);
	worker_cache_shrink(&w->options->cache);
	free(paths);
	free(digests);
	return good;
}

/* --- events ------------------------------------------------------------------------------------
 */

static void worker_main_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct worker_main *w = arg;
	(void)number, (void)what;
	if (w->leave > 0 || !w->ready) {
		w->closing = w->by_signal = true;
		event_base_loopbreak(w->base);
		return;
	}
	w->leave = time_now() + w->options->leave_after;
	worker_main_send_kind(w, WORKER_LEAVING);
}

/* Says this as soon as signals are heard, and runs the loop with these events, which it frees. A
 * timer has no descriptor and comes each second. False: out of memory. */
static bool worker_main_loop(
	struct worker_main *w, enum worker_message_kind kind, struct event **events, int count)
{
	const struct timeval second = {.tv_sec = 1};
	bool good = true;
	for (int i = 0; i < count; i++)
		good = good && events[i] != NULL &&
		       event_add(events[i], event_get_fd(events[i]) < 0 ? &second : NULL) == 0;
	if (good) {
		worker_main_send_kind(w, kind);
		event_base_dispatch(w->base);
	}
	for (int i = 0; i < count; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	return good;
}

/* --- the examination ---------------------------------------------------------------------------
 */

/* Takes a line of the examination, which has talked to bots. False: it may not say this. */
static bool worker_main_take_examined(void *arg, char *line)
{
	struct worker_main *w = arg;
	struct worker_message m;
	if (!worker_message_read(&m, line))
		return false;
	w->done = w->done || m.kind == WORKER_READY;
	if (m.kind == WORKER_READY)
		return true;
	if (m.kind != WORKER_CANNOT || m.bot >= w->config.config.bots_count)
		return false;
	worker_main_send(w, &m);
	return true;
}

/* The process has ended. */
static void worker_main_on_ended(void *arg, const struct peer_end *end)
{
	struct worker_main *w = arg;
	(void)end;
	w->died = true;
	event_base_loopbreak(w->base);
}

static const struct peer_kind worker_main_examination = {.line_most = WORKER_MESSAGE,
	.unwatched = true,
	.line = worker_main_take_examined,
	.ended = worker_main_on_ended};

/* The referee says nothing before "ready": only its end is read here. */
static void worker_main_on_early(evutil_socket_t from, short what, void *arg)
{
	struct worker_main *w = arg;
	(void)what;
	ssize_t count = read(from, w->room, sizeof w->room);
	if (count >= 0 || (errno != EINTR && errno != EAGAIN)) {
		w->closing = true;
		event_base_loopbreak(w->base);
	}
}

static void worker_main_on_wait(evutil_socket_t fd, short what, void *arg)
{
	struct worker_main *w = arg;
	(void)fd, (void)what;
	worker_main_send_kind(w, WORKER_BEAT);
}

static bool worker_main_start(struct worker_main *w, const struct peer_kind *kind,
	const struct process_kind *process, const void *arg)
{
	w->died = false;
	w->peer = peer_create(w->base, kind, w);
	peer_set(w->peer, process, arg, -1);
	return peer_start(w->peer);
}

static void worker_main_end(struct worker_main *w)
{
	peer_free(w->peer);
	w->peer = NULL;
}

static bool worker_main_examine(struct worker_main *w, struct error *err)
{
	if (!worker_main_start(w, &worker_main_examination, &worker_examine_process, &w->config))
		return error_set(err, "bots cannot be examined: %s", strerror(errno));
	struct event *events[] = {
		event_new(w->base, w->from, EV_READ | EV_PERSIST, worker_main_on_early, w),
		event_new(w->base, -1, EV_PERSIST, worker_main_on_wait, w),
		evsignal_new(w->base, SIGTERM, worker_main_on_signal, w),
		evsignal_new(w->base, SIGINT, worker_main_on_signal, w)};
	bool good = worker_main_loop(w, WORKER_BEAT, events, sizeof events / sizeof *events);
	worker_main_end(w);
	if (w->closing)
		return error_set(err, w->by_signal ? "it was ended by a signal"
						   : "the referee closed the connection");
	if (!good || !w->done)
		return error_set(err, "the process that examines bots ended too early");
	worker_examine_find_builds(&w->config, w->options->facts.arch);
	return true;
}

/* --- games -------------------------------------------------------------------------------------
 */

static void worker_main_request(struct worker_main *w, const char *bytes, size_t length)
{
	worker_games_requested(&w->games, bytes, length);
	peer_add(w->peer, bytes, length);
	peer_finish(w->peer);
}

static void worker_main_on_requests(evutil_socket_t from, short what, void *arg)
{
	struct worker_main *w = arg;
	(void)what;
	ssize_t count = read(from, w->room, sizeof w->room);
	if (count > 0) {
		worker_main_request(w, w->room, (size_t)count);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		w->closing = true;
		event_base_loopbreak(w->base);
	}
}

static void worker_main_on_records(void *arg, const char *bytes, size_t count)
{
	struct worker_main *w = arg;
	worker_main_write(w, bytes, count);
	worker_games_recorded(&w->games, bytes, count);
	worker_main_write_own(w);
}

static const struct peer_kind worker_main_arbiter = {.line_most = WORKER_MAIN_CHUNK,
	.patience = WORKER_MAIN_END,
	.bytes = worker_main_on_records,
	.ended = worker_main_on_ended};

/* --- the speed ---------------------------------------------------------------------------------
 */

static void worker_main_keep_speed(const struct worker_main *w, int64_t speed)
{
	worker_bench_keep(
		w->options->cache.all.folder, w->options->facts.cpu, (int64_t)time(NULL), speed);
}

static void worker_main_on_speed(void *arg, int64_t speed)
{
	struct worker_main *w = arg;
	worker_bench_free(w->bench);
	w->bench = NULL;
	if (speed == 0)
		return;
	worker_main_keep_speed(w, speed);
	worker_main_send(w, &(struct worker_message){.kind = WORKER_SPEED, .speed = speed});
}

static void worker_main_on_second(evutil_socket_t fd, short what, void *arg)
{
	struct worker_main *w = arg;
	(void)fd, (void)what;
	worker_main_send_kind(w, WORKER_BEAT);
	if (w->seconds++ % WORKER_LOAD_EACH == 0) {
		struct worker_message m = {.kind = WORKER_LOAD};
		worker_load_read(&m.load);
		worker_main_send(w, &m);
	}
	if (w->bench == NULL && w->seconds - w->measured >= WORKER_BENCH_EACH && w->leave == 0 &&
		worker_games_may_measure(&w->games, &w->config.config, w->options->facts.cores)) {
		w->measured = w->seconds;
		w->bench = worker_bench_begin(w->base, worker_main_on_speed, w);
	}
	if (w->leave > 0 && time_now() >= w->leave) {
		w->closing = true;
		event_base_loopbreak(w->base);
	}
}

/* Passes lines on until one side ends. False: it could not. */
static bool worker_main_relay(struct worker_main *w)
{
	struct event *events[] = {
		event_new(w->base, w->from, EV_READ | EV_PERSIST, worker_main_on_requests, w),
		event_new(w->base, -1, EV_PERSIST, worker_main_on_second, w),
		evsignal_new(w->base, SIGTERM, worker_main_on_signal, w),
		evsignal_new(w->base, SIGINT, worker_main_on_signal, w)};
	w->ready = true;
	if (w->end > w->start)
		worker_main_request(w, w->room + w->start, w->end - w->start);
	return worker_main_loop(w, WORKER_READY, events, sizeof events / sizeof *events);
}

static bool worker_main_play(struct worker_main *w, struct error *err)
{
	if (!worker_main_start(w, &worker_main_arbiter, &arbiter_process, &w->config.config))
		return error_set(err, "no games can be played: %s", strerror(errno));
	bool good = worker_main_relay(w) || error_set(err, "no games can be played: out of memory");
	worker_main_end(w);
	worker_bench_free(w->bench);
	w->bench = NULL;
	if (good && w->died)
		good = error_set(err, "its arbiter ended");
	return good;
}

/* --- all ---------------------------------------------------------------------------------------
 */

static bool worker_main_greet(struct worker_main *w, struct error *err)
{
	struct worker_message m = {.protocol = WORKER_PROTOCOL, .version = VERSION};
	struct worker_facts *facts = &m.facts;
	*facts = w->options->facts;
	facts->speed =
		worker_bench_recall(w->options->cache.all.folder, facts->cpu, (int64_t)time(NULL));
	if (facts->speed == 0) {
		facts->speed = worker_bench_measure(err);
		if (facts->speed == 0)
			return false;
		worker_main_keep_speed(w, facts->speed);
	}
	w->beat = time_now();
	m.kind = WORKER_GREETING;
	worker_main_send(w, &m);
	m.kind = WORKER_FACTS;
	return worker_main_send(w, &m) || error_set(err, "the referee closed the connection");
}

bool worker_main_run(const struct worker_options *options, int from, int to, struct error *err)
{
	struct worker_main *w = memory_get(1, sizeof *w);
	*w = (struct worker_main){.options = options, .from = from, .to = to};
	signal(SIGPIPE, SIG_IGN);
	w->base = event_base_new();
	bool good = w->base != NULL || error_set(err, "out of memory for events");
	good = good && worker_main_greet(w, err) && worker_main_read_config(w, err) &&
	       worker_main_get_folders(w, err) && worker_main_examine(w, err) &&
	       worker_main_play(w, err);
	for (int i = 0; w->folders != NULL && i < w->config.folders; i++)
		worker_cache_leave(&w->folders[i]);
	free(w->folders);
	worker_main_end(w);
	worker_config_clear(&w->config);
	if (w->base != NULL)
		event_base_free(w->base);
	free(w);
	return good;
}
