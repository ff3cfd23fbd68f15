/*
 * control.c - the daemon's Unix socket: the table of requests, clients, and their answers.
 *
 * Requests run in the events of the daemon's event base. No request waits.
 */
#include "referee/daemon/control.h"

#include <errno.h>
#include <event2/listener.h>
#include <grp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/did-you-mean.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/net/net-address.h"
#include "referee/process/peer.h"

/* --- the table of requests -------------------------------------------------------------------- */

static bool control_status(struct daemon *daemon, char *const *word, FILE *out, struct error *err)
{
	struct daemon_shown shown = {.json = false};
	for (; *word != NULL; word++)
		if (strcmp(*word, "--json") == 0) {
			shown.json = true;
		} else if (strcmp(*word, "--bots") == 0) {
			shown.bots = true;
		} else if (strcmp(*word, "--names") == 0) {
			shown.names = true;
		} else {
			return error_set(err,
				"status: unknown option; --json, --bots and --names are allowed");
		}
	daemon_status(daemon, out, shown);
	return true;
}

bool control_parse_wish(char *const *word, struct watch_options *options, struct error *err)
{
	*options = (struct watch_options){.number = 0};
	for (; *word != NULL; word++) {
		bool digits = (*word)[strspn(*word, "0123456789")] == '\0' && **word != '\0';
		if (strcmp(*word, "--follow") == 0) {
			options->follow = true;
		} else if (options->name != NULL || options->number > 0 || **word == '-') {
			return error_set(err,
				"watch: wrong words; give --follow, and a game's number or a bot's name");
		} else if (digits) {
			long number = strtol(*word, NULL, 10);
			options->number = number > 0 && number < INT_MAX ? (int)number : INT_MAX;
		} else {
			options->name = *word;
		}
	}
	if (options->follow && options->number > 0)
		error_set(err,
			"watch: --follow takes no game's number; give a bot's name, or nothing");
	return !options->follow || options->number == 0;
}

const struct control_row control_table[] = {
	{"submit", "FILE", CONTROL_SUBMIT,
		"play the tournament of this file. Relative paths in it start at the daemon's folder"},
	{"status", "[--json] [--bots] [--names]", CONTROL_STATUS,
		"list the tournaments and their progress; with --bots also the remote bots"},
	{"pause", "[TOURNAMENT]", CONTROL_PAUSE,
		"start no games of this tournament, or of any; running games finish"},
	{"resume", "[TOURNAMENT]", CONTROL_RESUME, "start games again"},
	{"stop", "[TOURNAMENT]", CONTROL_STOP, "stop this tournament, or all; submit resumes one"},
	{"concurrency", "GAMES", CONTROL_CONCURRENCY, "play this many games at a time"},
	{"add-bot", "TOURNAMENT NAME=COMMAND", CONTROL_ADD_BOT,
		"add a bot to a running tournament whose format takes it. It also takes part when the tournament resumes. If the file then names the bot, the file decides"},
	{"bench-bot", "TOURNAMENT NAME", CONTROL_BENCH_BOT,
		"stop playing the games of a bot. It stays benched when the tournament resumes, until unbench-bot"},
	{"unbench-bot", "TOURNAMENT NAME", CONTROL_UNBENCH_BOT,
		"play the games of a benched bot again. The games that it missed are played when the tournament is started again. A ladder may pair it only then"},
	{"revert", "TOURNAMENT NAME [VERSION]", CONTROL_REVERT,
		"restore an earlier version of a bot that was sent; VERSION is its name, as `referee send` printed it. Without VERSION it restores the previous version; a second call returns to the newer one. It waits until the version plays, or prints the reason"},
	{"kick", "NAME", CONTROL_KICK,
		"close all connections of a remote bot, which may come back. To keep it away, revoke its token: `referee token revoke NAME`"},
	{"announce", "TEXT", CONTROL_ANNOUNCE,
		"show a line of plain text on all pages. It stays after a restart, until the next one replaces it; an empty text removes it"},
	{"drain", "", CONTROL_DRAIN,
		"end when the games in play are finished, however long that takes; start no others. When all are stored the daemon ends with status 0. SIGTERM does not wait for games: they are played again. Started again, the daemon resumes its tournaments"},
	{"watch", "[--follow] [GAME|BOT]", CONTROL_WATCH, NULL},
	{.word = NULL},
};

const struct control_row *control_find(const char *word, struct error *err)
{
	const char *names[32];
	int count = 0;
	for (const struct control_row *row = control_table; row->word != NULL; row++) {
		if (strcmp(row->word, word) == 0)
			return row;
		names[count++] = row->word;
	}
	const char *near = did_you_mean(word, names, count);
	if (near != NULL)
		error_set(err, "unknown request \"%.40s\"; did you mean %s?", word, near);
	else
		error_set(err, "unknown request \"%.40s\"; `referee ctl --help` lists them", word);
	return NULL;
}

bool control_takes(const struct control_row *row, int count, struct error *err)
{
	int least = 0, most = 0;
	for (const char *at = row->usage; *at != '\0'; at += strspn(at, " ")) {
		least += *at != '[';
		most++;
		at += strcspn(at, " ");
	}
	return (count >= least && count <= most) ||
	       error_set(err, "%s: wrong number of words; give %s", row->word,
		       most > 0 ? row->usage : "nothing");
}

bool control_parse(
	const char *line, const struct control_row **row, char ***words, struct error *err)
{
	int count;
	if (!shell_words_split(line, words, &count, err))
		return false;
	const struct control_row *found = control_find((*words)[0], err);
	if (found != NULL && control_takes(found, count - 1, err)) {
		*row = found;
		return true;
	}
	free(*words);
	return false;
}

enum {
	CONTROL_CLIENTS = 32, /* at a time */
	CONTROL_BACKLOG = 128,
	CONTROL_WATCHERS = 16,	 /* of the clients, at a time */
	CONTROL_BEHIND = 1 << 20 /* bytes that a watcher has not read yet */
};

#define CONTROL_PATIENCE (30 * SECOND) /* to send a request, and to read its answer */
#define CONTROL_HURRY	 SECOND	       /* to send it, where all places are taken */

struct control_client {
	struct control *control;	 /* borrowed */
	struct peer *peer;		 /* owned */
	struct live_subscriber *watcher; /* owned; NULL: it does not watch */
	usec since;			 /* it was connected */
	bool has_request, watches;	 /* it has sent its request; which is `watch` */
	bool awaits;			 /* the end of that, which comes later */
	bool answered;
	struct control_client *next;
};

struct control {
	struct event_base *base; /* borrowed, as the next */
	struct daemon *daemon;
	struct evconnlistener *listener;
	struct control_client *clients; /* owned */
	int count;
	char *group; /* owned: the kernel admits its members, by the mode of the socket; NULL: none
		      */
	char path[CONTROL_PATH];
	dev_t device; /* of the socket's file, as the next */
	ino_t inode;
	struct event *room; /* owned: while all places are taken, looks for silent clients */
	struct event *look; /* owned: is the file still there? */
	bool missed;	    /* it is not, and could not be made again; that was said */
};

/* The socket of referee.service. */
static const char control_service[] = "/run/referee/referee.sock";

bool control_default_path(char path[CONTROL_PATH])
{
	const char *folder = getenv("XDG_RUNTIME_DIR");
	if (geteuid() == 0)
		folder = "/run";
	if (folder == NULL || *folder == '\0')
		return false;
	return snprintf(path, CONTROL_PATH, "%s/referee.sock", folder) < CONTROL_PATH;
}

bool control_client_path(char path[CONTROL_PATH])
{
	bool known = control_default_path(path);
	if ((known && access(path, F_OK) == 0) || access(control_service, F_OK) != 0)
		return known;
	snprintf(path, CONTROL_PATH, "%s", control_service);
	return true;
}

/* --- clients --------------------------------------------------------------------------------- */

static void control_drop(struct control_client *client)
{
	struct control *c = client->control;
	struct control_client **at = &c->clients;
	while (*at != client)
		at = &(*at)->next;
	*at = client->next;
	live_subscriber_free(client->watcher);
	if (client->awaits)
		daemon_revert_forget(c->daemon, client);
	peer_free(client->peer);
	free(client);
	if (c->count-- == CONTROL_CLIENTS && c->listener != NULL)
		evconnlistener_enable(c->listener);
}

static void control_on_ended(void *owner, const struct peer_end *end)
{
	(void)end;
	control_drop(owner);
}

/* While all places are taken, others wait to be accepted. Clients that send nothing, or that do not
 * close behind their answer, make room, so that the operator's is answered soon. */
static void control_on_full(evutil_socket_t fd, short what, void *arg)
{
	struct control *c = arg;
	const struct timeval moment = time_timeval(CONTROL_HURRY / 5);
	const usec late = time_now() - CONTROL_HURRY;
	(void)fd, (void)what;
	if (c->count < CONTROL_CLIENTS)
		return;
	for (struct control_client *client = c->clients, *next; client != NULL; client = next) {
		next = client->next;
		if ((!client->has_request || client->answered) && peer_waiting(client->peer) == 0 &&
			client->since <= late)
			control_drop(client);
	}
	event_add(c->room, &moment);
}

/* Writes the last line of the answer, behind which the connection ends. */
static void control_end(struct control_client *client, int status, const char *why)
{
	char *line = answer_write_end(status, why);
	peer_put(client->peer, line, strlen(line));
	peer_close(client->peer, CONTROL_PATIENCE);
	client->answered = true;
	free(line);
}

static void control_answer(
	struct control_client *client, const char *text, int status, const char *why)
{
	char *lines =
		answer_write(status == 0 ? ANSWER_TEXT : ANSWER_FAULT, text != NULL ? text : "");
	peer_put(client->peer, lines, strlen(lines));
	free(lines);
	control_end(client, status, why);
}

/* The answer takes as long as it takes; a client that goes is noticed. */
static void control_await(struct control_client *client)
{
	peer_ignore(client->peer);
	peer_limit(client->peer, 0);
}

/* --- watching --------------------------------------------------------------------------------- */

/* A stopped or slow client costs memory only, up to a limit. */
static void control_on_lines(void *owner, const char *text, size_t length)
{
	struct control_client *client = owner;
	for (const char *end = text + length; text < end; text += length) {
		length =
			(size_t)((const char *)memchr(text, '\n', (size_t)(end - text)) - text) + 1;
		peer_put(client->peer, "-", 1);
		peer_put(client->peer, text, length);
	}
	if (peer_waiting(client->peer) > CONTROL_BEHIND)
		peer_kill(client->peer, "reads too slowly");
}

static void control_on_over(void *owner, const char *why)
{
	struct control_client *client = owner;
	client->watcher = NULL;
	control_end(client, *why != '\0' ? 1 : 0, why);
}

static void control_watch(struct control_client *client, char *const *word)
{
	static const struct live_subscriber_calls calls = {
		.lines = control_on_lines, .ended = control_on_over};
	struct error err;
	struct watch_options options;
	int watching = 0;
	for (const struct control_client *c = client->control->clients; c != NULL; c = c->next)
		watching += c->watches;
	error_set(&err, "watch: too many clients; at most %d watch at a time", CONTROL_WATCHERS);
	bool good = control_parse_wish(word, &options, &err);
	client->watches = good && watching < CONTROL_WATCHERS;
	if (client->watches)
		control_await(client);
	if (!client->watches || !daemon_watch(client->control->daemon, &options, &calls, client,
					&client->watcher, &err))
		control_answer(client, NULL, good ? 1 : 2, err.text);
}

/* --- requests that are answered later ----------------------------------------------------------
 */

static void control_on_reverted(void *arg, bool good, const char *text)
{
	struct control_client *client = arg;
	client->awaits = false;
	client->control->daemon->refused += !good;
	control_answer(client, good ? text : NULL, good ? 0 : 1, good ? "" : text);
}

/* A process checks the version; the client waits, however long that takes. */
static void control_revert(struct control_client *client, char *const *word)
{
	struct error err = {""};
	const struct intake_answer answer = {control_on_reverted, client};
	client->awaits = true;
	control_await(client);
	if (!daemon_revert(client->control->daemon, word[0], word[1], word[2], &answer, &err))
		control_on_reverted(client, false, err.text);
}

/* --- requests --------------------------------------------------------------------------------- */

/* Does what is asked, but for what is answered later. True: err is one more line of the answer, or
 * empty. False: err has the reason. out: receives the answer or all mistakes. */
static bool control_execute(struct daemon *daemon, enum control_verb verb, char *const *word,
	FILE *out, struct error *err)
{
	char *end = NULL;
	long games = verb == CONTROL_CONCURRENCY ? strtol(word[0], &end, 10) : 0;
	switch (verb) {
	case CONTROL_SUBMIT:
		if (*word[0] != '/')
			return error_set(
				err, "submit: the path is relative; give an absolute path");
		if (daemon_has(daemon, word[0]))
			return error_set(err,
				"submit: the tournament of this file is already waiting or running");
		return daemon_submit(daemon, word[0], out, err) == DAEMON_TAKEN;
	case CONTROL_STATUS:
		return control_status(daemon, word, out, err);
	case CONTROL_PAUSE:
	case CONTROL_RESUME:
		return daemon_set_paused(daemon, word[0], verb == CONTROL_PAUSE, err);
	case CONTROL_STOP:
		return daemon_stop(daemon, word[0], err);
	case CONTROL_CONCURRENCY:
		return daemon_concurrency(
			daemon, *end == '\0' && games > 0 && games < 100000 ? (int)games : 0, err);
	case CONTROL_ADD_BOT:
		return daemon_add_bot(daemon, word[0], word[1], err);
	case CONTROL_BENCH_BOT:
	case CONTROL_UNBENCH_BOT:
		return daemon_bench_bot(daemon, word[0], word[1], verb == CONTROL_BENCH_BOT, err);
	case CONTROL_KICK:
		return daemon_kick(daemon, word[0], err);
	case CONTROL_ANNOUNCE:
		return daemon_announce(daemon, word[0], err);
	default:
		return daemon_drain(daemon, err);
	}
}

static bool control_on_request(void *owner, char *line)
{
	struct control_client *client = owner;
	struct daemon *daemon = client->control->daemon;
	const struct control_row *row;
	struct error err = {""};
	char **words, *text = NULL;
	size_t size = 0;
	client->has_request = true;
	const bool has_nul = peer_line_had_nul(client->peer);
	if (has_nul)
		error_set(&err, "request: it contains a NUL");
	if (has_nul || !control_parse(line, &row, &words, &err)) {
		daemon->refused++;
		control_answer(client, NULL, 2, err.text);
		return true;
	}
	if (row->verb == CONTROL_WATCH || row->verb == CONTROL_REVERT) {
		if (row->verb == CONTROL_WATCH)
			control_watch(client, words + 1);
		else
			control_revert(client, words + 1);
		free(words);
		return true;
	}
	FILE *out = memory_open(&text, &size);
	bool done = control_execute(daemon, row->verb, words + 1, out, &err);
	if (done && *err.text != '\0')
		fprintf(out, "%s\n", err.text);
	memory_close(out);
	daemon->refused += !done;
	control_answer(client, text, done ? 0 : 1, done ? "" : err.text);
	free(text);
	free(words);
	return true;
}

static void control_on_overlong(void *owner)
{
	control_answer(owner, NULL, 2, "request: it is too long");
}

static const struct peer_kind control_peer = {.line_most = CONTROL_LINE,
	.line = control_on_request,
	.overlong = control_on_overlong,
	.ended = control_on_ended};

static bool control_may_use(const struct control *c, int fd)
{
	struct ucred peer;
	socklen_t size = sizeof peer;
	if (c->group != NULL)
		return true;
	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
	       (peer.uid == 0 || peer.uid == geteuid());
}

static void control_on_client(struct evconnlistener *listener, evutil_socket_t fd,
	struct sockaddr *from, int size, void *arg)
{
	struct control *c = arg;
	(void)from, (void)size;
	if (!control_may_use(c, fd)) {
		c->daemon->refused++;
		close(fd);
		return;
	}
	struct control_client *client = memory_get(1, sizeof *client);
	*client = (struct control_client){.control = c, .since = time_now(), .next = c->clients};
	client->peer = peer_create(c->base, &control_peer, client);
	c->clients = client;
	if (++c->count >= CONTROL_CLIENTS) {
		evconnlistener_disable(listener);
		event_active(c->room, EV_TIMEOUT, 0);
	}
	peer_limit(client->peer, CONTROL_PATIENCE);
	if (!peer_attach(client->peer, fd)) {
		c->daemon->refused++;
		control_drop(client);
	}
}

/* --- the socket ------------------------------------------------------------------------------ */

/* Removes a socket on which no process listens. False: the path has another file, or a process
 * listens there. */
static bool control_clear_path(const char *path, struct error *err)
{
	struct stat file;
	net_address_sweep(path);
	if (lstat(path, &file) != 0)
		return true;
	return error_set(err, "%s: %s", path,
		S_ISSOCK(file.st_mode)
			? "another `referee serve` listens there; give another path with --socket"
			: "the file is not a socket; give another path with --socket");
}

/* Gives the socket to a group. */
static bool control_share(const char *path, const char *group, struct error *err)
{
	const struct group *found = getgrnam(group);
	if (found == NULL)
		return error_set(err, "--socket-group: there is no group \"%s\"", group);
	if (chown(path, (uid_t)-1, found->gr_gid) == 0 && chmod(path, 0660) == 0)
		return true;
	return error_set(err,
		"--socket-group: %s: cannot be given to group \"%s\": %s; the daemon must belong to it",
		path, group, strerror(errno));
}

/* Opens a socket that only its owner may use. -1: err has a line. */
static int control_bind(const char *path, struct error *err)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	memcpy(at.sun_path, path, strlen(path) + 1);
	if (!control_clear_path(path, err))
		return -1;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mode_t before = umask(0177);
	bool bound = fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
		     listen(fd, CONTROL_BACKLOG) == 0;
	int saved = errno;
	umask(before);
	if (bound)
		return fd;
	error_set(err, "%s: cannot listen: %s", path, strerror(saved));
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Is the file at the path the socket on which this daemon listens? */
static bool control_is_there(const struct control *c)
{
	struct stat file;
	return lstat(c->path, &file) == 0 && file.st_dev == c->device && file.st_ino == c->inode;
}

/* Listens at the path. False: err has a line. */
static bool control_listen(struct control *c, struct error *err)
{
	struct stat file;
	int fd = control_bind(c->path, err);
	if (fd < 0)
		return false;
	bool good = c->group == NULL || control_share(c->path, c->group, err);
	struct evconnlistener *listener =
		good ? evconnlistener_new(c->base, control_on_client, c,
			       LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, fd)
		     : NULL;
	if (listener == NULL) {
		if (good)
			error_set(err, "%s: out of memory for events", c->path);
		close(fd);
		unlink(c->path);
		return false;
	}
	net_address_pause(listener);
	if (c->listener != NULL)
		evconnlistener_free(c->listener);
	c->listener = listener;
	if (lstat(c->path, &file) == 0) {
		c->device = file.st_dev;
		c->inode = file.st_ino;
	}
	return true;
}

/* A socket that was moved or deleted, alone or with its folder, is made again. */
static void control_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct control *c = arg;
	struct daemon_options *options = &c->daemon->options;
	struct error err;
	char line[2 * ERROR_TEXT];
	(void)fd, (void)what;
	if (control_is_there(c))
		return;
	bool made = control_listen(c, &err);
	if (made)
		snprintf(line, sizeof line,
			"<4>%s: the control socket was moved or deleted; it is made again",
			c->path);
	else
		snprintf(line, sizeof line,
			"<3>the control socket was moved or deleted; it is made again when that is possible: %s",
			err.text);
	if (made || !c->missed)
		options->say(options->arg, line);
	c->missed = !made;
}

struct control *control_create(struct event_base *base, struct daemon *daemon, const char *path,
	const char *group, struct error *err)
{
	static const struct timeval often = {1, 0};
	if (strlen(path) >= CONTROL_PATH) {
		error_set(err,
			"%.80s...: the path is too long; a socket's path has at most %d bytes",
			path, CONTROL_PATH - 1);
		return NULL;
	}
	struct control *c = memory_get(1, sizeof *c);
	c->base = base;
	c->daemon = daemon;
	c->group = memory_copy(group);
	memcpy(c->path, path, strlen(path) + 1);
	if (control_listen(c, err)) {
		c->room = event_new(base, -1, 0, control_on_full, c);
		c->look = event_new(base, -1, EV_PERSIST, control_on_look, c);
		if (c->room != NULL && c->look != NULL && event_add(c->look, &often) == 0)
			return c;
		error_set(err, "%s: out of memory for events", path);
	}
	control_free(c);
	return NULL;
}

void control_free(struct control *c)
{
	if (c == NULL)
		return;
	while (c->clients != NULL) {
		struct control_client *client = c->clients;
		if (client->watcher != NULL || client->awaits)
			control_end(client, 1, "the daemon has ended");
		peer_flush(client->peer); /* no later event will write it */
		control_drop(client);
	}
	if (c->room != NULL)
		event_free(c->room);
	if (c->look != NULL)
		event_free(c->look);
	if (c->listener != NULL) {
		evconnlistener_free(c->listener);
		if (control_is_there(c))
			unlink(c->path);
	}
	free(c->group);
	free(c);
}
