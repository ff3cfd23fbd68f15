/*
 * web-supervisor.c - keeps the web process alive and sends it the live stream.
 *
 * A restarted web process gets the last line of each state, and all lines of the games in play.
 */
#include "referee/daemon/web-supervisor.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/process/crypto.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/process/peer.h"
#include "referee/process/self-usage.h"
#include "base/time.h"
#include "referee/web/live-games.h"
#include "referee/web/web-privileges.h"
#include "referee/web/web-process.h"
#include "referee/web/web-report.h"

enum {
	WEB_SUPERVISOR_BEHIND = 1 << 18, /* unread bytes: further games are not shown live */
	WEB_SUPERVISOR_STUCK = 8 << 20,	 /* unread bytes: the process has stopped reading */
	WEB_SUPERVISOR_ROOM = 4096
};

/* The time for the requests of a process that makes room for another. */
#define WEB_SUPERVISOR_LEAVES (2 * SECOND)

static const struct timeval web_supervisor_usage_every = {.tv_sec = 5};

/* A state, of which the last line is kept. tournament 0: of none. */
struct web_supervisor_key {
	enum live_event_kind kind;
	int64_t tournament, number; /* number: of a worker, a metric or a kind of process */
};

struct web_supervisor_state {
	struct web_supervisor_key key;
	char *line; /* owned */
};

struct web_supervisor {
	struct peer *peer; /* owned */
	void (*say)(void *arg, const char *line);
	void *say_arg; /* borrowed */
	struct web_options options;
	const char **databases; /* owned, with its members: those that the process may read */
	unsigned char salt[CRYPTO_BYTES];
	struct live_subscriber *games; /* owned */
	struct event *usage;	       /* owned */
	struct web_reports reports;
	char *line; /* owned, as the next */
	struct web_supervisor_state *states;
	int states_count;
	int64_t skipped;
	char *accounts; /* owned: the lines of all tokens; NULL: not known yet */
	struct self_usage used[SELF_USAGE_KINDS];
	int used_count;
};

/* --- games ------------------------------------------------------------------------------------ */

static void web_supervisor_on_lines(void *web, const char *text, size_t length)
{
	const struct web_supervisor *w = web;
	peer_put(w->peer, text, length); /* a restarted process gets everything */
}

static bool web_supervisor_is_behind(void *web)
{
	struct web_supervisor *w = web;
	bool behind = peer_waiting(w->peer) > WEB_SUPERVISOR_BEHIND;
	w->skipped += behind;
	return behind;
}

/* --- states ----------------------------------------------------------------------------------- */

/* The state that an event describes. */
static struct web_supervisor_key web_supervisor_key(const struct live_event *e)
{
	struct web_supervisor_key key = {.kind = e->kind};
	if (e->kind == LIVE_EVENT_TOURNAMENT)
		key.tournament = e->tournament.id;
	else if (e->kind == LIVE_EVENT_STRENGTH)
		key.tournament = e->strength.tournament;
	else if (e->kind == LIVE_EVENT_DETAILS)
		key.tournament = e->details.tournament;
	else if (e->kind == LIVE_EVENT_OWNERS)
		key.tournament = e->owners.tournament;
	else if (e->kind == LIVE_EVENT_WORKER)
		key = (struct web_supervisor_key){e->kind, e->worker.tournament, e->worker.number};
	else if (e->kind == LIVE_EVENT_METRIC)
		key.number = metric_find(e->metric.name);
	return key;
}

static bool web_supervisor_same(
	const struct web_supervisor_key *one, const struct web_supervisor_key *other)
{
	return one->kind == other->kind && one->tournament == other->tournament &&
	       one->number == other->number;
}

/* Sends a changed state. */
static void web_supervisor_keep(
	struct web_supervisor *w, struct web_supervisor_key key, const struct live_event *e)
{
	int i = 0;
	size_t length = live_event_write(e, w->line);
	while (i < w->states_count && !web_supervisor_same(&w->states[i].key, &key))
		i++;
	if (i == w->states_count) {
		w->states =
			memory_resize(w->states, (size_t)w->states_count + 1, sizeof *w->states);
		w->states[w->states_count++] = (struct web_supervisor_state){.key = key};
	} else if (strcmp(w->states[i].line, w->line) == 0) {
		return;
	}
	free(w->states[i].line);
	w->states[i].line = memory_copy(w->line);
	peer_put(w->peer, w->line, length);
}

void web_supervisor_tokens(struct web_supervisor *w, const char *token, const char *metrics_token)
{
	w->options.token = token;
	w->options.metrics_token = metrics_token;
	peer_log(w->peer, "the process restarts because a token has changed");
	peer_restart(w->peer, 0);
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
	bool reads = peer_starts(w->peer) == 0 || web_supervisor_reads(w, path);
	w->databases =
		memory_resize(w->databases, (size_t)o->databases_count + 1, sizeof *w->databases);
	w->databases[o->databases_count++] = memory_copy(path);
	o->databases = w->databases;
	if (reads)
		return;
	peer_log(w->peer, "the process restarts because it may not read a new database");
	/* Can a new process answer at all addresses while the one before ends? */
	bool all = true;
	for (int i = 0; i < w->options.listen_count; i++)
		all &= w->options.listen[i].fd > 0;
	peer_restart(w->peer, all ? WEB_SUPERVISOR_LEAVES : 0);
}

/* Forgets the states of a tournament, or those of its workers from this number on. Keeps the order
 * of the others: a tournament comes before its other states. */
static void web_supervisor_forget(
	struct web_supervisor *w, int64_t tournament, bool workers, int64_t number)
{
	int kept = 0;
	for (int i = 0; i < w->states_count; i++) {
		const struct web_supervisor_key *key = &w->states[i].key;
		if (key->tournament == tournament &&
			(!workers || (key->kind == LIVE_EVENT_WORKER && key->number >= number)))
			free(w->states[i].line);
		else
			w->states[kept++] = w->states[i];
	}
	w->states_count = kept;
}

void web_supervisor_send(struct web_supervisor *w, const struct live_event *e)
{
	if (w == NULL)
		return;
	if (e->kind == LIVE_EVENT_TOURNAMENT && *e->tournament.path != '\0')
		web_supervisor_know(w, e->tournament.path);
	if (e->kind == LIVE_EVENT_WORKER && e->worker.of == 0)
		web_supervisor_forget(w, e->worker.tournament, true, 1);
	web_supervisor_keep(w, web_supervisor_key(e), e);
}

void web_supervisor_metric(struct web_supervisor *w, enum metric metric, int64_t value)
{
	web_supervisor_send(w, &(struct live_event){.kind = LIVE_EVENT_METRIC,
				       .metric = {metric_table[metric].word, value}});
}

/* The parent of a process; 0: it is gone. */
static long web_supervisor_parent(long pid)
{
	char path[64], text[256];
	long parent = 0;
	snprintf(path, sizeof path, "/proc/%ld/stat", pid);
	FILE *file = fopen(path, "re");
	size_t length = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
	text[length] = '\0';
	if (file != NULL)
		fclose(file);
	/* The process chooses its name, which stands in brackets. */
	const char *behind = strrchr(text, ')');
	return behind != NULL && sscanf(behind, ") %*c %ld", &parent) == 1 ? parent : 0;
}

void web_supervisor_accuse(struct web_supervisor *w, long pid)
{
	if (w == NULL || pid <= 1 || peer_pid(w->peer) == 0)
		return;
	if (pid == peer_pid(w->peer) || web_supervisor_parent(pid) == peer_pid(w->peer))
		peer_kill(w->peer, "keeps a database locked and was killed");
}

void web_supervisor_gone(struct web_supervisor *w, int64_t tournament)
{
	const struct live_event gone = {.kind = LIVE_EVENT_GONE, .gone = tournament};
	if (w == NULL)
		return;
	web_supervisor_forget(w, tournament, false, 0);
	peer_put(w->peer, w->line, live_event_write(&gone, w->line));
}

static void web_supervisor_write_account(
	struct web_supervisor *w, FILE *out, const struct token_row *row, int number, int of)
{
	char key[CRYPTO_TEXT + 1];
	crypto_write(row->keys.pages, key);
	live_event_write(&(struct live_event){.kind = LIVE_EVENT_ACCOUNT,
				 .account = {.number = number,
					 .of = of,
					 .name = row->name,
					 .owner = token_owner(row),
					 .key = key}},
		w->line);
	fputs(w->line, out);
}

/* The lines of all tokens; the caller frees them. */
static char *web_supervisor_write_accounts(struct web_supervisor *w, const struct tokens *tokens)
{
	static const struct token_row none;
	char *text = NULL;
	size_t length = 0;
	int number = 0, of = 0;
	FILE *out = memory_open(&text, &length);
	for (size_t i = 0; i < tokens->count; i++)
		of += token_signs_in(&tokens->rows[i]);
	for (size_t i = 0; i < tokens->count; i++)
		if (token_signs_in(&tokens->rows[i]))
			web_supervisor_write_account(w, out, &tokens->rows[i], number++, of);
	if (of == 0)
		web_supervisor_write_account(w, out, &none, 0, 0);
	memory_close(out);
	return text;
}

void web_supervisor_accounts(struct web_supervisor *w, const struct tokens *tokens)
{
	char *text = w != NULL ? web_supervisor_write_accounts(w, tokens) : NULL;
	if (text == NULL || (w->accounts != NULL && strcmp(w->accounts, text) == 0)) {
		free(text);
		return;
	}
	free(w->accounts);
	w->accounts = text;
	peer_put(w->peer, text, strlen(text));
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
				.descriptors = u->descriptors >= 0 ? u->descriptors : UNKNOWN,
				.bytes = u->bytes}};
		web_supervisor_keep(w, (struct web_supervisor_key){e.kind, 0, i}, &e);
	}
	web_supervisor_metric(w, METRIC_SKIPPED, w->skipped);
	web_supervisor_metric(w, METRIC_STARTS, peer_starts(w->peer));
}

/* --- life cycle ------------------------------------------------------------------------------- */

/* False: the line is not allowed, and the process must be killed. */
static bool web_supervisor_take_line(void *web, char *line)
{
	struct web_supervisor *w = web;
	struct web_report report;
	char text[WEB_REPORT_LINE];
	if (line_table_read(&web_report_table, &report, line, 0) != LINE_TABLE_RIGHT ||
		!web_reports_take(&w->reports, &report, &w->options, text))
		return false;
	peer_log(w->peer, "%s%.480s", report.kind == WEB_LISTENING ? "pages " : "", text);
	return true;
}

static bool web_supervisor_on_started(void *web)
{
	struct web_supervisor *w = web;
	w->reports = (struct web_reports){.failed = false};
	if (!web_listen_pass(&w->options, w->peer))
		return false;
	if (w->accounts != NULL)
		peer_put(w->peer, w->accounts, strlen(w->accounts));
	for (int i = 0; i < w->states_count; i++)
		peer_put(w->peer, w->states[i].line, strlen(w->states[i].line));
	live_events_replay(w->games);
	return true;
}

static void web_supervisor_on_log(void *web, const char *line)
{
	const struct web_supervisor *w = web;
	w->say(w->say_arg, line);
}

static const struct peer_kind web_supervisor_peer = {.name = "web",
	.loss = "",
	.line_most = WEB_SUPERVISOR_ROOM,
	.stuck = WEB_SUPERVISOR_STUCK,
	.kept = true,
	.started = web_supervisor_on_started,
	.line = web_supervisor_take_line,
	.say = web_supervisor_on_log};

static bool web_supervisor_open(struct web_supervisor *w, struct event_base *base)
{
	w->peer = peer_create(base, &web_supervisor_peer, w);
	w->usage = event_new(base, -1, EV_PERSIST, web_supervisor_on_usage, w);
	if (w->usage == NULL || event_add(w->usage, &web_supervisor_usage_every) != 0)
		return false;
	event_active(w->usage, EV_TIMEOUT, 0);
	peer_set(w->peer, &web_start_process, &w->options, 0);
	peer_restart(w->peer, 0); /* after all files have been read */
	return true;
}

struct web_supervisor *web_supervisor_create(struct event_base *base, struct live_events *events,
	const struct web_options *options, void (*say)(void *arg, const char *line), void *arg)
{
	static const struct live_subscriber_calls calls = {
		.lines = web_supervisor_on_lines, .behind = web_supervisor_is_behind};
	struct web_supervisor *w = memory_get(1, sizeof *w);
	w->say = say;
	w->say_arg = arg;
	w->options = *options;
	w->options.salt = w->salt;
	crypto_random(w->salt);
	w->line = memory_get(LIVE_EVENT_LINE, 1);
	w->games = live_events_subscribe(events, &calls, w);
	if (web_supervisor_open(w, base))
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
	peer_free(w->peer);
	web_listen_close(&w->options);
	if (w->usage != NULL)
		event_free(w->usage);
	for (int i = 0; i < w->states_count; i++)
		free(w->states[i].line);
	free(w->states);
	for (int i = 0; i < w->options.databases_count; i++)
		free((char *)w->databases[i]);
	free(w->databases);
	free(w->accounts);
	free(w->line);
	free(w);
}
