/*
 * web-supervisor.c - keeps the web process alive and sends it the live stream.
 *
 * A restarted web process gets the last line of each state, and all lines of the games in play.
 */
#include "referee/daemon/web-supervisor.h"

#include <errno.h>
#include <event2/buffer.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/base/crypto.h"
#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/base/process.h"
#include "referee/base/restart-backoff.h"
#include "referee/base/self-usage.h"
#include "referee/base/time.h"
#include "referee/web/web-privileges.h"
#include "referee/web/web-start.h"

enum {
	WEB_SUPERVISOR_BEHIND = 1 << 18, /* unread bytes: further games are not shown live */
	WEB_SUPERVISOR_STUCK = 8 << 20,	 /* unread bytes: the process has stopped reading */
	WEB_SUPERVISOR_ROOM = 4096,
	WEB_SUPERVISOR_DIGITS = 5 /* of a port */
};

static const struct timeval web_supervisor_usage_every = {.tv_sec = 5};

/* The last line of a state. what: a tournament's id; below 0 as in web_supervisor_what(). */
struct web_supervisor_state {
	int64_t what;
	char *line; /* owned */
};

struct web_supervisor {
	struct event_base *base; /* borrowed */
	struct web_options options;
	const char **databases; /* owned, with its members: those that the process may read */
	unsigned char salt[CRYPTO_BYTES];
	void (*say)(void *arg, const char *line);
	void *arg;
	struct live_subscriber *games; /* owned */
	struct process process;
	struct event *reading, *writing; /* NULL: the process does not run */
	struct event *again, *stuck, *usage;
	struct evbuffer *waiting; /* for the process */
	struct line_reader lines;
	bool heard; /* the process has sent its first line */
	char *room; /* owned, as the next two */
	char *line;
	struct web_supervisor_state *states;
	int states_count;
	struct restart_backoff backoff;
	int64_t starts, skipped;
	struct self_usage used[SELF_USAGE_KINDS];
	int used_count;
};

/* --- writing to the web process --------------------------------------------------------------- */

static void web_supervisor_say(struct web_supervisor *w, const char *line)
{
	w->say(w->arg, line);
}

static int web_supervisor_stop(struct web_supervisor *w)
{
	if (w->reading != NULL)
		event_free(w->reading);
	if (w->writing != NULL)
		event_free(w->writing);
	w->reading = w->writing = NULL;
	evbuffer_drain(w->waiting, evbuffer_get_length(w->waiting));
	return process_end(&w->process);
}

/* Starts another process after a pause. */
static void web_supervisor_renew(struct web_supervisor *w, const char *why)
{
	char text[512];
	usec wait = restart_backoff_fail(&w->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	snprintf(text, sizeof text, "<4>web: %s; it is started anew in %.1f s", why,
		(double)wait / SECOND);
	web_supervisor_say(w, text);
	event_add(w->again, &moment);
}

static void web_supervisor_lose(struct web_supervisor *w, const char *why)
{
	web_supervisor_stop(w);
	web_supervisor_renew(w, why);
}

static void web_supervisor_on_gone(struct web_supervisor *w)
{
	char ending[32], why[64];
	process_ending(&w->process, web_supervisor_stop(w), ending, sizeof ending);
	snprintf(why, sizeof why, "it has ended (%s)", ending);
	web_supervisor_renew(w, why);
}

static void web_supervisor_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct web_supervisor *w = arg;
	(void)what;
	if (evbuffer_write(w->waiting, fd) < 0 && errno != EAGAIN && errno != EINTR)
		return; /* the end of the other pipe reports it too */
	if (evbuffer_get_length(w->waiting) > 0)
		event_add(w->writing, NULL);
}

static void web_supervisor_put(struct web_supervisor *w, const char *text, size_t length)
{
	if (w->writing == NULL)
		return; /* the restarted process gets everything */
	evbuffer_add(w->waiting, text, length);
	if (evbuffer_get_length(w->waiting) > WEB_SUPERVISOR_STUCK)
		event_active(w->stuck, EV_TIMEOUT, 0);
	event_add(w->writing, NULL);
}

static bool web_supervisor_on_lines(void *web, const char *text, size_t length)
{
	web_supervisor_put(web, text, length);
	return true;
}

static bool web_supervisor_is_behind(void *web)
{
	struct web_supervisor *w = web;
	bool behind = evbuffer_get_length(w->waiting) > WEB_SUPERVISOR_BEHIND;
	w->skipped += behind;
	return behind;
}

static void web_supervisor_on_stuck(evutil_socket_t fd, short what, void *arg)
{
	struct web_supervisor *w = arg;
	(void)fd;
	(void)what;
	if (w->writing != NULL)
		web_supervisor_lose(w, "it does not read what it is sent");
}

/* --- states ----------------------------------------------------------------------------------- */

/* The state that an event describes. */
static int64_t web_supervisor_what(const struct live_event *e)
{
	switch (e->kind) {
	case LIVE_EVENT_TOURNAMENT:
		return e->tournament.id;
	case LIVE_EVENT_STRENGTH:
		return INT64_MIN + e->strength.tournament;
	case LIVE_EVENT_METRIC:
		return -1 - (int64_t)metric_find(e->metric.name);
	default:
		return -1 - (int64_t)METRICS; /* the delays; then each kind of process */
	}
}

/* The place of its last line; valid until the next call for another state. */
static struct web_supervisor_state *web_supervisor_state(struct web_supervisor *w, int64_t what)
{
	for (int i = 0; i < w->states_count; i++)
		if (w->states[i].what == what)
			return &w->states[i];
	w->states = memory_resize(w->states, (size_t)w->states_count + 1, sizeof *w->states);
	w->states[w->states_count] = (struct web_supervisor_state){what, NULL};
	return &w->states[w->states_count++];
}

/* Sends a changed state. */
static void web_supervisor_keep(struct web_supervisor *w, int64_t what, const struct live_event *e)
{
	struct web_supervisor_state *state = web_supervisor_state(w, what);
	size_t length = live_event_write(e, w->line);
	if (state->line != NULL && strcmp(state->line, w->line) == 0)
		return;
	free(state->line);
	state->line = memory_copy(w->line);
	web_supervisor_put(w, w->line, length);
}

static void web_supervisor_renew_with(struct web_supervisor *w, const char *why)
{
	static const struct timeval now = {0};
	char text[PATH_MAX + 64];
	snprintf(text, sizeof text, "web: it is started anew: %s", why);
	web_supervisor_say(w, text);
	event_add(w->again, &now);
}

void web_supervisor_tokens(struct web_supervisor *w, const char *token, const char *metrics_token)
{
	w->options.token = token;
	w->options.metrics_token = metrics_token;
	web_supervisor_renew_with(w, "its token has changed");
}

/* May the running web process read this database? It cannot read folders without a database that
 * it knew at its start, nor files that only the owner may read. */
static bool web_supervisor_reads(const struct web_supervisor *w, const char *path)
{
	char folder[PATH_MAX], other[PATH_MAX];
	struct stat file;
	web_folder(path, folder, sizeof folder);
	if (stat(path, &file) == 0 && (file.st_mode & S_IROTH) == 0)
		return false;
	for (int i = 0; i < w->options.databases_count; i++)
		if (strcmp(web_folder(w->databases[i], other, sizeof other), folder) == 0)
			return true;
	return false;
}

/* Adds a database that the process may not know yet. */
static void web_supervisor_know(struct web_supervisor *w, const char *path)
{
	struct web_options *o = &w->options;
	for (int i = 0; i < o->databases_count; i++)
		if (strcmp(w->databases[i], path) == 0)
			return;
	bool reads = w->starts == 0 || web_supervisor_reads(w, path);
	w->databases =
		memory_resize(w->databases, (size_t)o->databases_count + 1, sizeof *w->databases);
	w->databases[o->databases_count++] = memory_copy(path);
	o->databases = w->databases;
	if (!reads)
		web_supervisor_renew_with(w, "there is a database that it may not read yet");
}

void web_supervisor_send(struct web_supervisor *w, const struct live_event *e)
{
	if (w == NULL)
		return;
	if (e->kind == LIVE_EVENT_TOURNAMENT && *e->tournament.path != '\0')
		web_supervisor_know(w, e->tournament.path);
	web_supervisor_keep(w, web_supervisor_what(e), e);
}

void web_supervisor_metric(struct web_supervisor *w, enum metric metric, int64_t value)
{
	web_supervisor_send(w, &(struct live_event){.kind = LIVE_EVENT_METRIC,
				       .metric = {metric_table[metric].word, value}});
}

/* Keeps the order of the others: a tournament comes before its other states. */
static void web_supervisor_forget(struct web_supervisor *w, int64_t what)
{
	struct web_supervisor_state *state = web_supervisor_state(w, what);
	free(state->line);
	memmove(state, state + 1, (size_t)(&w->states[--w->states_count] - state) * sizeof *state);
}

void web_supervisor_gone(struct web_supervisor *w, int64_t tournament)
{
	const struct live_event gone = {.kind = LIVE_EVENT_GONE, .gone = tournament};
	if (w == NULL)
		return;
	web_supervisor_forget(w, tournament);
	web_supervisor_forget(w, INT64_MIN + tournament);
	web_supervisor_put(w, w->line, live_event_write(&gone, w->line));
}

static void web_supervisor_replay(struct web_supervisor *w)
{
	for (int i = 0; i < w->states_count; i++)
		web_supervisor_put(w, w->states[i].line, strlen(w->states[i].line));
	live_events_replay(w->games);
}

static void web_supervisor_on_usage(evutil_socket_t fd, short what, void *arg)
{
	struct web_supervisor *w = arg;
	(void)fd;
	(void)what;
	w->used_count = self_usage_count(w->used, w->used_count);
	for (int i = 0; i < w->used_count; i++) {
		const struct self_usage *u = &w->used[i];
		const struct live_event e = {.kind = LIVE_EVENT_PROCESS,
			.process = {.name = u->name,
				.count = u->count,
				.descriptors =
					u->descriptors >= 0 ? u->descriptors : LIVE_EVENT_UNKNOWN,
				.bytes = u->bytes}};
		web_supervisor_keep(w, -2 - (int64_t)METRICS - i, &e);
	}
	web_supervisor_metric(w, METRIC_SKIPPED, w->skipped);
	web_supervisor_metric(w, METRIC_STARTS, w->starts);
}

/* --- life cycle ------------------------------------------------------------------------------- */

/* listening ADDRESS PORT, at the address of the options. */
static bool web_supervisor_take_listening(struct web_supervisor *w, const char *line)
{
	char text[256];
	const char *address = w->options.address != NULL ? w->options.address : "127.0.0.1";
	char *right = memory_print("listening %.64s ", address);
	size_t length = strlen(right);
	bool same = strncmp(line, right, length) == 0;
	bool six = strchr(address, ':') != NULL;
	int port = 0;
	free(right);
	if (!same || strlen(line + length) > WEB_SUPERVISOR_DIGITS ||
		line[length + strspn(line + length, "0123456789")] != '\0' ||
		(port = atoi(line + length)) < 1 || port > UINT16_MAX ||
		(w->options.port != 0 && port != w->options.port))
		return false;
	w->options.port = port; /* also after a restart */
	snprintf(text, sizeof text, "web: pages at http://%s%.64s%s:%d/", six ? "[" : "", address,
		six ? "]" : "", port);
	web_supervisor_say(w, text);
	return true;
}

/* The process sends one of two lines, once: "listening ADDRESS PORT", or "failed WHY". False: the
 * line is not allowed, and the process must be killed. */
static bool web_supervisor_take_line(struct web_supervisor *w, char *line)
{
	char text[512];
	if (w->heard)
		return false;
	w->heard = true;
	if (strncmp(line, "failed ", 7) != 0)
		return web_supervisor_take_listening(w, line);
	char *shown = escape_text(line, false);
	snprintf(text, sizeof text, "web: %.480s", shown);
	free(shown);
	web_supervisor_say(w, text);
	return true;
}

static bool web_supervisor_on_line(void *arg, char *line)
{
	struct web_supervisor *w = arg;
	char *shown = escape_text(line, false), why[256];
	bool right = web_supervisor_take_line(w, line);
	snprintf(
		why, sizeof why, "it said \"%.80s\", which it must not say, and was killed", shown);
	free(shown);
	if (!right)
		web_supervisor_lose(w, why);
	return right;
}

static void web_supervisor_on_word(evutil_socket_t fd, short what, void *arg)
{
	struct web_supervisor *w = arg;
	(void)fd;
	(void)what;
	switch (process_read(&w->process, &w->lines, web_supervisor_on_line, w)) {
	case PROCESS_ENDED:
		web_supervisor_on_gone(w);
		break;
	case PROCESS_WRONG:
		if (w->process.pid > 0)
			web_supervisor_lose(w, "it said a line without an end, and was killed");
		break;
	case PROCESS_GOES_ON:
		break;
	}
}

static void web_supervisor_start(struct web_supervisor *w)
{
	restart_backoff_start(&w->backoff, time_now());
	w->starts++;
	w->heard = false;
	line_reader_init(&w->lines, w->room, WEB_SUPERVISOR_ROOM);
	if (process_start(&w->process, &web_start_process, &w->options, 0) != 0) {
		web_supervisor_lose(w, "it cannot be started");
		return;
	}
	fcntl(w->process.to, F_SETFL, O_NONBLOCK);
	w->reading = event_new(
		w->base, w->process.from, EV_READ | EV_PERSIST, web_supervisor_on_word, w);
	w->writing = event_new(w->base, w->process.to, EV_WRITE, web_supervisor_on_room, w);
	if (w->reading == NULL || w->writing == NULL || event_add(w->reading, NULL) != 0 ||
		!process_watch(&w->process, w->base)) {
		web_supervisor_lose(w, "there is no room for its events");
		return;
	}
	web_supervisor_replay(w);
}

static void web_supervisor_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct web_supervisor *w = arg;
	(void)fd;
	(void)what;
	if (w->process.pid > 0)
		web_supervisor_stop(w);
	web_supervisor_start(w);
}

static bool web_supervisor_open(struct web_supervisor *w)
{
	static const struct timeval now = {0};
	w->waiting = evbuffer_new();
	w->again = evtimer_new(w->base, web_supervisor_on_again, w);
	w->stuck = evtimer_new(w->base, web_supervisor_on_stuck, w);
	w->usage = event_new(w->base, -1, EV_PERSIST, web_supervisor_on_usage, w);
	if (w->waiting == NULL || w->again == NULL || w->stuck == NULL || w->usage == NULL ||
		event_add(w->usage, &web_supervisor_usage_every) != 0)
		return false;
	event_active(w->usage, EV_TIMEOUT, 0);
	return event_add(w->again, &now) == 0; /* after all files have been read */
}

struct web_supervisor *web_supervisor_create(struct event_base *base, struct live_events *events,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg)
{
	static const struct live_subscriber_calls calls = {
		.lines = web_supervisor_on_lines, .behind = web_supervisor_is_behind};
	struct web_supervisor *w = memory_get(1, sizeof *w);
	w->base = base;
	w->options = *options;
	w->options.salt = w->salt;
	crypto_random(w->salt);
	w->say = say;
	w->arg = arg;
	w->process = (struct process){.to = -1, .from = -1};
	w->room = memory_get(WEB_SUPERVISOR_ROOM, 1);
	w->line = memory_get(LIVE_EVENT_LINE, 1);
	w->games = live_events_subscribe(events, &calls, w);
	if (web_supervisor_open(w))
		return w;
	errno = ENOMEM;
	web_supervisor_free(w);
	return NULL;
}

void web_supervisor_free(struct web_supervisor *w)
{
	if (w == NULL)
		return;
	live_subscriber_free(w->games);
	if (w->waiting != NULL) {
		web_supervisor_stop(w);
		evbuffer_free(w->waiting);
	}
	struct event *const events[] = {w->again, w->stuck, w->usage};
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	for (int i = 0; i < w->states_count; i++)
		free(w->states[i].line);
	free(w->states);
	for (int i = 0; i < w->options.databases_count; i++)
		free((char *)w->databases[i]);
	free(w->databases);
	free(w->line);
	free(w->room);
	free(w);
}
