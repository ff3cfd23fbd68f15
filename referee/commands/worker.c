/*
 * worker.c - `referee worker`: plays games for a referee on another machine.
 *
 * The process runs an arbiter of its own and relays its lines. It is the only one here that reads
 * what the other machine sends.
 */
#include <dirent.h>
#include <errno.h>
#include <event2/event.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/arbiter/arbiter.h"
#include "referee/base/cpu-affinity.h"
#include "referee/base/file-tree.h"
#include "referee/base/memory.h"
#include "referee/worker/broker-link.h"
#include "referee/worker/broker-client.h"
#include "referee/net/broker-address.h"
#include "referee/base/escape.h"
#include "referee/commands/command.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/sandbox/sandbox.h"
#include "referee/worker/worker-config.h"
#include "referee/worker/worker-facts.h"
#include "referee/worker/worker-offer.h"

enum {
	WORKER_CONFIG_MOST = 64 << 20, /* bytes */
	WORKER_FILES = 100000,	       /* of a bot's folder */
	WORKER_END = 5000,	       /* ms that the arbiter has to end */
	WORKER_TRIES = 3,
	WORKER_SHORT = 128 /* bytes of a line before the games */
};

#define WORKER_ROOT "referee-worker-"

struct worker {
	/* The command line: */
	bool standard;
	int64_t slots;
	const char *name;
	int sandbox;
	const char *broker, *ca, *nkey, *pool;
	usec silence;

	char *root; /* the folder of the bots' folders; NULL: not made */
	int lock;   /* on it */
	struct worker_config config;
	struct process process;
	struct event_base *base;
	char room[65536]; /* bytes from start to end were read and not taken */
	size_t start, end;
	bool line_begins; /* the last byte that was written ended a line */
	bool closing, died;
};

extern const struct command command_worker;

/* --- reading before the games ----------------------------------------------------------------- */

/* Reads more. False: the other side has ended, which err says. */
static bool worker_fill(struct worker *w, struct error *err)
{
	ssize_t count;
	do
		count = read(STDIN_FILENO, w->room, sizeof w->room);
	while (count < 0 && errno == EINTR);
	w->start = 0;
	w->end = count > 0 ? (size_t)count : 0;
	return count > 0 || error_set(err, "the referee closed the connection");
}

/* Reads a line. */
static bool worker_read_line(struct worker *w, char line[WORKER_SHORT], struct error *err)
{
	size_t length = 0;
	for (char c = ' '; c != '\n'; line[length++] = c) {
		if (w->start == w->end && !worker_fill(w, err))
			return false;
		c = w->room[w->start++];
		if (length + 1 == WORKER_SHORT)
			return error_set(err, "a line of the referee is too long");
	}
	line[length - 1] = '\0';
	return true;
}

/* Reads a number that ends the text. */
static bool worker_take_length(const char *text, int64_t most, int64_t *number)
{
	char *end;
	long long value = strtoll(text, &end, 10);
	*number = value;
	return *text >= '0' && *text <= '9' && *end == '\0' && value <= most;
}

/* Reads a line "WORD DIGEST NUMBER". */
static bool worker_read_digest(struct worker *w, const char *word, char digest[CRYPTO_TEXT + 1],
	int64_t *bytes, struct error *err)
{
	char line[WORKER_SHORT], format[64];
	unsigned char sum[CRYPTO_BYTES];
	int used = 0;
	if (!worker_read_line(w, line, err))
		return false;
	snprintf(format, sizeof format, "%s %%%d[0-9a-f] %%n", word, CRYPTO_TEXT);
	if (sscanf(line, format, digest, &used) == 1 && used > 0 && crypto_read(digest, sum) &&
		worker_take_length(line + used, WORKER_BUNDLE_MAX, bytes))
		return true;
	return error_set(err, "the referee sent a line that is not \"%s DIGEST NUMBER\"", word);
}

/* Passes that number of bytes on. */
static bool worker_read_bytes(struct worker *w, int64_t count,
	bool (*take)(void *arg, const char *bytes, size_t length), void *arg, struct error *err)
{
	while (count > 0) {
		if (w->start == w->end && !worker_fill(w, err))
			return false;
		size_t part = w->end - w->start;
		part = (int64_t)part < count ? part : (size_t)count;
		if (!take(arg, w->room + w->start, part))
			return error_set(
				err, "a bot's folder cannot be written: %s", strerror(errno));
		w->start += part;
		count -= (int64_t)part;
	}
	return true;
}

static bool worker_take_text(void *arg, const char *bytes, size_t length)
{
	char **to = arg;
	memcpy(*to, bytes, length);
	*to += length;
	return true;
}

static bool worker_read_config(struct worker *w, struct error *err)
{
	static const char word[] = "config ";
	char line[WORKER_SHORT];
	int64_t size;
	if (!worker_read_line(w, line, err))
		return false;
	if (strncmp(line, word, strlen(word)) != 0 ||
		!worker_take_length(line + strlen(word), WORKER_CONFIG_MOST, &size))
		return error_set(err, "the referee sent a line that is not \"config NUMBER\"");
	char *text = memory_get((size_t)size + 1, 1), *to = text;
	bool good = worker_read_bytes(w, size, worker_take_text, &to, err) &&
		    worker_config_read(&w->config, text, w->root, err);
	if (good)
		w->config.text = text;
	else
		free(text);
	return good;
}

/* A folder that arrives. */
struct worker_arrival {
	struct file_tree_writer writer;
	struct file_tree_stream stream;
	struct secret_sum *sum;
};

static bool worker_take_bundle(void *arg, const char *bytes, size_t length)
{
	struct worker_arrival *a = arg;
	crypto_sum_add(a->sum, bytes, length);
	return file_tree_stream_take(&a->stream, bytes, length);
}

/* Reads a bundle into an empty folder. */
static bool worker_read_bundle(
	struct worker *w, const char *folder, const char *digest, int64_t bytes, struct error *err)
{
	struct worker_arrival a = {.sum = crypto_sum_begin()};
	unsigned char sum[CRYPTO_BYTES];
	char got[CRYPTO_TEXT + 1];
	a.stream.writer = &a.writer;
	bool good = file_tree_write_open(&a.writer, folder, WORKER_BUNDLE_MAX, WORKER_FILES) ||
		    error_set(err, "%s: %s", folder, strerror(errno));
	good = good && worker_read_bytes(w, bytes, worker_take_bundle, &a, err);
	file_tree_write_close(&a.writer);
	crypto_sum_end(a.sum, sum);
	crypto_write(sum, got);
	if (good && (!a.stream.ended || strcmp(got, digest) != 0 || !file_tree_seal(folder)))
		good = error_set(err, "%s: the bot's folder did not arrive whole", folder);
	return good;
}

static bool worker_ask(const char *word, const char *digest)
{
	char line[WORKER_SHORT];
	int length = snprintf(line, sizeof line, "%s %s\n", word, digest);
	return file_tree_put(STDOUT_FILENO, line, (size_t)length);
}

static bool worker_get_folder(
	struct worker *w, int number, const char *digest, int64_t bytes, struct error *err)
{
	char again[CRYPTO_TEXT + 1];
	char *folder = memory_print("%s/%d", w->root, number);
	bool good = mkdir(folder, 0755) == 0 || error_set(err, "%s: %s", folder, strerror(errno));
	if (good && !worker_ask("need", digest))
		good = error_set(err, "the referee closed the connection");
	good = good && worker_read_digest(w, "bundle", again, &bytes, err) &&
	       worker_read_bundle(w, folder, digest, bytes, err);
	free(folder);
	return good;
}

/* Reads which folders the bots need, and gets them. */
static bool worker_read_folders(struct worker *w, struct error *err)
{
	const int count = w->config.folders;
	struct worker_folder {
		char digest[CRYPTO_TEXT + 1];
		int64_t bytes;
	} *folders = memory_get((size_t)count + 1, sizeof *folders);
	bool good = true;
	for (int i = 0; good && i < count; i++)
		good = worker_read_digest(w, "folder", folders[i].digest, &folders[i].bytes, err);
	for (int i = 0; good && i < count; i++)
		good = worker_get_folder(w, i, folders[i].digest, folders[i].bytes, err);
	free(folders);
	return good;
}

/* Reads all that the games need. */
static bool worker_receive(struct worker *w, struct error *err)
{
	bool good = worker_read_config(w, err) && worker_read_folders(w, err);
	if (good && (int)w->config.config.sandbox < w->sandbox)
		w->config.config.sandbox = (enum sandbox_level)w->sandbox;
	return good;
}

/* --- games ------------------------------------------------------------------------------------ */

static void worker_write(struct worker *w, const char *bytes, size_t length)
{
	if (!file_tree_put(STDOUT_FILENO, bytes, length))
		event_base_loopbreak(w->base); /* the referee is gone */
	w->line_begins = bytes[length - 1] == '\n';
}

static void worker_on_requests(evutil_socket_t from, short what, void *arg)
{
	struct worker *w = arg;
	(void)what;
	ssize_t count = read(from, w->room, sizeof w->room);
	if (count > 0) {
		file_tree_put(w->process.to, w->room, (size_t)count);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		w->closing = true;
		event_base_loopbreak(w->base);
	}
}

static void worker_on_records(evutil_socket_t from, short what, void *arg)
{
	struct worker *w = arg;
	char bytes[65536];
	(void)what;
	ssize_t count = read(from, bytes, sizeof bytes);
	if (count > 0) {
		worker_write(w, bytes, (size_t)count);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		w->died = true;
		event_base_loopbreak(w->base);
	}
}

static void worker_on_second(evutil_socket_t fd, short what, void *arg)
{
	struct worker *w = arg;
	(void)fd;
	(void)what;
	if (w->line_begins)
		worker_write(w, "beat\n", strlen("beat\n"));
}

static void worker_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct worker *w = arg;
	(void)number;
	(void)what;
	w->closing = true;
	event_base_loopbreak(w->base);
}

/* Relays lines until one side ends. False: it could not. */
static bool worker_relay(struct worker *w)
{
	const struct timeval second = {.tv_sec = 1};
	struct event *events[] = {
		event_new(w->base, STDIN_FILENO, EV_READ | EV_PERSIST, worker_on_requests, w),
		event_new(w->base, w->process.from, EV_READ | EV_PERSIST, worker_on_records, w),
		event_new(w->base, -1, EV_PERSIST, worker_on_second, w),
		evsignal_new(w->base, SIGTERM, worker_on_signal, w),
		evsignal_new(w->base, SIGINT, worker_on_signal, w)};
	enum { EVENTS = sizeof events / sizeof *events };
	bool good = process_watch(&w->process, w->base);
	for (int i = 0; i < EVENTS; i++)
		good = good && events[i] != NULL &&
		       event_add(events[i], i == 2 ? &second : NULL) == 0;
	worker_write(w, "ready\n", strlen("ready\n"));
	if (w->end > w->start)
		file_tree_put(w->process.to, w->room + w->start, w->end - w->start);
	if (good)
		event_base_dispatch(w->base);
	for (int i = 0; i < EVENTS; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	return good;
}

static bool worker_play(struct worker *w, struct error *err)
{
	signal(SIGPIPE, SIG_IGN);
	w->base = event_base_new();
	if (w->base == NULL ||
		process_start(&w->process, &arbiter_process, &w->config.config, -1) != 0)
		return error_set(err, "no games can be played: %s", strerror(errno));
	bool good = worker_relay(w) || error_set(err, "no games can be played: out of memory");
	if (w->died)
		process_end(&w->process);
	else
		process_leave(&w->process, WORKER_END);
	if (good && w->died)
		good = error_set(err, "its arbiter ended");
	return good;
}

/* --- the command ------------------------------------------------------------------------------ */

/* Removes the folders of workers that were killed. A worker locks its own. */
static void worker_clean(const char *folder)
{
	struct dirent *entry;
	DIR *all = opendir(folder);
	while (all != NULL && (entry = readdir(all)) != NULL) {
		if (strncmp(entry->d_name, WORKER_ROOT, strlen(WORKER_ROOT)) != 0)
			continue;
		char *path = memory_print("%s/%s", folder, entry->d_name);
		int lock = file_tree_lock(path, LOCK_EX | LOCK_NB);
		if (lock >= 0) {
			file_tree_remove(path);
			close(lock);
		}
		free(path);
	}
	if (all != NULL)
		closedir(all);
}

/* The folder of the bots' folders. */
static bool worker_make_root(struct worker *w, struct error *err)
{
	const char *folder = getenv("TMPDIR");
	folder = folder != NULL && *folder == '/' ? folder : "/var/tmp";
	worker_clean(folder);
	for (int i = 0; i < WORKER_TRIES; i++) {
		w->root = memory_print("%s/" WORKER_ROOT "XXXXXX", folder);
		if (mkdtemp(w->root) == NULL || chmod(w->root, 0755) != 0)
			error_set(err, "%s: %s", w->root, strerror(errno));
		else if ((w->lock = file_tree_lock(w->root, LOCK_EX | LOCK_NB)) >= 0)
			return true;
		else /* another worker removed it before it was locked */
			error_set(err, "%s: the folder is gone", w->root);
		free(w->root);
		w->root = NULL;
	}
	return false;
}

static bool worker_begin(struct worker *w, struct error *err)
{
	enum sandbox_level level = (enum sandbox_level)w->sandbox;
	sandbox_prepare();
	if (!sandbox_selftest_pass(level, err))
		return error_prefix(err, "sandbox = %s: ", sandbox_level_names[level]);
	if (!worker_make_root(w, err))
		return false;
	struct worker_facts facts = {
		.pool = "any", .slots = (int)w->slots, .sandbox = (enum sandbox_level)w->sandbox};
	char line[WORKER_FACTS_LINE];
	snprintf(facts.name, sizeof facts.name, "%s", w->name);
	worker_facts_collect(&facts);
	facts.crowded = facts.slots > facts.cores;
	worker_facts_write(&facts, line);
	printf("worker %d %s\n", WORKER_PROTOCOL, line);
	fflush(stdout);
	return true;
}

/* Plays for one referee. Returns the exit status. */
static int worker_run_session(struct worker *w)
{
	struct error err;
	int status = EXIT_SUCCESS;
	if (!worker_begin(w, &err) || !worker_receive(w, &err) || !worker_play(w, &err)) {
		command_report(&command_worker, "%s", err.text);
		status = EXIT_BROKEN;
	}
	if (w->base != NULL)
		event_base_free(w->base);
	if (w->root != NULL)
		file_tree_remove(w->root);
	free(w->root);
	worker_config_clear(&w->config);
	return status;
}

static void worker_say(const char *text)
{
	char *shown = escape_text(text, false);
	command_report(&command_worker, "%s", shown);
	free(shown);
}

/* Plays for the referees that call at a broker, until a signal. The same command with --stdin plays
 * each session. Returns the exit status. */
static int worker_run_broker(struct worker *w, int argc, char **argv)
{
	char **words = memory_get((size_t)argc + 4, sizeof *words);
	char program[] = "referee", session[] = "--stdin";
	words[0] = program;
	memcpy(words + 1, argv, (size_t)argc * sizeof *words);
	words[argc + 1] = session;
	const struct broker_client_terms terms = {.broker = {.url = w->broker,
							  .ca = w->ca,
							  .nkey = w->nkey,
							  .pool = w->pool,
							  .silence = w->silence},
		.name = w->name,
		.slots = (int)w->slots,
		.words = words,
		.say = worker_say};
	struct error err;
	int status = EXIT_SUCCESS;
	if (!broker_address_is_valid(w->broker, &err)) {
		status = command_misused(&command_worker, "--broker: %s", err.text);
	} else if (!broker_name_is_valid(w->pool, &err)) {
		status = command_misused(&command_worker, "--pool: %s", err.text);
	} else if (!broker_client_run(&terms, &err)) {
		command_report(&command_worker, "%s", err.text);
		status = EXIT_BROKEN;
	}
	free(words);
	return status;
}

static int worker_run(int argc, char **argv)
{
	static struct worker w;
	int status;
	char host[WORKER_NAME] = "worker";
	gethostname(host, sizeof host - 1);
	host[strcspn(host, ".")] = '\0';
	w = (struct worker){.slots = cpu_affinity_usable(),
		.name = host,
		.sandbox = SANDBOX_FULL,
		.pool = "any",
		.silence = BROKER_LINK_SILENCE,
		.line_begins = true};
	if (!command_read(&command_worker, &w, argc, argv, &status))
		return status;
	if (!w.standard && w.broker == NULL)
		return command_misused(&command_worker,
			"say how the referee is reached: --broker tls://HOST:PORT, or --stdin for a referee that starts this command");
	if (!worker_facts_is_name(w.name))
		return command_misused(&command_worker,
			"--name %s: a name has letters, digits, \"-\" and \"_\", at most %d of them, and is not \"here\"",
			w.name, WORKER_NAME - 1);
	status = w.standard ? worker_run_session(&w) : worker_run_broker(&w, argc, argv);
	options_clear(&command_worker.options, &w);
	return status;
}

#define WORKER_AT(f) offsetof(struct worker, f)

static const struct option_row worker_rows[] = {
	{.name = "stdin",
		.kind = OPTION_SWITCH,
		.at = WORKER_AT(standard),
		.help = "take games from the standard input, and write their records to the standard output"},
	{.name = "broker",
		.value = "URL",
		.kind = OPTION_TEXT,
		.at = WORKER_AT(broker),
		.help = "take games from the referees at this NATS server: tls://HOST:PORT"},
	{.name = "ca",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = WORKER_AT(ca),
		.preset = "the system's",
		.help = "trust the certificates in this file for the broker"},
	{.name = "nkey",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = WORKER_AT(nkey),
		.help = "identify to the broker by the key in this file, which `referee worker-key` made"},
	{.name = "pool",
		.value = "POOL",
		.kind = OPTION_TEXT,
		.at = WORKER_AT(pool),
		.preset = "any",
		.help = "play tournaments of this pool"},
	{.name = "silence",
		.value = "TIME",
		.kind = OPTION_TIME,
		.at = WORKER_AT(silence),
		.min = SECOND,
		.max = 3600 * SECOND,
		.preset = "30s",
		.help = "give up the games of a referee at the broker that is silent for this time"},
	{.name = "slots",
		.value = "N",
		.kind = OPTION_NUMBER,
		.at = WORKER_AT(slots),
		.min = 1,
		.max = WORKER_SLOTS_MAX,
		.preset = "one for each processor",
		.help = "play this many games at the same time"},
	{.name = "name",
		.value = "NAME",
		.kind = OPTION_TEXT,
		.at = WORKER_AT(name),
		.preset = "the name of the machine",
		.help = "give the worker this name"},
	{.name = "sandbox",
		.value = "LEVEL",
		.kind = OPTION_CHOICE,
		.at = WORKER_AT(sandbox),
		.choices = sandbox_level_names,
		.preset = "full",
		.help = "confine bots at least at this level; the referee may ask for more"},
	{.name = NULL},
};

static const char *const worker_examples[] = {
	"referee worker --broker tls://main.example:4222 --ca ca.pem --nkey lab07.nk --name lab07",
	"referee worker --stdin", "referee worker --stdin --slots 4 --name lab07", NULL};

const struct command command_worker = {
	.name = "worker",
	.group = COMMAND_SERVER,
	.summary = "Play games on this machine for a referee on another",
	.about =
		"`referee run --worker \"ssh HOST referee worker --stdin\"` starts this command on another machine and sends it the bots with their folders, and games. "
		"The worker plays the games with arbiters and sandboxes of its own and returns the records. "
		"It ends when the referee ends.\n",
	.options = {.groups = {{.rows = worker_rows}}},
	.examples = worker_examples,
	.run = worker_run,
};
