/*
 * serve-options.c - the options of `referee serve`.
 */
#include "referee/commands/serve-options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/memory.h"
#include "referee/director/cpu-slots.h"
#include "referee/net/listener.h"
#include "referee/net/net-address.h"
#include "referee/process/cpu-affinity.h"
#include "referee/process/crypto.h"
#include "referee/web/play/web-play-messages.h"
#include "referee/web/web-process.h"

enum { SERVE_NAMES = 8 };

void serve_options_init(struct serve_options *a)
{
	int processors = cpu_affinity_usable();
	*a = (struct serve_options){
		.concurrency = processors < CPU_SLOTS_MAX ? processors : CPU_SLOTS_MAX,
		.parallel_tournaments = 1,
		.send_max = 5000,
		.send_hourly = 6,
		.visitor_games = 4,
		.visitor_silence = 600};
}

enum { SERVE_TOKEN_MIN = 16, SERVE_TOKEN_MAX = 256 /* bytes */ };

char *serve_token_read(
	char *given, void (*warn)(void *arg, const char *line), void *arg, struct error *err)
{
	bool open = false, file = *given == '@';
	char *token = file ? command_read_secret(given + 1, &open, err) : memory_copy(given);
	if (!file)
		memset(given, '*', strlen(given));
	if (open) {
		char *line = memory_print("<4>web: " COMMAND_SECRET_OPEN, given + 1);
		warn(arg, line);
		free(line);
	}
	size_t length = token != NULL ? strlen(token) : 0;
	bool good = length >= SERVE_TOKEN_MIN && length <= SERVE_TOKEN_MAX;
	for (size_t i = 0; i < length; i++)
		good &= token[i] > ' ' && token[i] < '\177';
	if (good || token == NULL)
		return token;
	error_set(err, "a token has %d to %d letters, digits and marks of ASCII, and no blanks",
		SERVE_TOKEN_MIN, SERVE_TOKEN_MAX);
	crypto_forget(token, length);
	free(token);
	return NULL;
}

/* --- the web servers -------------------------------------------------------------------------- */

bool serve_options_names(const struct serve_options *a, struct web_options *o)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";
	const char *prefix = a->prefix;
	for (int i = 0; i < a->names.count; i++)
		if (a->names.all[i][strspn(a->names.all[i], letters)] != '\0')
			return command_report(&command_serve,
				"--public-name \"%s\": it is a name without port or path, such as referee.example.org",
				a->names.all[i]);
	size_t length = prefix != NULL ? strlen(prefix) : 0;
	if (prefix != NULL && (*prefix != '/' || length < 2 || length > 64 ||
				      prefix[1 + strspn(prefix + 1, letters)] != '\0'))
		return command_report(&command_serve,
			"--prefix \"%s\": it is one part of a path, such as /referee", prefix);
	o->names = a->names.all;
	o->names_count = a->names.count;
	o->prefix = prefix;
	o->proxied = a->proxied;
	o->takes_bots = a->bot_listen.count > 0;
	return true;
}

/* Reads "HOST:PORT", such as "[::1]:8080", and listens there: the web process gets the socket. False:
 * the problem was reported. */
static bool serve_options_listen(const char *flag, const char *text, struct web_listen *at)
{
	struct error err = {"it is ADDRESS:PORT, such as 127.0.0.1:8080; port 0 is any"};
	struct net_address address;
	char shown[NET_ADDRESS_ADDRESS];
	const struct net_address_options options = {.plain = true, .insecure = true};
	struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
	socklen_t length = sizeof bound;
	int fd = -1;
	if (net_address_read(&address, text, NULL) && !address.local && *address.host != '\0' &&
		strlen(address.host) < sizeof at->host)
		fd = net_address_listen(&address, options, shown, &err);
	if (fd < 0)
		return command_report(&command_serve, "--%s %s: %s", flag, text, err.text);
	snprintf(at->host, sizeof at->host, "%.*s", WEB_LISTEN_HOST - 1, address.host);
	if (getsockname(fd, (struct sockaddr *)&bound, &length) == 0)
		at->port = ntohs(bound.ss_family == AF_INET6
					 ? ((struct sockaddr_in6 *)&bound)->sin6_port
					 : ((struct sockaddr_in *)&bound)->sin_port);
	at->fd = fd;
	return true;
}

bool serve_options_open(const char *flag, const struct option_list *list, struct web_options *o)
{
	*o = (struct web_options){.listen_count = list->count};
	for (int i = 0; i < list->count; i++)
		if (!serve_options_listen(flag, list->all[i], &o->listen[i]))
			return false; /* this program ends, and closes the others */
	return true;
}

/* --- the rows --------------------------------------------------------------------------------- */

static const char *const serve_log_forms[] = {
	[SERVE_LOG_TEXT] = "text", [SERVE_LOG_JSON] = "json", NULL};

#define SERVE_AT(member) offsetof(struct serve_options, member)

const struct option_row serve_rows[] = {
	{OPTION("watch-dir", TEXT, SERVE_AT(watch_dir)), .value = "DIR", .was = "folder",
		.help = "run also every NAME.conf in this folder, and those that appear there later"},
	{OPTION("concurrency", NUMBER, SERVE_AT(concurrency)), .value = "N", .min = 1,
		.max = CPU_SLOTS_MAX, .preset = "one for each processor",
		.help = "play this many games at a time in all; the concurrency of a tournament limits its share"},
	{OPTION("parallel-tournaments", NUMBER, SERVE_AT(parallel_tournaments)), .value = "N",
		.min = 1, .max = CPU_SLOTS_MAX, .preset = "1: one after another",
		.was = "side-by-side",
		.help = "run this many tournaments at a time, but no more than --concurrency games; those that share a database never run at the same time"},
	{OPTION("socket", TEXT, SERVE_AT(socket)), .value = "PATH",
		.preset = "/run/referee.sock for root, else referee.sock in XDG_RUNTIME_DIR",
		.help = "accept `referee ctl status`, `pause`, `submit` and the other requests on this socket, from the daemon's own user and root"},
	{OPTION("socket-group", TEXT, SERVE_AT(socket_group)), .value = "GROUP",
		.help = "accept these requests from the members of this group too; they can then start programs as the daemon's user"},
	{OPTION("queue", TEXT, SERVE_AT(queue)), .value = "FILE",
		.preset =
			"beside the socket, as PATH.queue; with the usual socket /var/lib/referee.queue for root, else referee.queue in XDG_STATE_HOME or ~/.local/state",
		.help = "keep the list of submitted tournaments that are not over in this file, so that they resume after a restart"},
	{OPTION("json", SWITCH, SERVE_AT(json)),
		.help = "write events on stdout, one JSON object a line: start, game, benched, done, stopped, failed, paused, each with its time and tournament"},
	{OPTION("log", CHOICE, SERVE_AT(log)), .value = "FORM", .choices = serve_log_forms,
		.preset = "text",
		.help = "write the log in this form: text, or json, one object a line: time, level, tournament (null: none) and line"},
	{OPTION("verbose", SWITCH, SERVE_AT(verbose)), .help = "log a line for each game"},
	{.name = NULL},
};

const struct option_row serve_web_rows[] = {
	{OPTION("http-listen", LIST, SERVE_AT(http_listen)), .value = "HOST:PORT",
		.max = WEB_LISTEN_MAX, .was = "listen",
		.help = "serve live pages at this address; port 0 takes a free port and logs it (repeatable)"},
	{OPTION("web-token", TEXT, SERVE_AT(web_token)), .value = "TOKEN|@FILE",
		.needs = "http-listen",
		.help = "let only readers with this token read the pages: ?token=... in the first address, afterwards a cookie; or Authorization: Bearer ..."},
	{OPTION("metrics-token", TEXT, SERVE_AT(metrics_token)), .value = "TOKEN|@FILE",
		.needs = "http-listen",
		.help = "let programs with this token read /metrics and nothing else, with Authorization: Bearer ...; without --web-token only /metrics is closed"},
	{OPTION("public-name", LIST, SERVE_AT(names)), .value = "NAME", .max = SERVE_NAMES,
		.needs = "http-listen",
		.help = "accept this name of the server in requests, beside its address and localhost (repeatable)"},
	{OPTION("prefix", TEXT, SERVE_AT(prefix)), .value = "/PATH", .needs = "http-listen",
		.help = "prefix the addresses of the pages with this, behind a proxy"},
	{OPTION("title", TEXT, SERVE_AT(title)), .value = "TEXT", .preset = "Referee",
		.needs = "http-listen", .help = "show this name of the site on every page"},
	{OPTION("about", TEXT, SERVE_AT(about)), .value = "TEXT|@FILE", .needs = "http-listen",
		.help = "show this plain text on the first page, with its line ends"},
	{OPTION("behind-proxy", SWITCH, SERVE_AT(proxied)), .needs = "http-listen",
		.help = "take readers' addresses from X-Forwarded-For and https from X-Forwarded-Proto of a proxy on this machine; without it all readers behind a proxy share the limits of one address"},
	{.name = NULL},
};

const struct option_row serve_visitor_rows[] = {
	{OPTION("visitor-listen", LIST, SERVE_AT(visitor_listen)), .value = "HOST:PORT",
		.max = WEB_LISTEN_MAX,
		.help = "let people play against bots in the browser at this address; port 0 takes a free port and logs it (repeatable)"},
	{OPTION("play", LIST, SERVE_AT(play)), .value = "FILE", .max = WEB_PLAY_OFFERS,
		.needs = "visitor-listen",
		.help = "let people play the game of this tournament's file against its bots; no result is stored (repeatable)"},
	{OPTION("visitor-games", NUMBER, SERVE_AT(visitor_games)), .value = "N", .min = 1,
		.max = WEB_PLAY_GAMES, .preset = "4", .needs = "visitor-listen",
		.help = "let people play this many games at a time; each browser has one, and an address three quarters of them at most"},
	{OPTION("visitor-silence", NUMBER, SERVE_AT(visitor_silence)), .value = "SECONDS", .min = 1,
		.max = 3600, .preset = "600", .needs = "visitor-listen",
		.help = "end a game whose person makes no move for this time"},
	{OPTION("play-url", TEXT, SERVE_AT(play_url)), .value = "URL",
		.preset = "the port of --visitor-listen, on the host of the pages",
		.needs = "visitor-listen",
		.help = "set the address of the visitors' server to which the pages link, behind a proxy"},
	{.name = NULL},
};

const struct option_row serve_bot_rows[] = {
	{OPTION("bot-listen", LIST, SERVE_AT(bot_listen)), .value = "ADDRESS",
		.max = LISTENER_SOCKETS, .was = "gate",
		.help = "accept bots from the network at this address: HOST:PORT with TLS 1.3, unix:PATH, or plain:HOST:PORT without TLS, on loopback (repeatable)"},
	{OPTION("tokens", TEXT, SERVE_AT(tokens)), .value = "FILE", .preset = "referee.tokens",
		.help = "accept the bots with a token in this file, as `referee token new` writes it, and let their owners sign in to the pages; SIGHUP reads it again, disconnects bots whose token was changed or revoked, and signs out their owners"},
	{OPTION("certificate", TEXT, SERVE_AT(certificate)), .value = "FILE",
		.preset =
			"made once and kept beside the tokens as NAME.pem; its fingerprint is logged",
		.needs = "bot-listen",
		.help = "use this certificate for TLS (PEM); SIGHUP reads it again"},
	{OPTION("key", TEXT, SERVE_AT(key)), .value = "FILE", .needs = "certificate",
		.help = "use this private key of the certificate (PEM)"},
	{OPTION("send-max", NUMBER, SERVE_AT(send_max)), .value = "KB", .min = 1, .max = 60000,
		.preset = "5000", .needs = "bot-listen",
		.help = "take files of at most this many kilobytes from `referee send`, for tournaments with submissions = FOLDER"},
	{OPTION("send-hourly", NUMBER, SERVE_AT(send_hourly)), .value = "N", .min = 1,
		.max = 1000000, .preset = "6", .needs = "bot-listen",
		.help = "let an owner hand in this many bots in an hour with `referee send`"},
	{OPTION("insecure", SWITCH, SERVE_AT(insecure)), .needs = "bot-listen",
		.help = "allow plain: also on addresses where others can read and change the lines"},
	{.name = NULL},
};
