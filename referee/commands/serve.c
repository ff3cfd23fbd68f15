/*
 * serve.c - `referee serve`: the daemon. Tournaments from files that are named, dropped into a
 * folder or submitted, one after another or side by side, until it is told to stop.
 *
 * It stays in the foreground and says a line a fact on stderr. Nothing that was played is lost,
 * however it ends: started again with the same files it goes on.
 */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/processes/notify.h"
#include "referee/tournament/broadcast.h"
#include "referee/tournament/control.h"
#include "referee/tournament/flags.h"
#include "referee/tournament/folder.h"

enum { SERVE_SIGNALS = 3 };

struct serve {
	const char **files; /* owned, what is in it is borrowed */
	int files_count;
	const char *folder_path, *socket_path, *concurrency_text, *side_text, *listen;
	bool verbose;
	int concurrency, side_by_side;
	struct event_base *base;
	struct event *signals[SERVE_SIGNALS], *watchdog;
	struct host *host;
	struct control *control;
	struct folder *folder;
	struct notify notify;
	struct broadcast *broadcast;
	char address[64];
	bool ending;
};

static void serve_say(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "serve: %s\n", line);
}

static int serve_misused(const char *flag, const char *why)
{
	fprintf(stderr, "referee: %s: %s\n", flag, why);
	return EXIT_USAGE;
}

/* --- what is asked --------------------------------------------------------------------------- */

enum { SERVE_FLAGS = 6 };
static const char *const serve_flags[SERVE_FLAGS] = {
	"--folder", "--socket", "--concurrency", "--side-by-side", "--listen", "--verbose"};

/* Takes the flag at argv[i]; returns how many words it took, 0: told. */
static int serve_flag(struct serve *s, int argc, char **argv, int i)
{
	const char **values[] = {
		&s->folder_path, &s->socket_path, &s->concurrency_text, &s->side_text, &s->listen};
	if (strcmp(argv[i], "--verbose") == 0) {
		s->verbose = true;
		return 1;
	}
	for (int f = 0; f < SERVE_FLAGS - 1; f++) {
		size_t length = strlen(serve_flags[f]);
		if (strncmp(argv[i], serve_flags[f], length) != 0)
			continue;
		bool joined = argv[i][length] == '=';
		if (!joined && argv[i][length] != '\0')
			continue;
		*values[f] = joined ? argv[i] + length + 1 : i + 1 < argc ? argv[i + 1] : "";
		if (**values[f] == '\0') {
			serve_misused(serve_flags[f], "it needs a value");
			return 0;
		}
		return joined ? 1 : 2;
	}
	struct mistakes mistakes = {serve_say, NULL, 0};
	settings_unknown_flag(argv[i], serve_flags, SERVE_FLAGS, &mistakes);
	return 0;
}

/* A number of at least 1; text NULL: the preset. False: told. */
static bool serve_number(const char *flag, const char *text, int preset, int *number)
{
	char *end;
	long value = text != NULL ? strtol(text, &end, 10) : preset;
	if (text != NULL && (*end != '\0' || value < 1 || value > PLACES_MOST)) {
		fprintf(stderr, "referee: %s \"%s\": it is a number from 1 to %d\n", flag, text,
			PLACES_MOST);
		return false;
	}
	*number = (int)value;
	return true;
}

static int serve_processors(void)
{
	cpu_set_t mine;
	int count = sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
	return count < PLACES_MOST ? count : PLACES_MOST;
}

static bool serve_read(struct serve *s, int argc, char **argv)
{
	s->files = calloc((size_t)argc, sizeof *s->files);
	for (int i = 1; i < argc && s->files != NULL;) {
		int taken = 1;
		if (argv[i][0] == '-')
			taken = serve_flag(s, argc, argv, i);
		else
			s->files[s->files_count++] = argv[i];
		if (taken == 0)
			return false;
		i += taken;
	}
	return s->files != NULL &&
	       serve_number(
		       "--concurrency", s->concurrency_text, serve_processors(), &s->concurrency) &&
	       serve_number("--side-by-side", s->side_text, 1, &s->side_by_side);
}

/* "HOST:PORT", "[::1]:8080". False: told. */
static bool serve_read_listen(struct serve *s, struct web_options *o)
{
	const char *colon = strrchr(s->listen, ':'), *from = s->listen;
	char *end = NULL;
	size_t length = colon != NULL ? (size_t)(colon - from) : 0;
	long port = colon != NULL ? strtol(colon + 1, &end, 10) : -1;
	if (length > 2 && *from == '[' && from[length - 1] == ']') {
		from++;
		length -= 2;
	}
	bool good = colon != NULL && end != colon + 1 && *end == '\0' && port >= 0 && port < 65536;
	if (!good || length == 0 || length >= sizeof s->address) {
		serve_misused(
			"--listen", "it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any");
		return false;
	}
	memcpy(s->address, from, length);
	s->address[length] = '\0';
	*o = (struct web_options){.address = s->address, .port = (int)port};
	if (!web_is_loopback(s->address))
		serve_say(NULL, "web: the pages can be read by everybody who reaches this machine");
	return true;
}

/* --- while it runs --------------------------------------------------------------------------- */

/* A file by the path that it would be submitted with. */
static void serve_add(void *arg, const char *file)
{
	struct serve *s = arg;
	char whole[PATH_MAX], line[PATH_MAX + WHY], why[WHY];
	if (realpath(file, whole) == NULL)
		snprintf(line, sizeof line, "%s: %s", file, strerror(errno));
	else if (host_add(s->host, whole, why))
		return;
	else
		snprintf(line, sizeof line, "%s is left out: %s", file, why);
	serve_say(NULL, line);
}

static void serve_on_folder_gone(void *arg, const char *folder)
{
	char line[PATH_MAX + 64];
	(void)arg;
	snprintf(line, sizeof line, "%s is gone: it is not watched any more", folder);
	serve_say(NULL, line);
}

static void serve_on_changed(void *arg)
{
	struct serve *s = arg;
	char text[WHY];
	host_summary(s->host, text, sizeof text);
	notify_status(&s->notify, text);
	if (s->ending && host_quiet(s->host))
		event_base_loopbreak(s->base);
}

static void serve_on_watchdog(evutil_socket_t fd, short what, void *arg)
{
	struct serve *s = arg;
	(void)fd;
	(void)what;
	notify_alive(&s->notify);
}

/* The first signal stops cleanly; the second does not wait for the games. */
static void serve_on_stop(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (!s->ending)
		serve_say(NULL, "stops; every finished game is kept");
	notify_stopping(&s->notify);
	host_end(s->host, s->ending);
	s->ending = true;
}

/* The files are read again: those that run, those that were wrong, those that are new. */
static void serve_on_reread(evutil_socket_t number, short what, void *arg)
{
	struct serve *s = arg;
	(void)number;
	(void)what;
	if (s->ending)
		return;
	notify_reloading(&s->notify);
	serve_say(NULL, "reads the files again");
	host_reread(s->host);
	for (int i = 0; i < s->files_count; i++) {
		char whole[PATH_MAX];
		if (realpath(s->files[i], whole) != NULL && !host_has(s->host, whole))
			serve_add(s, s->files[i]);
	}
	notify_ready(&s->notify);
}

/* --- its life -------------------------------------------------------------------------------- */

static bool serve_open_signals(struct serve *s)
{
	static const int numbers[SERVE_SIGNALS] = {SIGTERM, SIGINT, SIGHUP};
	signal(SIGPIPE, SIG_IGN);
	for (int i = 0; i < SERVE_SIGNALS; i++) {
		s->signals[i] = evsignal_new(s->base, numbers[i],
			numbers[i] == SIGHUP ? serve_on_reread : serve_on_stop, s);
		if (s->signals[i] == NULL || evsignal_add(s->signals[i], NULL) != 0)
			return false;
	}
	if (s->notify.watchdog == 0)
		return true;
	struct timeval often = {
		.tv_sec = s->notify.watchdog / SECOND, .tv_usec = s->notify.watchdog % SECOND};
	s->watchdog = event_new(s->base, -1, EV_PERSIST, serve_on_watchdog, s);
	return s->watchdog != NULL && event_add(s->watchdog, &often) == 0;
}

static bool serve_open_doors(struct serve *s)
{
	char path[CONTROL_PATH], why[WHY];
	struct folder_calls calls = {serve_add, serve_on_folder_gone, s};
	if (s->socket_path == NULL && !control_default_path(path)) {
		serve_misused("--socket", "it is needed where XDG_RUNTIME_DIR is not set");
		return false;
	}
	s->control = control_create(
		s->base, s->host, s->socket_path != NULL ? s->socket_path : path, why);
	if (s->control != NULL && s->folder_path != NULL)
		s->folder = folder_create(s->base, s->folder_path, &calls, why);
	if (s->control != NULL && (s->folder_path == NULL || s->folder != NULL))
		return true;
	fprintf(stderr, "referee: %s\n", why);
	return false;
}

static int serve_open(struct serve *s)
{
	struct host_terms terms = {.concurrency = s->concurrency,
		.side_by_side = s->side_by_side,
		.verbose = s->verbose,
		.say = serve_say,
		.changed = serve_on_changed,
		.arg = s};
	struct web_options web;
	notify_open(&s->notify);
	if (s->listen != NULL && !serve_read_listen(s, &web))
		return EXIT_USAGE;
	s->base = terms.base = event_base_new();
	if (s->base != NULL && s->listen != NULL) {
		signal(SIGPIPE, SIG_IGN);
		s->broadcast = broadcast_create(s->base, &web, serve_say, NULL);
	}
	terms.broadcast = s->broadcast;
	s->host = s->base != NULL ? host_create(&terms) : NULL;
	if (s->host == NULL || !serve_open_signals(s)) {
		fputs("referee: there is no room for events\n", stderr);
		return EXIT_BROKEN;
	}
	return serve_open_doors(s) ? EXIT_SUCCESS : EXIT_USAGE;
}

static void serve_close(struct serve *s)
{
	control_free(s->control);
	folder_free(s->folder);
	host_free(s->host);
	broadcast_free(s->broadcast);
	for (int i = 0; i < SERVE_SIGNALS; i++)
		if (s->signals[i] != NULL)
			event_free(s->signals[i]);
	if (s->watchdog != NULL)
		event_free(s->watchdog);
	if (s->base != NULL)
		event_base_free(s->base);
	notify_close(&s->notify);
	free(s->files);
}

static int serve_run(int argc, char **argv)
{
	struct serve s = {.notify = {.socket = -1}};
	int status = serve_read(&s, argc, argv) ? serve_open(&s) : EXIT_USAGE;
	if (status == EXIT_SUCCESS) {
		for (int i = 0; i < s.files_count; i++)
			serve_add(&s, s.files[i]);
		if (s.folder != NULL)
			folder_scan(s.folder);
		notify_ready(&s.notify);
		serve_say(NULL, "ready");
		serve_on_changed(&s);
		if (event_base_dispatch(s.base) < 0)
			status = EXIT_BROKEN;
		if (s.ending)
			serve_say(NULL, "stopped");
	}
	serve_close(&s);
	return status;
}

static const char serve_help[] =
	"Runs the tournaments of its FILEs, in their order, and of what comes later, until SIGTERM "
	"or\n"
	"Ctrl-C. SIGHUP reads the files again: bots that are new in them join where the format "
	"takes\n"
	"them. With the same files it goes on where it was stopped.\n\n"
	"  --folder DIR      also every NAME.conf in DIR, and those that are put there later\n"
	"  --concurrency N   games at a time, in all; a tournament's own concurrency is the most\n"
	"                    that it gets of them (default: one for each processor)\n"
	"  --side-by-side N  tournaments at a time (default 1: one after another); those that\n"
	"                    share a database never run at the same time\n"
	"  --socket PATH     where it listens to `referee status`, `pause`, `submit` and the "
	"others\n"
	"                    (default: /run/referee.sock for root, else referee.sock in\n"
	"                    XDG_RUNTIME_DIR); only its own user and root are heard\n"
	"  --listen HOST:PORT  pages there, live: 127.0.0.1:0 takes a port that is free and says\n"
	"                    which (default: no pages)\n"
	"  --verbose         a line for each game\n";

const struct command command_serve = {
	.name = "serve",
	.summary = "run tournaments as they come: the daemon",
	.usage = "[FILE...] [flags]",
	.help = serve_help,
	.run = serve_run,
};
