/*
 * worker.c - `referee worker run`: plays games for a referee on another machine.
 */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "referee/process/cpu-affinity.h"
#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/commands/command.h"
#include "referee/net/net-address.h"
#include "referee/machines/nkey.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/sandbox/sandbox.h"
#include "referee/machines/broker-client.h"
#include "referee/machines/broker-link.h"
#include "referee/machines/worker-facts.h"
#include "referee/machines/worker-main.h"

#define WORKER_LEAVE (30 * SECOND)

struct worker {
	bool standard, crowded;
	int64_t slots, cache_size;
	const char *name, *cache;
	int sandbox;
	const char *broker, *ca, *nkey, *pool;
	usec silence, leave_after;
};

/* Plays for one referee. Returns the exit status. */
static int worker_run_session(const struct worker *w)
{
	struct worker_options options = {.leave_after = w->leave_after};
	struct worker_facts *facts = &options.facts;
	struct error err;
	prctl(PR_SET_NAME, "referee-worker"); /* the broker's client starts /proc/self/exe */
	worker_facts_collect(facts);
	worker_build_read(facts);
	snprintf(facts->name, sizeof facts->name, "%s", w->name);
	snprintf(facts->pool, sizeof facts->pool, "%s", w->pool);
	facts->slots = (int)w->slots;
	facts->crowded = facts->slots > facts->cores;
	facts->sandbox = (enum sandbox_level)w->sandbox;
	sandbox_prepare();
	bool good = sandbox_selftest_pass(facts->sandbox, &err);
	if (!good)
		error_prefix(&err, "sandbox = %s: ", sandbox_level_names[facts->sandbox]);
	good = good && worker_cache_open(&options.cache, w->cache, w->cache_size, &err) &&
	       worker_main_run(&options, STDIN_FILENO, STDOUT_FILENO, &err);
	if (!good)
		command_report(&command_worker_run, "%s", err.text);
	return good ? EXIT_SUCCESS : EXIT_BROKEN;
}

static void worker_print(const char *text)
{
	char *shown = escape_text(text, false);
	command_report(&command_worker_run, "%s", shown);
	free(shown);
}

/* Plays for the referees that call at a broker, until a signal. The same command with --stdin plays
 * each session. Returns the exit status. */
static int worker_run_broker(struct worker *w, int argc, char **argv)
{
	char **words = memory_get((size_t)argc + 4, sizeof *words);
	char program[] = "referee", noun[] = "worker", verb[] = "run", session[] = "--stdin";
	words[0] = program;
	words[1] = noun;
	words[2] = verb;
	memcpy(words + 3, argv + 1, (size_t)(argc - 1) * sizeof *words);
	words[argc + 2] = session;
	const struct broker_client_terms terms = {.broker = {.url = w->broker,
							  .ca = w->ca,
							  .nkey = w->nkey,
							  .pool = w->pool,
							  .silence = w->silence},
		.name = w->name,
		.slots = (int)w->slots,
		.words = words,
		.say = worker_print};
	struct error err;
	struct nkey key;
	int status = EXIT_SUCCESS;
	if (!broker_address_is_valid(w->broker, &err)) {
		status = command_misused(&command_worker_run, "--broker: %s", err.text);
	} else if (!broker_name_is_valid(w->pool, &err)) {
		status = command_misused(&command_worker_run, "--pool: %s", err.text);
	} else if (w->nkey != NULL && !nkey_load(&key, w->nkey, &err)) {
		status = command_misused(&command_worker_run, "--nkey: %s", err.text);
	} else if (!broker_client_run(&terms, &err)) {
		command_report(&command_worker_run, "%s", err.text);
		status = EXIT_BROKEN;
	}
	crypto_forget(&key, sizeof key);
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
	const int cores = cpu_affinity_cores(CPU_AFFINITY_FOLDER);
	w = (struct worker){.slots = cores,
		.cache_size = WORKER_CACHE_USUAL,
		.leave_after = WORKER_LEAVE,
		.name = host,
		.sandbox = SANDBOX_FULL,
		.pool = "any",
		.silence = BROKER_LINK_SILENCE};
	if (!command_read(&command_worker_run, &w, argc, argv, &status))
		return status;
	if (!w.standard && w.broker == NULL)
		return command_misused(&command_worker_run,
			"say how the referee is reached: --broker tls://HOST:PORT, or --stdin for a referee that starts this command");
	if (!worker_facts_is_name(w.name))
		return command_misused(&command_worker_run,
			"--name %s: a name has letters, digits, \"-\" and \"_\", at most %d of them, and is not \"here\"",
			w.name, WORKER_NAME - 1);
	if (!worker_facts_is_name(w.pool))
		return command_misused(&command_worker_run,
			"--pool %s: a pool has letters, digits, \"-\" and \"_\", and at most %d of them",
			w.pool, WORKER_NAME - 1);
	if (w.slots > cores && !w.crowded)
		return command_misused(&command_worker_run,
			"--slots %" PRId64
			": this machine has %s, and games that share one get unequal time; add --crowded to play games without clocks so",
			w.slots, counted(cores, "physical core").text);
	cgroup_make_room();
	status = w.standard ? worker_run_session(&w) : worker_run_broker(&w, argc, argv);
	options_clear(&command_worker_run.options, &w);
	return status;
}

#define WORKER_AT(f) offsetof(struct worker, f)

static const struct option_row worker_rows[] = {
	{OPTION("stdin", SWITCH, WORKER_AT(standard)),
		.help = "take games from the standard input, and write their records to the standard output"},
	{OPTION("broker", TEXT, WORKER_AT(broker)), .value = "URL",
		.help = "take games from the referees at this NATS server: tls://HOST:PORT"},
	{OPTION("ca", TEXT, WORKER_AT(ca)), .value = "FILE", .preset = "the system's",
		.help = "check the broker by the certificates in this file"},
	{OPTION("nkey", TEXT, WORKER_AT(nkey)), .value = "FILE",
		.help = "use the key in this file at the broker, which `referee worker key` made"},
	{OPTION("pool", TEXT, WORKER_AT(pool)), .value = "POOL", .preset = "any",
		.help = "play tournaments of this pool"},
	{OPTION("silence", TIME, WORKER_AT(silence)), .value = "TIME", .min = SECOND,
		.max = 3600 * SECOND, .preset = "30s",
		.help = "give up the games of a referee at the broker that is silent for this time"},
	{OPTION("slots", NUMBER, WORKER_AT(slots)), .value = "N", .min = 1, .max = WORKER_SLOTS_MAX,
		.preset = "one for each physical core",
		.help = "play this many games at the same time"},
	{OPTION("crowded", SWITCH, WORKER_AT(crowded)),
		.help = "allow more slots than physical cores; the worker plays no games with clocks then"},
	{OPTION("cache", TEXT, WORKER_AT(cache)), .value = "DIR",
		.preset = "~/.cache/referee/workers",
		.help = "keep bots' folders here, for later tournaments and other workers"},
	{OPTION("cache-size", SIZE, WORKER_AT(cache_size)), .value = "SIZE", .min = 1 << 20,
		.max = INT64_MAX / 2, .preset = "4G",
		.help = "remove the folders that were not used for longest above this size"},
	{OPTION("leave-after", TIME, WORKER_AT(leave_after)), .value = "TIME", .min = 0,
		.max = 24 * 3600 * SECOND, .preset = "30s",
		.help = "finish games for at most this time after SIGTERM, and give back the others"},
	{OPTION("name", TEXT, WORKER_AT(name)), .value = "NAME",
		.preset = "the name of the machine", .help = "give the worker this name"},
	{OPTION("sandbox", CHOICE, WORKER_AT(sandbox)), .value = "LEVEL",
		.choices = sandbox_level_names, .preset = "full",
		.help = "confine bots at least at this level; the referee may ask for more"},
	{.name = NULL},
};

const struct command command_worker_run = {
	.name = "worker run",
	.group = COMMAND_SERVER,
	.summary = "Play games on this machine for a referee on another",
	.about =
		"`referee run --worker \"ssh HOST referee worker run --stdin\"` starts this command on another machine and sends it the bots with their folders, and games. "
		"The worker plays the games with arbiters and sandboxes of its own and returns the records. "
		"It ends when the referee ends.\n",
	.options = {.groups = {{.rows = worker_rows}}},
	.examples = (const char *const
			[]){"# Play games for a referee that is reached through a NATS server.",
		"referee worker run --broker tls://main.example:4222 --ca ca.pem --nkey lab07.nk --name lab07",
		"# Play games for a referee that started this command, for example over ssh.",
		"referee worker run --stdin", "# Play four games at a time, under this name.",
		"referee worker run --stdin --slots 4 --name lab07", NULL},
	.run = worker_run,
	.was = "worker",
};
