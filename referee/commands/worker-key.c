/*
 * worker-key.c - `referee worker key`: makes the keys of workers, and the configuration of the NATS
 * server through which they come.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/command.h"
#include "referee/net/net-address.h"
#include "referee/machines/broker-users.h"

enum { WORKER_KEY_PORT = 4222 };

struct worker_key_options {
	const char *name, *remove, *folder, *host;
	struct option_list pools;
	int64_t port;
	bool main, list;
};

/* False: the words do not fit together, which was reported. */
static bool worker_key_check(const struct worker_key_options *a)
{
	struct error err;
	const char *name = a->name != NULL ? a->name : a->remove;
	if ((a->name != NULL) + (a->remove != NULL) + a->main + a->list != 1)
		command_misused(&command_worker_key,
			"one of NAME, --main, --remove NAME and --list is needed");
	else if (a->main && a->host == NULL)
		command_misused(&command_worker_key,
			"--main needs --host: the name or address by which workers reach this machine");
	else if (name != NULL && !broker_name_is_valid(name, &err))
		command_misused(&command_worker_key, "%s", err.text);
	else if (name != NULL && strcmp(name, BROKER_USERS_MAIN) == 0)
		command_misused(&command_worker_key,
			"\"main\" is the referee's own name; --main makes its key");
	else {
		for (int i = 0; i < a->pools.count; i++)
			if (!broker_name_is_valid(a->pools.all[i], &err))
				return command_report(&command_worker_key, "--pool: %s", err.text);
		return true;
	}
	return false;
}

static bool worker_key_begin(const struct worker_key_options *a, struct error *err)
{
	if (!broker_users_begin(a->folder, a->host, (int)a->port, err))
		return false;
	printf("%s/broker.conf, broker.pem and main.nk are there. Start the broker, and name it in the tournament's file:\n\n"
	       "  nats-server -c %s/broker.conf\n\n"
	       "  broker = \"tls://%s:%d\"\n"
	       "  broker-ca = \"%s/broker.pem\"\n"
	       "  broker-nkey = \"%s/main.nk\"\n\n"
	       "Then make a key for each worker: referee worker key NAME --folder %s\n",
		a->folder, a->folder, a->host, (int)a->port, a->folder, a->folder, a->folder);
	return true;
}

static bool worker_key_add(const struct worker_key_options *a, struct error *err)
{
	static const char *const any[] = {"any"};
	bool usual = a->pools.count == 0;
	const char *const *pools = usual ? any : a->pools.all;
	if (!broker_users_add(a->folder, a->name, pools, usual ? 1 : a->pools.count, err))
		return false;
	printf("Copy %s/%s.nk and %s/broker.pem to the worker's machine. The broker reads its new users after\n\n"
	       "  nats-server --signal reload\n\n"
	       "Then start the worker:\n\n"
	       "  referee worker run --broker tls://HOST:PORT --ca broker.pem --nkey %s.nk --name %s%s%s\n",
		a->folder, a->name, a->folder, a->name, a->name,
		strcmp(*pools, "any") == 0 ? "" : " --pool ",
		strcmp(*pools, "any") == 0 ? "" : *pools);
	return true;
}

static bool worker_key_remove(const struct worker_key_options *a, struct error *err)
{
	if (!broker_users_remove(a->folder, a->remove, err))
		return false;
	printf("The broker forgets %s after\n\n  nats-server --signal reload\n", a->remove);
	return true;
}

static int worker_key_run(int argc, char **argv)
{
	struct worker_key_options a = {.folder = "broker", .port = WORKER_KEY_PORT};
	struct error err;
	int status = EXIT_USAGE;
	if (command_read(&command_worker_key, &a, argc, argv, &status) && worker_key_check(&a)) {
		bool good = a.main	       ? worker_key_begin(&a, &err)
			    : a.name != NULL   ? worker_key_add(&a, &err)
			    : a.remove != NULL ? worker_key_remove(&a, &err)
					       : broker_users_list(a.folder, &err);
		status = good ? EXIT_SUCCESS : EXIT_FILE;
		if (!good)
			command_report(&command_worker_key, "%s", err.text);
	}
	options_clear(&command_worker_key.options, &a);
	return status;
}

#define WORKER_KEY_AT(f) offsetof(struct worker_key_options, f)

static const struct option_row worker_key_rows[] = {
	{OPTION("folder", TEXT, WORKER_KEY_AT(folder)), .value = "DIR", .preset = "broker",
		.help = "keep keys and configuration in this folder"},
	{OPTION("main", SWITCH, WORKER_KEY_AT(main)),
		.help = "make the folder, with the broker's configuration and certificate and the referee's own key"},
	{OPTION("host", TEXT, WORKER_KEY_AT(host)), .value = "HOST",
		.help = "name the broker's machine as workers reach it, with --main"},
	{OPTION("port", NUMBER, WORKER_KEY_AT(port)), .value = "N", .min = -1, .max = 65535,
		.preset = "4222", .help = "let the broker listen on this port, with --main"},
	{OPTION("pool", LIST, WORKER_KEY_AT(pools)), .value = "POOL", .preset = "any",
		.help = "let the worker play tournaments of this pool (repeatable)"},
	{OPTION("remove", TEXT, WORKER_KEY_AT(remove)), .value = "NAME",
		.help = "remove this worker and its key"},
	{OPTION("list", SWITCH, WORKER_KEY_AT(list)), .help = "list the users with their pools"},
	{.name = NULL},
};

const struct command command_worker_key = {
	.name = "worker key",
	.group = COMMAND_SERVER,
	.summary = "Make the keys of workers, and the configuration of their broker",
	.about =
		"`referee worker key --main --host HOST` makes a folder with all that a NATS server needs to connect this referee with workers: configuration, certificate, and the referee's key. "
		"`referee worker key NAME` adds a worker: it may use its own subjects alone, and hears only tournaments of its pools. "
		"A worker that is there already gets a new key, and the old one is no longer valid.\n",
	.options = {.arguments = {{"NAME", ARGUMENT_OPTIONAL, WORKER_KEY_AT(name),
			    "the name of the worker"}},
		.groups = {{.rows = worker_key_rows}}},
	.examples =
		(const char *const[]){
			"# Make the configuration of the broker and the key of the referee.",
			"referee worker key --main --host main.example",
			"# Make the key of a worker.", "referee worker key lab07",
			"# Make the key of a worker that plays for one pool alone.",
			"referee worker key stranger --pool guests", "# Take a worker's key back.",
			"referee worker key --remove lab07", NULL},
	.run = worker_key_run,
	.was = "worker-key",
};
