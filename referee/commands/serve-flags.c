/*
 * serve-flags.c - the flags of `referee serve`.
 */
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/serve.h"
#include "referee/ground/log.h"
#include "referee/ground/nearest.h"
#include "referee/tournament/places.h"

static struct log *serve_log(void)
{
	static struct log log;
	if (log.who == NULL)
		log_open(&log, "serve", STDERR_FILENO);
	return &log;
}

void serve_say(void *arg, const char *line)
{
	(void)arg;
	log_line(serve_log(), line);
}

void serve_say_kept(void)
{
	log_flush(serve_log());
}

void serve_misused(const char *flag, const char *why)
{
	fprintf(stderr, "referee: %s: %s\n", flag, why);
}

#define SERVE_AT(member) offsetof(struct serve_asked, member)

static const struct {
	const char *name;
	bool alone;    /* it takes no value */
	bool repeated; /* at counts for the first of several */
	size_t at;
} serve_flags[] = {
	{"--folder", false, false, SERVE_AT(folder)},
	{"--socket", false, false, SERVE_AT(socket)},
	{"--concurrency", false, false, SERVE_AT(concurrency_text)},
	{"--side-by-side", false, false, SERVE_AT(side_text)},
	{"--listen", false, false, SERVE_AT(listen)},
	{"--web-token", false, false, SERVE_AT(web_token)},
	{"--gate", false, true, SERVE_AT(gates)},
	{"--tokens", false, false, SERVE_AT(tokens)},
	{"--certificate", false, false, SERVE_AT(certificate)},
	{"--key", false, false, SERVE_AT(key)},
	{"--insecure", true, false, SERVE_AT(insecure)},
	{"--verbose", true, false, SERVE_AT(verbose)},
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
		if (a->gates_count == GATE_DOORS) {
			serve_misused(serve_flags[flag].name, "it is given eight times at most");
			return false;
		}
		kept += a->gates_count++;
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
	const char *near = nearest(flag, names, SERVE_FLAGS);
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

/* What is of use with another flag alone. False: told. */
static bool serve_fits(const struct serve_asked *a)
{
	const struct {
		const char *flag;
		bool alone;
		const char *other;
	} rows[] = {
		{"--web-token", a->web_token != NULL && a->listen == NULL, "--listen"},
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
	"  --web-token TOKEN | @FILE  who reads the pages has to bring it: ?token=... in the "
	"first\n"
	"                    address, afterwards the browser knows; or Authorization: Bearer ...\n"
	"  --gate ADDRESS    lets bots in over the network: HOST:PORT with TLS 1.3, unix:PATH, or\n"
	"                    plain:HOST:PORT without TLS, on loopback; also several times\n"
	"  --tokens FILE     who may come in, as `referee token` writes it (default: "
	"referee.tokens);\n"
	"                    SIGHUP reads it again, and shuts out whose token was changed or "
	"revoked\n"
	"  --certificate FILE, --key FILE  for TLS (PEM; default: made once and kept beside the "
	"tokens\n"
	"                    as NAME.pem, and its fingerprint is said); SIGHUP reads them again\n"
	"  --insecure        plain: also where others can read and write along\n"
	"  --verbose         a line for each game\n";
