/*
 * serve.c - `referee serve`: the daemon. It runs tournaments until the operator stops it, one after
 * another or in parallel. Their files are named on the command line, put into a folder, or
 * submitted.
 *
 * The daemon stays in the foreground and logs one line per event on stderr. It loses no played
 * game, however it ends. After a restart with the same files it resumes.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/commands/serve-log.h"
#include "referee/commands/web-token.h"
#include "referee/base/memory.h"
#include "referee/base/crypto.h"
#include "referee/daemon/systemd-notify.h"
#include "referee/net/listener.h"
#include "referee/net/net-address.h"
#include "referee/base/process.h"
#include "referee/base/cpu-affinity.h"
#include "referee/daemon/web-supervisor.h"
#include "referee/daemon/control.h"
#include "referee/daemon/watched-folder.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/director/preflight.h"

enum { SERVE_SIGNALS = 3 };

enum { SERVE_NAMES = 8 };

struct serve_asked {
	struct option_list files, names, bot_listen; /* names: host names of the web server */
	const char *watch_dir, *socket, *http_listen, *queue; /* NULL: not given */
	char *web_token, *metrics_token;		      /* overwritten after they were read */
	const char *prefix;
	const char *tokens, *certificate, *key;
	int64_t concurrency, parallel_tournaments;
	bool insecure, verbose, json, proxied;
};

struct serve {
	struct serve_asked asked;
	struct latency_histogram delays;
	struct event_base *base;
	struct event *signals[SERVE_SIGNALS], *watchdog, *voice;
	struct daemon *daemon;
	struct control *control;
	struct watched_folder *folder;
	struct systemd_notify notify;
	struct live_events *events;
	struct web_supervisor *web;
	struct listener_supervisor *listener;
	char address[64];
	struct queue *queue;
	char *token, *metrics_token; /* owned: of the pages; NULL: any client may read them */
	bool ending;
};

extern const struct command command_serve;

static void serve_misused(const char *flag, const char *why)
{
	command_misused(&command_serve, "%s: %s", flag, why);
}

/* --- the command line ------------------------------------------------------------------------ */

/* Reads the token that readers of the pages, or of the metrics, must present, if one is set.
 * False: it was reported. */
static bool serve_read_token(const char *flag, char *given, char **token)
{
	char why[WHY];
	*token = given != NULL ? web_token_read(given, why, sizeof why) : NULL;
	if (given != NULL && *token == NULL)
		serve_misused(flag, why);
	return given == NULL || *token != NULL;
}

static bool serve_read_tokens(struct serve *s, struct web_options *o)
{
	bool open = !web_is_loopback(s->address);
	if (s->asked.web_token == NULL && open)
		serve_say(NULL, "web: the pages can be read by everybody who reaches this machine");
	if (!serve_read_token("--web-token", s->asked.web_token, &s->token) ||
		!serve_read_token("--metrics-token", s->asked.metrics_token, &s->metrics_token))
		return false;
	if (s->token != NULL && open)
		serve_say(NULL, "web: the pages and their token are not encrypted on their way");
	o->token = s->token;
	o->metrics_token = s->metrics_token;
	return true;
}

/* Reads the server's host names, and its path behind a proxy. False: it was reported. */
static bool serve_read_names(const struct serve_asked *a, struct web_options *o)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
	for (int i = 0; i < a->names.count; i++)
		if (a->names.all[i][strspn(a->names.all[i], letters)] != '\0') {
			serve_misused("--public-name",
				"it is a name without port or path, such as referee.example.org");
			return false;
		}
	size_t length = a->prefix != NULL ? strlen(a->prefix) : 0;
	if (a->prefix != NULL &&
		(*a->prefix != '/' || length < 2 || length > 64 || a->prefix[length - 1] == '/' ||
			strstr(a->prefix, "//") != NULL ||
			a->prefix[1 + strspn(a->prefix + 1, letters)] != '\0')) {
		serve_misused("--prefix", "it is one part of a path, such as /referee");
		return false;
	}
	o->names = a->names.all;
	o->names_count = a->names.count;
	o->prefix = a->prefix;
	o->proxied = a->proxied;
	return true;
}

/* Tries to listen at this address, since the web process would report a problem too late. False:
 * it was reported. */
static bool serve_try_listen(const char *where)
{
	struct net_address bound;
	char why[WHY], address[NET_ADDRESS_ADDRESS], text[WHY];
	const struct net_address_wish wish = {.plain = true, .insecure = true};
	int fd = net_address_read(&bound, where, why, sizeof why)
			 ? net_address_listen(&bound, wish, address, why, sizeof why)
			 : -1;
	if (fd >= 0)
		close(fd);
	snprintf(text, sizeof text, "%.200s: %.200s", where, why);
	if (fd < 0)
		serve_misused("--http-listen", text);
	return fd >= 0;
}

/* Reads "HOST:PORT", such as "[::1]:8080". False: it was reported. */
static bool serve_read_listen(struct serve *s, struct web_options *o)
{
	const char *colon = strrchr(s->asked.http_listen, ':'), *from = s->asked.http_listen;
	char *end = NULL;
	size_t length = colon != NULL ? (size_t)(colon - from) : 0;
	long port = colon != NULL ? strtol(colon + 1, &end, 10) : -1;
	if (length > 2 && *from == '[' && from[length - 1] == ']') {
		from++;
		length -= 2;
	}
	bool good = colon != NULL && end != colon + 1 && *end == '\0' && port >= 0 && port < 65536;
	if (!good || length == 0 || length >= sizeof s->address) {
		serve_misused("--http-listen",
			"it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any");
		return false;
	}
	memcpy(s->address, from, length);
	s->address[length] = '\0';
	*o = (struct web_options){.address = s->address, .port = (int)port};
	return serve_try_listen(s->asked.http_listen) && serve_read_tokens(s, o) &&
	       serve_read_names(&s->asked, o);
}

/* --- while the daemon runs ------------------------------------------------------------------- */

/* Adds a file by its absolute path, as if it was submitted. */
static void serve_add(void *arg, const char *file)
{
	struct serve *s = arg;
	char whole[PATH_MAX], line[PATH_MAX + WHY], why[WHY];
	if (realpath(file, whole) == NULL) {
		snprintf(line, sizeof line, "<3>%s: %s", file, strerror(errno));
		serve_say(NULL, line);
		return;
	}
	switch (daemon_add(s->daemon, whole, NULL, why)) {
	case DAEMON_TAKEN:
		return;
	case DAEMON_WRONG: /* why was logged */
		snprintf(line, sizeof line, "<3>%s is left out", file);
		break;
	case DAEMON_REFUSED:
		snprintf(line, sizeof line, "<3>%s is left out: %s", file, why);
	}
	serve_say(NULL, line);
}

static void serve_on_folder_gone(void *arg, const char *folder)
{
	char line[PATH_MAX + 64];
	(void)arg;
	snprintf(line, sizeof line, "%s is gone: it is not watched any more", folder);
	serve_say(NULL, line);
}

static void serve_tell_status(const struct serve *s)
{
	char text[WHY];
	daemon_summary(s->daemon, text, sizeof text);
	systemd_notify_status(&s->notify, text);
}

static void serve_on_changed(void *arg)
{
	struct serve *s = arg;
	serve_tell_status(s);
	if (s->ending && daemon_quiet(s->daemon))
		event_base_loopbreak(s->base);
}

static void serve_on_watchdog(evutil_socket_t fd, short what, void *arg)
{
	struct serve *s = arg;
	(void)fd;
	(void)what;
	systemd_notify_alive(&s->notify);
	serve_tell_status(s);
}

/* Writes kept log lines, after the reader of stderr or stdout was slow. */
static void serve_on_voice(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	serve_say_kept();
}

/* The first signal stops cleanly; the second does not wait for the games. */
static void serve_on_stop(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (!s->ending)
		serve_say(NULL, "stops; every finished game is kept");
	systemd_notify_stopping(&s->notify);
	daemon_end(s->daemon, s->ending);
	s->ending = true;
}

/* Reads a token's file again, if it changed. A wrong file changes nothing. */
static bool serve_reread_token(const char *flag, char *given, char **token)
{
	char why[WHY], line[2 * WHY];
	char *now = given != NULL && *given == '@' ? web_token_read(given, why, sizeof why) : NULL;
	if (given != NULL && *given == '@' && now == NULL) {
		snprintf(line, sizeof line, "web: %s: %s; the token stays as it was", flag, why);
		serve_say(NULL, line);
	}
	if (now == NULL || strcmp(now, *token) == 0) {
		free(now);
		return false;
	}
	crypto_forget(*token, strlen(*token));
	free(*token);
	*token = now;
	return true;
}

static void serve_reread_tokens(struct serve *s)
{
	bool pages = serve_reread_token("--web-token", s->asked.web_token, &s->token);
	bool figures =
		serve_reread_token("--metrics-token", s->asked.metrics_token, &s->metrics_token);
	if (s->web != NULL && (pages || figures))
		web_supervisor_tokens(s->web, s->token, s->metrics_token);
}

/* Reads the files again: changed files, files with mistakes, and new files. */
static void serve_on_reread(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (s->ending)
		return;
	systemd_notify_reloading(&s->notify);
	serve_say(NULL, "reads the files again");
	long before = serve_said();
	bool added = false;
	if (s->listener != NULL)
		listener_supervisor_reread(s->listener);
	serve_reread_tokens(s);
	daemon_reread(s->daemon);
	for (int i = 0; i < s->asked.files.count; i++) {
		char whole[PATH_MAX];
		bool there = realpath(s->asked.files.all[i], whole) != NULL;
		if (there && (daemon_has(s->daemon, whole) || daemon_has_had(s->daemon, whole)))
			continue;
		serve_add(s, s->asked.files.all[i]);
		added = true; /* it is logged when it begins */
	}
	if (!added && serve_said() == before)
		serve_say(NULL, "nothing has changed");
	systemd_notify_ready(&s->notify);
}

/* --- start and end --------------------------------------------------------------------------- */

static bool serve_open_signals(struct serve *s)
{
	static const int numbers[SERVE_SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
	for (int i = 0; i < SERVE_SIGNALS; i++) {
		s->signals[i] = evsignal_new(s->base, numbers[i],
			numbers[i] == SIGHUP ? serve_on_reread : serve_on_stop, s);
		if (s->signals[i] == NULL || evsignal_add(s->signals[i], NULL) != 0)
			return false;
	}
	struct timeval often = time_timeval(SECOND);
	s->voice = event_new(s->base, -1, EV_PERSIST, serve_on_voice, NULL);
	if (s->voice == NULL || event_add(s->voice, &often) != 0)
		return false;
	if (s->notify.watchdog == 0)
		return true;
	often = time_timeval(s->notify.watchdog);
	s->watchdog = event_new(s->base, -1, EV_PERSIST, serve_on_watchdog, s);
	return s->watchdog != NULL && event_add(s->watchdog, &often) == 0;
}

static bool serve_open_control(struct serve *s)
{
	char path[CONTROL_PATH], why[WHY];
	struct watched_folder_calls calls = {serve_add, serve_on_folder_gone, s};
	if (s->asked.socket == NULL && !control_default_path(path)) {
		serve_misused("--socket",
			"it is needed where XDG_RUNTIME_DIR is not set, such as --socket \"$HOME/referee.sock\"");
		return false;
	}
	s->control = control_create(
		s->base, s->daemon, s->asked.socket != NULL ? s->asked.socket : path, why);
	if (s->control != NULL && s->asked.watch_dir != NULL)
		s->folder = watched_folder_create(s->base, s->asked.watch_dir, &calls, why);
	if (s->control != NULL && (s->asked.watch_dir == NULL || s->folder != NULL))
		return true;
	fprintf(stderr, "referee: %s\n", why);
	return false;
}

/* The path of the queue's file. Files in /run do not survive a reboot of the machine. NULL: no
 * path. */
static char *serve_queue_path(const struct serve *s)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	if (s->asked.queue != NULL)
		return memory_copy(s->asked.queue);
	if (s->asked.socket != NULL)
		return memory_print("%s.queue", s->asked.socket);
	if (geteuid() == 0)
		return memory_copy("/var/lib/referee.queue");
	if (state != NULL && *state == '/')
		return memory_print("%s/referee.queue", state);
	return home != NULL ? memory_print("%s/.local/state/referee.queue", home) : NULL;
}

/* False: it was reported. */
static bool serve_open_queue(struct serve *s)
{
	char why[WHY], *path = serve_queue_path(s);
	if (path == NULL)
		return true;
	s->queue = queue_open(path, why);
	free(path);
	if (s->queue == NULL)
		serve_misused("--queue", why);
	return s->queue != NULL;
}

static int serve_open_listener(struct serve *s)
{
	static const int statuses[] = {[LISTENER_SUPERVISOR_GOOD] = EXIT_SUCCESS,
		[LISTENER_SUPERVISOR_ADDRESS] = EXIT_USAGE,
		[LISTENER_SUPERVISOR_FILE] = EXIT_FILE,
		[LISTENER_SUPERVISOR_BROKEN] = EXIT_BROKEN};
	const struct serve_asked *a = &s->asked;
	struct listener_supervisor_terms terms = {.base = s->base,
		.addresses = a->bot_listen.all,
		.addresses_count = a->bot_listen.count,
		.tokens = a->tokens != NULL ? a->tokens : "referee.tokens",
		.certificate = a->certificate,
		.key = a->key,
		.insecure = a->insecure,
		.say = serve_say};
	char why[WHY];
	if (a->bot_listen.count == 0)
		return EXIT_SUCCESS;
	enum listener_supervisor_status status =
		listener_supervisor_create(&s->listener, &terms, why);
	if (status != LISTENER_SUPERVISOR_GOOD)
		fprintf(stderr, "referee: %s\n", why);
	return statuses[status];
}

static int serve_open(struct serve *s)
{
	struct daemon_terms terms = {.concurrency = (int)s->asked.concurrency,
		.side_by_side = (int)s->asked.parallel_tournaments,
		.verbose = s->asked.verbose,
		.say = serve_say,
		.event = s->asked.json ? serve_event : NULL,
		.changed = serve_on_changed,
		.arg = s};
	struct web_options web;
	char why[WHY];
	if (preflight_crowded((int)s->asked.concurrency, cpu_affinity_usable(), CLOCK_FAIR, why))
		serve_say(NULL, why);
	systemd_notify_open(&s->notify);
	if (s->asked.http_listen != NULL && !serve_read_listen(s, &web))
		return EXIT_USAGE;
	signal(SIGPIPE, SIG_IGN);
	process_raise_files(); /* for bots, processes and connections */
	s->base = terms.base = event_base_new();
	int status = s->base != NULL ? serve_open_listener(s) : EXIT_BROKEN;
	if (status != EXIT_SUCCESS)
		return status;
	if (s->listener != NULL)
		terms.sessions = listener_supervisor_sessions(s->listener);
	s->events = live_events_create();
	if (s->asked.http_listen != NULL)
		s->web = web_supervisor_create(s->base, s->events, &web, serve_say, NULL);
	if (!serve_open_queue(s))
		return EXIT_FILE;
	terms.queue = s->queue;
	terms.events = s->events;
	terms.web = s->web;
	terms.delays = &s->delays;
	s->daemon = daemon_create(&terms);
	if (s->daemon == NULL || !serve_open_signals(s)) {
		fputs("referee: there is no room for events\n", stderr);
		return EXIT_BROKEN;
	}
	return serve_open_control(s) ? EXIT_SUCCESS : EXIT_USAGE;
}

static void serve_close(struct serve *s)
{
	control_free(s->control);
	watched_folder_free(s->folder);
	daemon_free(s->daemon);
	queue_free(s->queue);
	listener_supervisor_free(s->listener);
	web_supervisor_free(s->web);
	live_events_free(s->events);
	if (s->token != NULL)
		crypto_forget(s->token, strlen(s->token));
	if (s->metrics_token != NULL)
		crypto_forget(s->metrics_token, strlen(s->metrics_token));
	free(s->token);
	free(s->metrics_token);
	for (int i = 0; i < SERVE_SIGNALS; i++)
		if (s->signals[i] != NULL)
			event_free(s->signals[i]);
	if (s->voice != NULL)
		event_free(s->voice);
	if (s->watchdog != NULL)
		event_free(s->watchdog);
	if (s->base != NULL)
		event_base_free(s->base);
	systemd_notify_close(&s->notify);
	options_clear(&command_serve.options, &s->asked);
}

/* Takes the files after everything is open, and runs until the operator stops the daemon. */
static int serve_loop(struct serve *s)
{
	for (int i = 0; i < s->asked.files.count; i++)
		serve_add(s, s->asked.files.all[i]);
	if (s->folder != NULL)
		watched_folder_scan(s->folder);
	if (s->queue != NULL)
		daemon_take_queue(s->daemon);
	systemd_notify_ready(&s->notify);
	serve_say(NULL, "ready");
	serve_on_changed(s);
	int status = event_base_dispatch(s->base) < 0 ? EXIT_BROKEN : EXIT_SUCCESS;
	if (s->ending)
		serve_say(NULL, "stopped");
	return status;
}

static int serve_run(int argc, char **argv)
{
	struct serve s = {.notify = {.socket = -1}};
	int processors = cpu_affinity_usable(), status;
	s.asked.concurrency = processors < CPU_SLOTS_MAX ? processors : CPU_SLOTS_MAX;
	s.asked.parallel_tournaments = 1;
	memory_live_long();
	bool read = command_read(&command_serve, &s.asked, argc, argv, &status);
	if (read)
		status = serve_open(&s);
	if (read && status == EXIT_SUCCESS)
		status = serve_loop(&s);
	serve_close(&s);
	return status;
}

#define SERVE_AT(member) offsetof(struct serve_asked, member)

static const struct option_row serve_options[] = {
	{.name = "watch-dir",
		.was = "folder",
		.value = "DIR",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(watch_dir),
		.help = "run also every NAME.conf in this folder, and those that are put there later"},
	{.name = "concurrency",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = SERVE_AT(concurrency),
		.min = 1,
		.max = CPU_SLOTS_MAX,
		.preset = "one for each processor",
		.help = "play this many games at a time in all; a tournament's own concurrency is the most that it gets of them"},
	{.name = "parallel-tournaments",
		.was = "side-by-side",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = SERVE_AT(parallel_tournaments),
		.min = 1,
		.max = CPU_SLOTS_MAX,
		.preset = "1: one after another",
		.help = "run this many tournaments at a time; those that share a database never run at the same time"},
	{.name = "socket",
		.value = "PATH",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(socket),
		.preset = "/run/referee.sock for root, else referee.sock in XDG_RUNTIME_DIR",
		.help = "listen on this socket to `referee status`, `pause`, `submit` and the others, of the daemon's own user and root"},
	{.name = "queue",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(queue),
		.preset =
			"beside the socket, as PATH.queue; with the usual socket /var/lib/referee.queue for root, else referee.queue in XDG_STATE_HOME or ~/.local/state",
		.help = "keep submitted tournaments that are not over in this file, so that they go on after a restart"},
	{.name = "json",
		.kind = OPTION_SWITCH,
		.at = SERVE_AT(json),
		.help = "write events on stdout, one JSON object a line: start, game, benched, done, stopped, failed, paused, each with its time and tournament"},
	{.name = "verbose",
		.kind = OPTION_SWITCH,
		.at = SERVE_AT(verbose),
		.help = "log a line for each game"},
	{.name = NULL},
};

static const struct option_row serve_web_options[] = {
	{.name = "http-listen",
		.was = "listen",
		.value = "HOST:PORT",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(http_listen),
		.help = "serve live pages at this address; port 0 takes a free port and logs it"},
	{.name = "web-token",
		.value = "TOKEN|@FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(web_token),
		.needs = "http-listen",
		.help = "let only readers with this token read the pages: ?token=... in the first address, afterwards a cookie; or Authorization: Bearer ..."},
	{.name = "metrics-token",
		.value = "TOKEN|@FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(metrics_token),
		.needs = "http-listen",
		.help = "let programs with this token read /metrics and nothing else, with Authorization: Bearer ...; without --web-token only /metrics is closed"},
	{.name = "public-name",
		.value = "NAME",
		.kind = OPTION_LIST,
		.at = SERVE_AT(names),
		.max = SERVE_NAMES,
		.needs = "http-listen",
		.help = "accept this name of the server in requests, beside its address and localhost (repeatable)"},
	{.name = "prefix",
		.value = "/PATH",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(prefix),
		.needs = "http-listen",
		.help = "begin all addresses of the pages with this, behind a proxy"},
	{.name = "behind-proxy",
		.kind = OPTION_SWITCH,
		.at = SERVE_AT(proxied),
		.needs = "http-listen",
		.help = "take readers' addresses from X-Forwarded-For and https from X-Forwarded-Proto of a proxy on this machine; without it all readers behind a proxy share the limits of one address"},
	{.name = NULL},
};

static const struct option_row serve_bot_options[] = {
	{.name = "bot-listen",
		.was = "gate",
		.value = "ADDRESS",
		.kind = OPTION_LIST,
		.at = SERVE_AT(bot_listen),
		.max = LISTENER_SOCKETS,
		.help = "accept bots from the network at this address: HOST:PORT with TLS 1.3, unix:PATH, or plain:HOST:PORT without TLS, on loopback (repeatable)"},
	{.name = "tokens",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(tokens),
		.needs = "bot-listen",
		.preset = "referee.tokens",
		.help = "accept the bots with a token in this file, as `referee token` writes it; SIGHUP reads it again, and disconnects bots whose token was changed or revoked"},
	{.name = "certificate",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(certificate),
		.needs = "bot-listen",
		.preset =
			"made once and kept beside the tokens as NAME.pem; its fingerprint is logged",
		.help = "use this certificate for TLS (PEM); SIGHUP reads it again"},
	{.name = "key",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = SERVE_AT(key),
		.needs = "certificate",
		.help = "use this private key of the certificate (PEM)"},
	{.name = "insecure",
		.kind = OPTION_SWITCH,
		.at = SERVE_AT(insecure),
		.needs = "bot-listen",
		.help = "allow plain: also on addresses where others can read and write along"},
	{.name = NULL},
};

static const char *const serve_examples[] = {"referee serve cup.conf --http-listen 127.0.0.1:8080",
	"referee serve --watch-dir /srv/referee --bot-listen 0.0.0.0:7000", NULL};

const struct command command_serve = {
	.name = "serve",
	.group = COMMAND_SERVER,
	.summary = "Run tournaments as they come: the daemon",
	.about =
		"Runs the tournaments of its files in their order, and tournaments that come later, until SIGTERM or Ctrl-C. "
		"SIGHUP reads the files again: bots that are new in them join where the format takes them. "
		"Started with the same files, it goes on where it was stopped.",
	.options = {.arguments = {{"FILE", ARGUMENT_ANY, SERVE_AT(files),
			    "the file of a tournament"}},
		.groups = {{.rows = serve_options}, {.title = "Pages", .rows = serve_web_options},
			{.title = "Bots from the network", .rows = serve_bot_options}}},
	.notes =
		"The log goes to stderr, one event a line with its time (RFC 3339, UTC) and level (error, warning, notice, info); where stderr is the journal, with the level in the journal's form.",
	.examples = serve_examples,
	.run = serve_run,
};
