/*
 * serve.c - `referee serve`: the daemon. It runs tournaments until the operator stops it. Their
 * files are named on the command line, put into a folder, or submitted.
 *
 * The daemon stays in the foreground and logs one line per event on stderr. It loses no played
 * game, however it ends. After a restart with the same files it resumes.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/serve-options.h"
#include "db/db.h"
#include "referee/process/log.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/process/crypto.h"
#include "referee/daemon/systemd-notify.h"
#include "referee/sandbox/cgroup.h"
#include "referee/net/listener.h"
#include "referee/net/tokens.h"
#include "referee/process/process.h"
#include "referee/process/cpu-affinity.h"
#include "referee/daemon/visitors.h"
#include "referee/web/play/web-play-messages.h"
#include "referee/daemon/web-supervisor.h"
#include "referee/daemon/control.h"
#include "referee/daemon/invitations.h"
#include "referee/daemon/watched-folder.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/prepare/preflight.h"

enum {
	SERVE_SIGNALS = 3,
	SERVE_PATIENCE =
		200,	   /* ms: for a database that others keep locked; then it is tried again */
	SERVE_TITLE = 100, /* bytes, as the next */
	SERVE_ABOUT = 8000
};

struct serve {
	struct serve_options options;
	struct log log, event_log; /* on stderr and on stdout */
	long logged;		   /* lines */
	struct latency_histogram delays;
	struct event_base *base;
	struct event *signals[SERVE_SIGNALS], *watchdog, *flush;
	struct daemon *daemon;
	struct control *control;
	struct watched_folder *folder;
	struct systemd_notify notify;
	struct live_events *events;
	struct web_supervisor *web;
	struct listener_supervisor *listener;
	struct visitors *visitors;
	char *play_at, *pages_at; /* owned: where the other server is, for links; NULL: nowhere */
	struct invitations *invitations; /* NULL: no listener */
	struct tokens tokens;		 /* without a listener: those that sign in */
	struct queue *queue;
	char *token, *metrics_token; /* owned: of the pages; NULL: any client may read them */
	char *about;		     /* owned: the organiser's text; NULL: none */
	bool ending;
};

/* --- the log --------------------------------------------------------------------------------- */

static void serve_log_of(void *arg, const char *tournament, const char *line)
{
	struct serve *s = arg;
	s->logged++;
	log_line_of(&s->log, tournament, line);
}

static void serve_log(void *arg, const char *line)
{
	serve_log_of(arg, NULL, line);
}

static __attribute__((format(printf, 2, 3))) void serve_log_format(
	struct serve *s, const char *format, ...)
{
	char line[PATH_MAX + 2 * ERROR_TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	serve_log(s, line);
}

/* Writes an event, a JSON object. */
static void serve_log_event(void *arg, const char *json)
{
	log_line(&((struct serve *)arg)->event_log, json);
}

/* --- the command line ------------------------------------------------------------------------ */

/* Reads the token that readers of the pages, or of the metrics, must present, if one is set.
 * False: it was reported. */
static bool serve_read_token(struct serve *s, const char *flag, char *given, char **token)
{
	struct error err;
	*token = given != NULL ? serve_token_read(given, serve_log, s, &err) : NULL;
	if (given != NULL && *token == NULL)
		command_misused(&command_serve, "%s: %s", flag, err.text);
	return given == NULL || *token != NULL;
}

static bool serve_read_tokens(struct serve *s, struct web_options *o)
{
	bool open = false;
	for (int i = 0; i < o->listen_count; i++)
		open |= !web_is_loopback(o->listen[i].host);
	if (s->options.web_token == NULL && open)
		serve_log(s,
			"web: all clients that reach this machine can read the pages; --web-token restricts them");
	if (!serve_read_token(s, "--web-token", s->options.web_token, &s->token) ||
		!serve_read_token(
			s, "--metrics-token", s->options.metrics_token, &s->metrics_token))
		return false;
	if (s->token != NULL && open)
		serve_log(
			s, "web: the network carries the pages and their token without encryption");
	o->token = s->token;
	o->metrics_token = s->metrics_token;
	return true;
}

/* Reads the site's name and the organiser's text, "TEXT" or "@FILE". False: it was reported. */
static bool serve_read_title(struct serve *s, struct web_options *o)
{
	const char *title = s->options.title, *about = s->options.about;
	struct error err = {""};
	int line;
	if (title != NULL && (*title == '\0' || strlen(title) > SERVE_TITLE))
		return command_report(&command_serve, "--title: it has 1 to %d bytes", SERVE_TITLE);
	if (about != NULL && *about == '@')
		s->about = text_file_read(about + 1, SERVE_ABOUT, &line, &err);
	else if (about != NULL && strlen(about) <= SERVE_ABOUT)
		s->about = memory_copy(about);
	if (about != NULL && s->about == NULL)
		return command_report(&command_serve, "--about: %s%s%s",
			*about == '@' ? about + 1 : "",
			*about == '@' ? ": " : "it has at most 8000 bytes", err.text);
	o->title = title;
	o->about = s->about;
	return true;
}

/* Reads the options of the web and visitors' processes. False: a mistake was reported. */
static bool serve_read_listen(struct serve *s, struct web_options *pages, struct web_options *play)
{
	const struct serve_options *a = &s->options;
	bool links = a->http_listen.count > 0 && a->visitor_listen.count > 0;
	if (!serve_options_open("http-listen", &a->http_listen, pages) ||
		!serve_options_open("visitor-listen", &a->visitor_listen, play))
		return false;
	if (a->play_url != NULL && strncmp(a->play_url, "http://", 7) != 0 &&
		strncmp(a->play_url, "https://", 8) != 0)
		return command_report(&command_serve,
			"--play-url \"%s\": it is a whole address, such as https://play.example.org/",
			a->play_url);
	if (a->play_url != NULL)
		s->play_at = memory_copy(a->play_url);
	else if (links)
		s->play_at = memory_print(":%d", play->listen[0].port);
	if (links && a->play_url == NULL && a->prefix == NULL)
		s->pages_at = memory_print(":%d", pages->listen[0].port);
	if (!serve_options_names(a, play) || !serve_read_title(s, play))
		return false;
	play->prefix = NULL; /* it is another server, with another name or port */
	play->other = s->pages_at;
	if (a->http_listen.count == 0)
		return true;
	pages->other = s->play_at;
	pages->no_games = a->visitor_listen.count > 0 && a->play.count == 0;
	pages->title = play->title;
	pages->about = play->about;
	return serve_read_tokens(s, pages) && serve_options_names(a, pages);
}

/* --- while the daemon runs ------------------------------------------------------------------- */

/* Adds a file of this user by its absolute path, as if it was submitted. */
static void serve_add(void *arg, const char *file, int64_t owner)
{
	struct serve *s = arg;
	struct error err;
	char whole[PATH_MAX];
	if (realpath(file, whole) == NULL) {
		serve_log_format(s, "<3>%s: %s", file, strerror(errno));
		return;
	}
	enum daemon_add added = daemon_add(s->daemon, whole, owner, NULL, &err);
	if (added == DAEMON_WRONG) /* the mistakes were logged */
		serve_log_format(s, "<3>%s is left out", file);
	else if (added == DAEMON_REFUSED)
		serve_log_format(s, "<3>%s is left out: %s", file, err.text);
}

static void serve_on_foreign(void *arg, const char *file)
{
	serve_log_format(arg,
		"<3>%s is left out: it is a link to a file of another user; copy that file into the folder",
		file);
}

static void serve_on_folder_gone(void *arg, const char *folder)
{
	serve_log_format(arg, "<4>%s is gone; it is watched again when it is there", folder);
}

static void serve_on_folder_back(void *arg, const char *folder)
{
	serve_log_format(arg, "<5>%s is there again, and is watched", folder);
}

static void serve_report_status(const struct serve *s)
{
	char text[ERROR_TEXT];
	daemon_summary(s->daemon, text, sizeof text);
	systemd_notify_status(&s->notify, text);
}

static void serve_on_changed(void *arg)
{
	struct serve *s = arg;
	serve_report_status(s);
	if (daemon_is_ending(s->daemon) && daemon_quiet(s->daemon))
		event_base_loopbreak(s->base);
}

static void serve_on_watchdog(evutil_socket_t fd, short what, void *arg)
{
	struct serve *s = arg;
	(void)fd;
	(void)what;
	systemd_notify_send(&s->notify, SYSTEMD_NOTIFY_ALIVE);
	serve_report_status(s);
}

/* Writes kept log lines, after the reader of stderr or stdout was slow. */
static void serve_on_flush(evutil_socket_t fd, short what, void *arg)
{
	struct serve *s = arg;
	(void)fd;
	(void)what;
	log_flush(&s->log);
	log_flush(&s->event_log);
}

/* The first signal stops cleanly; the second does not wait for the games. */
static void serve_on_stop(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (!s->ending)
		serve_log(s, "stops; every finished game is kept");
	systemd_notify_send(&s->notify, SYSTEMD_NOTIFY_STOPPING);
	daemon_end(s->daemon, s->ending);
	s->ending = true;
}

/* Reads a token's file again, if it changed. A wrong file changes nothing. */
static bool serve_reread_token(struct serve *s, const char *flag, char *given, char **token)
{
	struct error err;
	if (given == NULL || *given != '@')
		return false;
	char *now = serve_token_read(given, serve_log, s, &err);
	if (now == NULL)
		serve_log_format(s, "web: %s: %s; the token stays as it was", flag, err.text);
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
	bool pages = serve_reread_token(s, "--web-token", s->options.web_token, &s->token);
	bool metrics = serve_reread_token(
		s, "--metrics-token", s->options.metrics_token, &s->metrics_token);
	if (s->web != NULL && (pages || metrics))
		web_supervisor_tokens(s->web, s->token, s->metrics_token);
}

static const char *serve_tokens_path(const struct serve *s)
{
	return s->options.tokens != NULL ? s->options.tokens : "referee.tokens";
}

/* Tells the pages which tokens sign in. Without a listener only they need the file, and it may be
 * missing. A wrong file changes nothing. */
static void serve_send_accounts(struct serve *s)
{
	struct tokens fresh;
	struct error err;
	if (s->web == NULL)
		return;
	if (s->listener != NULL) {
		web_supervisor_accounts(s->web, listener_supervisor_tokens(s->listener));
	} else if (token_file_read(serve_tokens_path(s), true, &fresh, &err)) {
		tokens_clear(&s->tokens);
		s->tokens = fresh;
		web_supervisor_accounts(s->web, &s->tokens);
	} else {
		serve_log_format(s, "web: %s; owners sign in as before", err.text);
	}
}

static const char *serve_on_owner(void *arg, const char *name)
{
	struct serve *s = arg;
	const struct tokens *tokens =
		s->listener != NULL ? listener_supervisor_tokens(s->listener) : &s->tokens;
	const struct token_row *row = tokens_find(tokens, name);
	return row != NULL ? token_owner(row) : NULL;
}

/* An invitation was used. */
static void serve_on_tokens(void *arg)
{
	struct serve *s = arg;
	listener_supervisor_reread(s->listener);
	serve_send_accounts(s);
	daemon_tokens_changed(s->daemon);
}

static bool serve_tokens_settled(void *arg)
{
	return listener_supervisor_settled(((struct serve *)arg)->listener);
}

static void serve_open_invitations(struct serve *s)
{
	const struct invitations_options options = {.base = s->base,
		.tokens = serve_tokens_path(s),
		.say = serve_log,
		.changed = serve_on_tokens,
		.settled = serve_tokens_settled,
		.arg = s};
	if (s->listener == NULL)
		return;
	s->invitations = invitations_create(&options);
	listener_supervisor_on_join(s->listener, invitations_take, s->invitations);
}

/* Reads the files again: changed files, files with mistakes, and new files. */
static void serve_on_reread(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (daemon_is_ending(s->daemon))
		return;
	systemd_notify_reloading(&s->notify);
	serve_log(s, "reads the files again");
	long before = s->logged;
	bool added = false;
	if (s->listener != NULL)
		listener_supervisor_reread(s->listener);
	serve_reread_tokens(s);
	serve_send_accounts(s);
	daemon_tokens_changed(s->daemon);
	daemon_reread(s->daemon);
	for (int i = 0; i < s->options.files.count; i++) {
		char whole[PATH_MAX];
		bool there = realpath(s->options.files.all[i], whole) != NULL;
		if (there && (daemon_has(s->daemon, whole) || daemon_has_had(s->daemon, whole)))
			continue;
		serve_add(s, s->options.files.all[i], TEXT_FILE_ANYONE);
		added = true; /* it is logged when it begins */
	}
	if (!added && s->logged == before)
		serve_log(s, "nothing has changed");
	systemd_notify_send(&s->notify, SYSTEMD_NOTIFY_READY);
}

/* --- start and end --------------------------------------------------------------------------- */

static int serve_broken(void)
{
	command_report(&command_serve, "the machine is out of memory or file descriptors");
	return EXIT_BROKEN;
}

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
	s->flush = event_new(s->base, -1, EV_PERSIST, serve_on_flush, s);
	if (s->flush == NULL || event_add(s->flush, &often) != 0)
		return false;
	if (s->notify.watchdog == 0)
		return true;
	often = time_timeval(s->notify.watchdog);
	s->watchdog = event_new(s->base, -1, EV_PERSIST, serve_on_watchdog, s);
	return s->watchdog != NULL && event_add(s->watchdog, &often) == 0;
}

static bool serve_open_control(struct serve *s)
{
	struct error err;
	char path[CONTROL_PATH];
	struct watched_folder_calls calls = {
		serve_add, serve_on_foreign, serve_on_folder_gone, serve_on_folder_back, s};
	const char *at = s->options.socket != NULL ? s->options.socket : path;
	if (at == path && !control_default_path(path))
		return command_report(&command_serve,
			"--socket: it is needed where XDG_RUNTIME_DIR is not set, such as --socket \"$HOME/referee.sock\"");
	s->control = control_create(s->base, s->daemon, at, s->options.socket_group, &err);
	if (s->control != NULL && s->options.watch_dir != NULL)
		s->folder = watched_folder_create(s->base, s->options.watch_dir, &calls, &err);
	if (s->control != NULL && (s->options.watch_dir == NULL || s->folder != NULL))
		return true;
	command_report(&command_serve, "%s", err.text);
	return false;
}

/* The path of the queue's file. Files in /run do not survive a reboot of the machine. NULL: no
 * path. */
static char *serve_queue_path(const struct serve *s)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	if (s->options.queue != NULL)
		return memory_copy(s->options.queue);
	if (s->options.socket != NULL)
		return memory_print("%s.queue", s->options.socket);
	if (geteuid() == 0)
		return memory_copy("/var/lib/referee.queue");
	if (state != NULL && *state == '/')
		return memory_print("%s/referee.queue", state);
	return home != NULL ? memory_print("%s/.local/state/referee.queue", home) : NULL;
}

/* False: it was reported. */
static bool serve_open_queue(struct serve *s)
{
	struct error err;
	char *path = serve_queue_path(s);
	if (path == NULL)
		return true;
	s->queue = queue_open(path, &err);
	free(path);
	if (s->queue == NULL)
		command_misused(&command_serve, "--queue: %s", err.text);
	return s->queue != NULL;
}

static int serve_open_listener(struct serve *s)
{
	static const int statuses[] = {[LISTENER_SUPERVISOR_GOOD] = EXIT_SUCCESS,
		[LISTENER_SUPERVISOR_ADDRESS] = EXIT_USAGE,
		[LISTENER_SUPERVISOR_FILE] = EXIT_FILE,
		[LISTENER_SUPERVISOR_BROKEN] = EXIT_BROKEN};
	const struct serve_options *a = &s->options;
	struct listener_supervisor_options terms = {.base = s->base,
		.addresses = a->bot_listen.all,
		.addresses_count = a->bot_listen.count,
		.tokens = serve_tokens_path(s),
		.certificate = a->certificate,
		.key = a->key,
		.insecure = a->insecure,
		.say = serve_log,
		.arg = s};
	struct error err;
	if (a->bot_listen.count == 0)
		return EXIT_SUCCESS;
	enum listener_supervisor_status status =
		listener_supervisor_create(&s->listener, &terms, &err);
	if (status != LISTENER_SUPERVISOR_GOOD)
		command_report(&command_serve, "%s", err.text);
	return statuses[status];
}

/* False: a file has mistakes, which were reported. */
static bool serve_open_visitors(struct serve *s, const struct web_options *web)
{
	const struct serve_options *a = &s->options;
	if (a->visitor_listen.count == 0)
		return true;
	s->visitors = visitors_create(&(struct visitors_options){.base = s->base,
		.web = *web,
		.files = a->play.all,
		.files_count = a->play.count,
		.games = (int)a->visitor_games,
		.silence = a->visitor_silence * SECOND,
		.say = serve_log,
		.arg = s});
	return s->visitors != NULL;
}

/* A form of the visitors' server hands in a bot. */
static bool serve_on_form(void *arg, const char *name, const char *token,
	const struct peer_limit_key *from, int fd, struct error *err)
{
	return daemon_take_form(((struct serve *)arg)->daemon, name, token, from, fd, err);
}

static int serve_open(struct serve *s)
{
	struct daemon_options options = {.concurrency = (int)s->options.concurrency,
		.side_by_side = (int)s->options.parallel_tournaments,
		.verbose = s->options.verbose,
		.say = serve_log,
		.say_of = serve_log_of,
		.send_max = s->options.send_max * 1000,
		.send_hourly = (int)s->options.send_hourly,
		.event = s->options.json ? serve_log_event : NULL,
		.changed = serve_on_changed,
		.owner = serve_on_owner,
		.arg = s};
	struct web_options web, play;
	struct error err;
	if (preflight_crowded((int)s->options.concurrency, cpu_affinity_usable(), CLOCK_FAIR, &err))
		serve_log(s, err.text);
	systemd_notify_open(&s->notify);
	if (!serve_read_listen(s, &web, &play))
		return EXIT_USAGE;
	signal(SIGPIPE, SIG_IGN);
	process_raise_files(); /* for bots, processes and connections */
	s->base = options.base = event_base_new();
	/* Before the first process: a signal that comes from now on stops it in order. */
	if (s->base == NULL || !serve_open_signals(s))
		return serve_broken();
	int status = serve_open_listener(s);
	if (status != EXIT_SUCCESS)
		return status;
	options.listener = s->listener;
	s->events = live_events_create();
	if (s->options.http_listen.count > 0)
		s->web = web_supervisor_create(s->base, s->events, &web, serve_log, s);
	serve_send_accounts(s);
	if (!serve_open_visitors(s, &play) || !serve_open_queue(s))
		return EXIT_FILE;
	options.queue = s->queue;
	options.events = s->events;
	options.web = s->web;
	options.delays = &s->delays;
	s->daemon = daemon_create(&options);
	if (s->daemon == NULL)
		return serve_broken();
	if (s->visitors != NULL && s->listener != NULL)
		visitors_on_send(s->visitors, options.send_max, serve_on_form, s);
	serve_open_invitations(s);
	return serve_open_control(s) ? EXIT_SUCCESS : EXIT_USAGE;
}

static void serve_close(struct serve *s)
{
	control_free(s->control);
	invitations_free(s->invitations);
	tokens_clear(&s->tokens);
	watched_folder_free(s->folder);
	daemon_free(s->daemon);
	queue_free(s->queue);
	listener_supervisor_free(s->listener);
	visitors_free(s->visitors);
	web_supervisor_free(s->web);
	free(s->play_at);
	free(s->pages_at);
	live_events_free(s->events);
	if (s->token != NULL)
		crypto_forget(s->token, strlen(s->token));
	if (s->metrics_token != NULL)
		crypto_forget(s->metrics_token, strlen(s->metrics_token));
	free(s->token);
	free(s->metrics_token);
	free(s->about);
	for (int i = 0; i < SERVE_SIGNALS; i++)
		if (s->signals[i] != NULL)
			event_free(s->signals[i]);
	if (s->flush != NULL)
		event_free(s->flush);
	if (s->watchdog != NULL)
		event_free(s->watchdog);
	if (s->base != NULL)
		event_base_free(s->base);
	systemd_notify_close(&s->notify);
	options_clear(&command_serve.options, &s->options);
}

static int serve_run(int argc, char **argv)
{
	struct serve s = {.notify = {.socket = -1}};
	int status;
	serve_options_init(&s.options);
	memory_live_long();
	db_set_patience(SERVE_PATIENCE);
	bool read = command_read(&command_serve, &s.options, argc, argv, &status);
	log_open(&s.log, "serve", STDERR_FILENO);
	s.log.style = s.options.log == SERVE_LOG_JSON ? LOG_JSON : log_style_of(STDERR_FILENO);
	log_open(&s.event_log, "", STDOUT_FILENO);
	s.event_log.style = LOG_BARE;
	if (read) {
		cgroup_make_room();
		status = serve_open(&s);
	}
	if (read && status == EXIT_SUCCESS) {
		for (int i = 0; i < s.options.files.count; i++)
			serve_add(&s, s.options.files.all[i], TEXT_FILE_ANYONE);
		if (s.folder != NULL)
			watched_folder_scan(s.folder);
		if (s.queue != NULL)
			daemon_read_queue(s.daemon);
		systemd_notify_send(&s.notify, SYSTEMD_NOTIFY_READY);
		serve_log(&s, "ready");
		serve_on_changed(&s);
		status = event_base_dispatch(s.base) < 0 ? EXIT_BROKEN : EXIT_SUCCESS;
		if (daemon_is_ending(s.daemon))
			serve_log(&s, "stopped");
	}
	serve_close(&s);
	return status;
}

const struct command command_serve = {
	.name = "serve",
	.group = COMMAND_SERVER,
	.summary = "Run tournaments as a daemon, until it is stopped",
	.about =
		"Runs the tournaments of its files in their order, and tournaments that come later, until SIGTERM or Ctrl-C. "
		"SIGHUP reads the files again: bots that are new in them join where the format takes them. "
		"Started with the same files, it resumes where it stopped.",
	.options = {.arguments = {{"FILE", ARGUMENT_ANY, offsetof(struct serve_options, files),
			    "the file of a tournament"}},
		.groups = {{.rows = serve_rows}, {.title = "Pages", .rows = serve_web_rows},
			{.title = "Play in the browser", .rows = serve_visitor_rows},
			{.title = "Bots from the network", .rows = serve_bot_rows}}},
	.notes =
		"The log goes to stderr, one event a line with its time (RFC 3339, UTC) and level (error, warning, notice, info); where stderr is the journal, with the level in the journal's form; with --log json one object a line.",
	.examples =
		(const char *const[]){
			"# Play a tournament, and show it to browsers on this machine.",
			"referee serve cup.conf --http-listen 127.0.0.1:8080",
			"# Play what is put into a folder, and accept bots from the network.",
			"referee serve --watch-dir /srv/referee --bot-listen 0.0.0.0:7000", NULL},
	.run = serve_run,
};
