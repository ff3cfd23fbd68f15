/*
 * live-broadcast.c - the web process, kept alive and told how the tournaments go.
 *
 * What holds is kept as the lines that tell it: the last of each tournament, and all of each game
 * that is not over.
 */
#include "referee/daemon/live-broadcast.h"

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
#include "referee/base/escape.h"
#include "referee/base/memory.h"
#include "referee/base/time.h"
#include "referee/base/process.h"
#include "referee/web/web-privileges.h"
#include "referee/web/web-start.h"
#include "referee/daemon/live-broadcast-parts.h"

enum {
	LIVE_BROADCAST_STUCK = 8 << 20, /* bytes that wait: it does not read any more */
	LIVE_BROADCAST_ROOM = 4096,
	LIVE_BROADCAST_DIGITS = 5 /* of a port */
};

/* --- telling it ------------------------------------------------------------------------------ */

static void live_broadcast_say(struct live_broadcast *b, const char *line)
{
	b->say(b->arg, line);
}

static int live_broadcast_stop(struct live_broadcast *b)
{
	if (b->reading != NULL)
		event_free(b->reading);
	if (b->writing != NULL)
		event_free(b->writing);
	b->reading = b->writing = NULL;
	evbuffer_drain(b->waiting, evbuffer_get_length(b->waiting));
	return process_end(&b->process);
}

/* Another in a moment. */
static void live_broadcast_renew(struct live_broadcast *b, const char *why)
{
	char text[512];
	usec wait = restart_backoff_fail(&b->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	snprintf(text, sizeof text, "<4>web: %s; it is started anew in %.1f s", why,
		(double)wait / SECOND);
	live_broadcast_say(b, text);
	event_add(b->again, &moment);
}

static void live_broadcast_lose(struct live_broadcast *b, const char *why)
{
	live_broadcast_stop(b);
	live_broadcast_renew(b, why);
}

static void live_broadcast_on_gone(struct live_broadcast *b)
{
	char ending[32], why[64];
	process_ending(&b->process, live_broadcast_stop(b), ending, sizeof ending);
	snprintf(why, sizeof why, "it has ended (%s)", ending);
	live_broadcast_renew(b, why);
}

static void live_broadcast_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct live_broadcast *b = arg;
	(void)what;
	if (evbuffer_write(b->waiting, fd) < 0 && errno != EAGAIN && errno != EINTR)
		return; /* the end of its other pipe says so too */
	if (evbuffer_get_length(b->waiting) > 0)
		event_add(b->writing, NULL);
}

void live_broadcast_put(struct live_broadcast *b, const char *text, size_t length)
{
	if (b->writing == NULL)
		return; /* it is told anew when it lives */
	evbuffer_add(b->waiting, text, length);
	if (evbuffer_get_length(b->waiting) > LIVE_BROADCAST_STUCK)
		event_active(b->stuck, EV_TIMEOUT, 0);
	event_add(b->writing, NULL);
}

size_t live_broadcast_behind(const struct live_broadcast *b)
{
	return evbuffer_get_length(b->waiting);
}

static void live_broadcast_on_stuck(evutil_socket_t fd, short what, void *arg)
{
	struct live_broadcast *b = arg;
	(void)fd;
	(void)what;
	if (b->writing != NULL)
		live_broadcast_lose(b, "it does not read what it is told");
}

/* --- what holds ------------------------------------------------------------------------------ */

/* Where the last line of it is kept; good until this is asked for another. */
static struct live_broadcast_last *live_broadcast_last(struct live_broadcast *b, int64_t what)
{
	for (int i = 0; i < b->last_count; i++)
		if (b->last[i].what == what)
			return &b->last[i];
	b->last = memory_resize(b->last, (size_t)b->last_count + 1, sizeof *b->last);
	b->last[b->last_count] = (struct live_broadcast_last){what, NULL};
	return &b->last[b->last_count++];
}

void live_broadcast_keep(struct live_broadcast *b, int64_t what, const struct live_feed *f)
{
	static char line[LIVE_FEED_LINE];
	struct live_broadcast_last *last = live_broadcast_last(b, what);
	size_t length = live_feed_write(f, line, sizeof line);
	if (last->line != NULL && strcmp(last->line, line) == 0)
		return;
	free(last->line);
	last->line = memory_copy(line);
	live_broadcast_put(b, line, length);
}

static void live_broadcast_renew_with(struct live_broadcast *b, const char *why)
{
	static const struct timeval now = {0};
	char text[PATH_MAX + 64];
	snprintf(text, sizeof text, "web: it is started anew: %s", why);
	live_broadcast_say(b, text);
	event_add(b->again, &now);
}

void live_broadcast_tokens(struct live_broadcast *b, const char *token, const char *metrics_token)
{
	b->options.token = token;
	b->options.metrics_token = metrics_token;
	live_broadcast_renew_with(b, "its token has changed");
}

/* May the web process that runs read this one? It gave up all folders that have none of the
 * databases that it knew, and what only the owner may read. */
static bool live_broadcast_reads(const struct live_broadcast *b, const char *path)
{
	char folder[PATH_MAX], other[PATH_MAX];
	struct stat file;
	web_folder(path, folder, sizeof folder);
	if (stat(path, &file) == 0 && (file.st_mode & S_IROTH) == 0)
		return false;
	for (int i = 0; i < b->options.databases_count; i++)
		if (strcmp(web_folder(b->databases[i], other, sizeof other), folder) == 0)
			return true;
	return false;
}

/* A database that it may not have been told of. */
static void live_broadcast_know(struct live_broadcast *b, const char *path)
{
	struct web_options *o = &b->options;
	for (int i = 0; i < o->databases_count; i++)
		if (strcmp(b->databases[i], path) == 0)
			return;
	bool reads = b->starts == 0 || live_broadcast_reads(b, path);
	b->databases =
		memory_resize(b->databases, (size_t)o->databases_count + 1, sizeof *b->databases);
	b->databases[o->databases_count++] = memory_copy(path);
	o->databases = b->databases;
	if (!reads)
		live_broadcast_renew_with(b, "there is a database that it may not read yet");
}

/* What a line is about, as struct live_broadcast_last has it. */
static int64_t live_broadcast_what(enum live_feed_kind kind, int64_t tournament)
{
	return kind == LIVE_FEED_STRENGTH ? INT64_MIN + tournament : tournament;
}

void live_broadcast_tell(struct live_broadcast *b, const struct live_feed *f)
{
	if (b == NULL)
		return;
	if (f->kind == LIVE_FEED_TOURNAMENT && *f->text[2] != '\0')
		live_broadcast_know(b, f->text[2]);
	live_broadcast_keep(b, live_broadcast_what(f->kind, f->tournament), f);
}

/* The order of the others stays: a tournament is told before what is told of it. */
static void live_broadcast_forget_last(struct live_broadcast *b, int64_t what)
{
	struct live_broadcast_last *last = live_broadcast_last(b, what);
	free(last->line);
	memmove(last, last + 1, (size_t)(&b->last[--b->last_count] - last) * sizeof *last);
}

void live_broadcast_gone(struct live_broadcast *b, int64_t tournament)
{
	static char line[LIVE_FEED_LINE];
	const struct live_feed f = {.kind = LIVE_FEED_GONE, .tournament = tournament};
	if (b == NULL)
		return;
	live_broadcast_forget_last(b, live_broadcast_what(LIVE_FEED_TOURNAMENT, tournament));
	live_broadcast_forget_last(b, live_broadcast_what(LIVE_FEED_STRENGTH, tournament));
	live_broadcast_put(b, line, live_feed_write(&f, line, sizeof line));
}

static void live_broadcast_tell_anew(struct live_broadcast *b)
{
	for (int i = 0; i < b->last_count; i++)
		live_broadcast_put(b, b->last[i].line, strlen(b->last[i].line));
	for (int i = 0; i < LIVE_BROADCAST_BUCKETS; i++)
		for (const struct live_broadcast_game *g = b->games[i]; g != NULL; g = g->next)
			live_broadcast_put(b, g->lines, g->length);
}

/* --- its life -------------------------------------------------------------------------------- */

/* listening ADDRESS PORT, where it was told to. */
static bool live_broadcast_take_listening(struct live_broadcast *b, const char *line)
{
	char text[256];
	const char *address = b->options.address != NULL ? b->options.address : "127.0.0.1";
	char *right = memory_print("listening %.64s ", address);
	size_t length = strlen(right);
	bool same = strncmp(line, right, length) == 0;
	bool six = strchr(address, ':') != NULL;
	int port = 0;
	free(right);
	if (!same || strlen(line + length) > LIVE_BROADCAST_DIGITS ||
		line[length + strspn(line + length, "0123456789")] != '\0' ||
		(port = atoi(line + length)) < 1 || port > UINT16_MAX ||
		(b->options.port != 0 && port != b->options.port))
		return false;
	b->options.port = port; /* also after a restart */
	snprintf(text, sizeof text, "web: pages at http://%s%.64s%s:%d/", six ? "[" : "", address,
		six ? "]" : "", port);
	live_broadcast_say(b, text);
	return true;
}

/* One of both, once in its life: "listening ADDRESS PORT", or "failed WHY". */
bool live_broadcast_take_line(struct live_broadcast *b, char *line)
{
	char text[512];
	if (b->heard)
		return false;
	b->heard = true;
	if (strncmp(line, "failed ", 7) != 0)
		return live_broadcast_take_listening(b, line);
	char *shown = escape_text(line, false);
	snprintf(text, sizeof text, "web: %.480s", shown);
	free(shown);
	live_broadcast_say(b, text);
	return true;
}

static bool live_broadcast_on_line(void *arg, char *line)
{
	struct live_broadcast *b = arg;
	char *shown = escape_text(line, false), why[256];
	bool right = live_broadcast_take_line(b, line);
	snprintf(
		why, sizeof why, "it said \"%.80s\", which it must not say, and was killed", shown);
	free(shown);
	if (!right)
		live_broadcast_lose(b, why);
	return right;
}

static void live_broadcast_on_word(evutil_socket_t fd, short what, void *arg)
{
	struct live_broadcast *b = arg;
	(void)fd;
	(void)what;
	switch (process_read(&b->process, &b->lines, live_broadcast_on_line, b)) {
	case PROCESS_ENDED:
		live_broadcast_on_gone(b);
		break;
	case PROCESS_WRONG:
		if (b->process.pid > 0)
			live_broadcast_lose(b, "it said a line without an end, and was killed");
		break;
	case PROCESS_GOES_ON:
		break;
	}
}

static void live_broadcast_start(struct live_broadcast *b)
{
	restart_backoff_start(&b->backoff, time_now());
	b->starts++;
	b->heard = false;
	line_reader_init(&b->lines, b->room, LIVE_BROADCAST_ROOM);
	if (process_start(&b->process, &web_start_process, &b->options, 0) != 0) {
		live_broadcast_lose(b, "it cannot be started");
		return;
	}
	fcntl(b->process.to, F_SETFL, O_NONBLOCK);
	b->reading = event_new(
		b->base, b->process.from, EV_READ | EV_PERSIST, live_broadcast_on_word, b);
	b->writing = event_new(b->base, b->process.to, EV_WRITE, live_broadcast_on_room, b);
	if (b->reading == NULL || b->writing == NULL || event_add(b->reading, NULL) != 0 ||
		!process_watch(&b->process, b->base)) {
		live_broadcast_lose(b, "there is no room for its events");
		return;
	}
	live_broadcast_tell_anew(b);
}

static void live_broadcast_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct live_broadcast *b = arg;
	(void)fd;
	(void)what;
	if (b->process.pid > 0)
		live_broadcast_stop(b);
	live_broadcast_start(b);
}

struct live_broadcast *live_broadcast_create(struct event_base *base,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg)
{
	static const struct timeval now = {0};
	struct live_broadcast *b = memory_get(1, sizeof *b);
	b->base = base;
	b->options = *options;
	b->options.salt = b->salt;
	crypto_random(b->salt);
	b->say = say;
	b->arg = arg;
	b->process = (struct process){.to = -1, .from = -1};
	b->room = memory_get(LIVE_BROADCAST_ROOM, 1);
	b->waiting = evbuffer_new();
	b->again = evtimer_new(base, live_broadcast_on_again, b);
	b->stuck = evtimer_new(base, live_broadcast_on_stuck, b);
	b->look = live_broadcast_look(b);
	if (b->waiting != NULL && b->again != NULL && b->stuck != NULL && b->look != NULL) {
		event_add(b->again, &now); /* when all files have been read */
		return b;
	}
	errno = ENOMEM;
	live_broadcast_free(b);
	return NULL;
}

void live_broadcast_free(struct live_broadcast *b)
{
	if (b == NULL)
		return;
	if (b->waiting != NULL) {
		live_broadcast_stop(b);
		evbuffer_free(b->waiting);
	}
	if (b->again != NULL)
		event_free(b->again);
	if (b->stuck != NULL)
		event_free(b->stuck);
	if (b->look != NULL)
		event_free(b->look);
	for (int i = 0; i < LIVE_BROADCAST_BUCKETS; i++)
		while (b->games[i] != NULL)
			live_broadcast_forget(&b->games[i]);
	for (int i = 0; i < b->last_count; i++)
		free(b->last[i].line);
	free(b->last);
	for (int i = 0; i < b->options.databases_count; i++)
		free((char *)b->databases[i]);
	free(b->databases);
	free(b->room);
	free(b);
}
