/*
 * serve-flags.c - the flags of `referee serve`.
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/serve.h"
#include "referee/base/log.h"
#include "protocol/did-you-mean.h"
#include "referee/base/cpu-affinity.h"
#include "referee/director/cpu-slots.h"
#include "referee/definition/tournament.h"

static struct log *serve_log(void)
{
	static struct log log;
	if (log.who == NULL) {
		log_open(&log, "serve", STDERR_FILENO);
		log.style = log_style_of(STDERR_FILENO);
	}
	return &log;
}

static struct log *serve_events(void)
{
	static struct log events;
	if (events.who == NULL) {
		log_open(&events, "", STDOUT_FILENO);
		events.style = LOG_BARE;
	}
	return &events;
}

void serve_event(void *arg, const char *json)
{
	(void)arg;
	log_line(serve_events(), json);
}

static long serve_lines;

long serve_said(void)
{
	return serve_lines;
}

void serve_say(void *arg, const char *line)
{
	(void)arg;
	serve_lines++;
	log_line(serve_log(), line);
}

void serve_say_kept(void)
{
	log_flush(serve_log());
	log_flush(serve_events());
}

void serve_misused(const char *flag, const char *why)
{
	fprintf(stderr, "referee: %s: %s\n", flag, why);
}

#define SERVE_AT(member) offsetof(struct serve_asked, member)

static const struct {
	const char *name;
	bool alone;    /* it takes no value */
	bool repeated; /* at counts for the first of eight, and count for how many there are */
	size_t at, count;
} serve_flags[] = {
	{"--folder", false, false, SERVE_AT(folder), 0},
	{"--socket", false, false, SERVE_AT(socket), 0},
	{"--queue", false, false, SERVE_AT(queue), 0},
	{"--concurrency", false, false, SERVE_AT(concurrency_text), 0},
	{"--side-by-side", false, false, SERVE_AT(side_text), 0},
	{"--listen", false, false, SERVE_AT(listen), 0},
	{"--web-token", false, false, SERVE_AT(web_token), 0},
	{"--metrics-token", false, false, SERVE_AT(metrics_token), 0},
	{"--public-name", false, true, SERVE_AT(names), SERVE_AT(names_count)},
	{"--prefix", false, false, SERVE_AT(prefix), 0},
	{"--behind-proxy", true, false, SERVE_AT(proxied), 0},
	{"--gate", false, true, SERVE_AT(gates), SERVE_AT(gates_count)},
	{"--tokens", false, false, SERVE_AT(tokens), 0},
	{"--certificate", false, false, SERVE_AT(certificate), 0},
	{"--key", false, false, SERVE_AT(key), 0},
	{"--insecure", true, false, SERVE_AT(insecure), 0},
	{"--json", true, false, SERVE_AT(json), 0},
	{"--verbose", true, false, SERVE_AT(verbose), 0},
};

enum { SERVE_FLAGS = sizeof serve_flags / sizeof *serve_flags };

/* Keeps the value of a flag. False: told. */
static bool serve_keep(struct serve_asked *a, int flag, const char *value)
{
	const char **kept = (const char **)((char *)a + serve_flags[flag].at);
	if (*value == '\0') {
		serve_misused(serve_flags[flag].name, "it needs a value");
		return false;
	}
	if (serve_flags[flag].repeated) {
		int *count = (int *)((char *)a + serve_flags[flag].count);
		static_assert(LISTENER_SOCKETS == 8 && SERVE_NAMES == 8, "as is said below");
		if (*count == LISTENER_SOCKETS) {
			serve_misused(serve_flags[flag].name, "it is given eight times at most");
			return false;
		}
		kept += (*count)++;
	}
	if (*kept != NULL) {
		char why[WHY];
		snprintf(why, sizeof why, "it is given twice, as %.200s and as %.200s", *kept,
			value);
		serve_misused(serve_flags[flag].name, why);
		return false;
	}
	*kept = value;
	return true;
}

/* Takes the flag at argv[i]; returns how many words it took, 0: told. */
static int serve_flag(struct serve_asked *a, int argc, char **argv, int i)
{
	const char *names[SERVE_FLAGS];
	char flag[64];
	for (int f = 0; f < SERVE_FLAGS; f++) {
		size_t length = strlen(names[f] = serve_flags[f].name);
		bool joined = argv[i][length] == '=';
		if (strncmp(argv[i], names[f], length) != 0 || (!joined && argv[i][length] != '\0'))
			continue;
		if (serve_flags[f].alone && joined) {
			serve_misused(names[f], "it takes no value");
			return 0;
		}
		if (serve_flags[f].alone) {
			*(bool *)((char *)a + serve_flags[f].at) = true;
			return 1;
		}
		const char *value = joined ? argv[i] + length + 1 : i + 1 < argc ? argv[i + 1] : "";
		return !serve_keep(a, f, value) ? 0 : joined ? 1 : 2;
	}
	snprintf(flag, sizeof flag, "%.*s", (int)strcspn(argv[i], "="), argv[i]);
	const char *near = did_you_mean(flag, names, SERVE_FLAGS);
	fprintf(stderr, "referee: serve: there is no flag %s%s%s%s\n", flag,
		near != NULL ? "; did you mean " : "", near != NULL ? near : "",
		near != NULL ? "?" : "");
	return 0;
}

/* A number of at least 1; text NULL: the preset. False: told. */
static bool serve_number(const char *flag, const char *text, int preset, int *number)
{
	char *end;
	long value = text != NULL ? strtol(text, &end, 10) : preset;
	if (text != NULL && (*end != '\0' || value < 1 || value > CPU_SLOTS_MAX)) {
		fprintf(stderr, "referee: %s \"%s\": it is a number from 1 to %d\n", flag, text,
			CPU_SLOTS_MAX);
		return false;
	}
	*number = (int)value;
	return true;
}

static int serve_processors(void)
{
	int count = cpu_affinity_usable();
	return count < CPU_SLOTS_MAX ? count : CPU_SLOTS_MAX;
}

/* What is of use with another flag alone. False: told. */
static bool serve_fits(const struct serve_asked *a)
{
	const struct {
		const char *flag;
		bool alone;
		const char *other;
	} rows[] = {
		{"--web-token", a->web_token != NULL && a->listen == NULL, "--listen"},
		{"--metrics-token", a->metrics_token != NULL && a->listen == NULL, "--listen"},
		{"--public-name", a->names_count > 0 && a->listen == NULL, "--listen"},
		{"--prefix", a->prefix != NULL && a->listen == NULL, "--listen"},
		{"--behind-proxy", a->proxied && a->listen == NULL, "--listen"},
		{"--tokens", a->tokens != NULL && a->gates_count == 0, "--gate"},
		{"--certificate", a->certificate != NULL && a->gates_count == 0, "--gate"},
		{"--key", a->key != NULL && a->certificate == NULL, "--certificate"},
		{"--insecure", a->insecure && a->gates_count == 0, "--gate"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (!rows[i].alone)
			continue;
		fprintf(stderr, "referee: %s: it goes with %s\n", rows[i].flag, rows[i].other);
		return false;
	}
	return true;
}

bool serve_ask(struct serve_asked *a, int argc, char **argv)
{
	a->files = calloc((size_t)argc, sizeof *a->files);
	for (int i = 1; i < argc && a->files != NULL;) {
		int taken = 1;
		if (argv[i][0] == '-')
			taken = serve_flag(a, argc, argv, i);
		else
			a->files[a->files_count++] = argv[i];
		if (taken == 0)
			return false;
		i += taken;
	}
	return a->files != NULL && serve_fits(a) &&
	       serve_number(
		       "--concurrency", a->concurrency_text, serve_processors(), &a->concurrency) &&
	       serve_number("--side-by-side", a->side_text, 1, &a->side_by_side);
}

const char serve_help[] =
	"Runs the tournaments of its FILEs, in their order, and of what comes later, until SIGTERM or\n"
	"Ctrl-C. SIGHUP reads the files again: bots that are new in them join where the format takes\n"
	"them. With the same files it goes on where it was stopped.\n\n"
	"  --folder DIR      also every NAME.conf in DIR, and those that are put there later\n"
	"  --concurrency N   games at a time, in all; a tournament's own concurrency is the most\n"
	"                    that it gets of them (default: one for each processor)\n"
	"  --side-by-side N  tournaments at a time (default 1: one after another); those that\n"
	"                    share a database never run at the same time\n"
	"  --socket PATH     where it listens to `referee status`, `pause`, `submit` and the others\n"
	"                    (default: /run/referee.sock for root, else referee.sock in\n"
	"                    XDG_RUNTIME_DIR); only its own user and root are heard\n"
	"  --queue FILE      where submitted tournaments are kept that are not over, so that they go\n"
	"                    on when it is started again (default: beside the socket, as PATH.queue;\n"
	"                    with the usual socket /var/lib/referee.queue for root, else referee.queue\n"
	"                    in XDG_STATE_HOME or ~/.local/state)\n"
	"  --listen HOST:PORT  pages there, live: 127.0.0.1:0 takes a port that is free and says\n"
	"                    which (default: no pages)\n"
	"  --web-token TOKEN | @FILE  who reads the pages has to bring it: ?token=... in the first\n"
	"                    address, afterwards the browser knows; or Authorization: Bearer ...\n"
	"  --metrics-token TOKEN | @FILE  also lets programs read /metrics, and nothing else, with\n"
	"                    Authorization: Bearer ...; without --web-token only /metrics is closed\n"
	"  --public-name NAME  what readers call this server: others than its address, localhost and\n"
	"                    these names are refused; also several times\n"
	"  --prefix /PATH    what all addresses of the pages begin with, behind a proxy\n"
	"  --behind-proxy    takes readers' addresses from X-Forwarded-For and https from\n"
	"                    X-Forwarded-Proto, of a proxy on this machine; without it all readers\n"
	"                    behind a proxy share the limits of one address\n"
	"  --gate ADDRESS    lets bots in over the network: HOST:PORT with TLS 1.3, unix:PATH, or\n"
	"                    plain:HOST:PORT without TLS, on loopback; also several times\n"
	"  --tokens FILE     who may come in, as `referee token` writes it (default: referee.tokens);\n"
	"                    SIGHUP reads it again, and shuts out whose token was changed or revoked\n"
	"  --certificate FILE, --key FILE  for TLS (PEM; default: made once and kept beside the tokens\n"
	"                    as NAME.pem, and its fingerprint is said); SIGHUP reads them again\n"
	"  --insecure        plain: also where others can read and write along\n"
	"  --json            events on stdout, one JSON object a line: start, game, benched, done,\n"
	"                    stopped, failed, paused, each with its time and tournament\n"
	"  --verbose         a line for each game\n"
	"\n"
	"What it says goes to stderr, a line a fact with its time (RFC 3339, UTC) and level (error, warning,\n"
	"notice, info); where stderr is the journal, with the level as the journal takes it.\n";
