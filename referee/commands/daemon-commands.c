/*
 * daemon-commands.c - commands for a running daemon: each sends its words over the daemon's socket
 * and prints the answer.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/daemon-client.h"

/* Prints the answer. Returns its exit status. */
static int daemon_command_print(FILE *daemon)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int status = -1;
	while (status < 0 && (length = getline(&line, &room, daemon)) > 0) {
		char *word = line, *why = NULL;
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		if (*line == '-') {
			puts(line + 1);
		} else if (*line == '!') {
			fprintf(stderr, "referee: %s\n", line + 1);
		} else if (strncmp(word, "end ", 4) == 0) {
			status = (int)strtol(line + 4, &why, 10) & 0xff;
			if (status != 0)
				fprintf(stderr, "referee: %s\n", why + (*why == ' '));
		}
	}
	free(line);
	if (status < 0)
		fputs("referee: the daemon closed the connection without an answer; only its own user and root are heard\n",
			stderr);
	return status < 0 ? 1 : status;
}

struct daemon_command {
	struct daemon_client client;
	const char *first, *second;
	bool json, bots;
};

#define DAEMON_COMMAND_AT(member) offsetof(struct daemon_command, member)

/* Adds the words of the command line. */
static bool daemon_command_add(struct daemon_command *d, const struct command *command)
{
	struct daemon_client *c = &d->client;
	return daemon_client_begin(c, command) && daemon_client_add(c, command, d->first) &&
	       daemon_client_add(c, command, d->second) &&
	       daemon_client_add(c, command, d->json ? "--json" : NULL) &&
	       daemon_client_add(c, command, d->bots ? "--bots" : NULL);
}

/* Makes the path absolute: the daemon may have another working directory. False: there is no
 * such file, which was reported. */
static bool daemon_command_find_file(struct daemon_command *d, char whole[PATH_MAX])
{
	bool found = realpath(d->first, whole) != NULL;
	if (!found)
		fprintf(stderr, "referee: %s: %s\n", d->first, strerror(errno));
	d->first = whole;
	return found;
}

static int daemon_command_ask(struct daemon_command *d, const struct command *command)
{
	if (!daemon_command_add(d, command))
		return EXIT_USAGE;
	FILE *daemon = daemon_client_open(&d->client);
	if (daemon == NULL)
		return 1;
	daemon_client_send(&d->client, daemon);
	int status = daemon_command_print(daemon);
	fclose(daemon);
	return status;
}

static int daemon_command_run(int argc, char **argv)
{
	const struct command *command = command_find(argv[0]);
	struct daemon_command d = {.first = NULL};
	char whole[PATH_MAX];
	int status;
	if (!command_read(command, &d, argc, argv, &status))
		return status;
	if (strcmp(command->name, "submit") == 0 && !daemon_command_find_file(&d, whole))
		return EXIT_FILE;
	return daemon_command_ask(&d, command);
}

static const struct option_row daemon_command_status_options[] = {
	{.name = "json",
		.kind = OPTION_SWITCH,
		.at = DAEMON_COMMAND_AT(json),
		.help = "write one object: concurrency, paused, tournaments (name, file, db, state, done, games, faults: seats that failed, eta in seconds, running, benched, remote, why: what it failed by or waits for, ...)"},
	{.name = "bots",
		.kind = OPTION_SWITCH,
		.at = DAEMON_COMMAND_AT(bots),
		.help = "list also the bots from elsewhere: those that are connected, since when, from where, in which tournament, and those that are away"},
	{.name = NULL},
};

#define DAEMON_COMMAND_GROUP DAEMON_CLIENT_GROUP(DAEMON_COMMAND_AT(client))
#define DAEMON_COMMAND_TOURNAMENT(kind, help)                                                      \
	{                                                                                          \
		"TOURNAMENT", kind, DAEMON_COMMAND_AT(first), help                                 \
	}
#define DAEMON_COMMAND_ALL_OR_ONE                                                                  \
	{                                                                                          \
		.arguments = {DAEMON_COMMAND_TOURNAMENT(ARGUMENT_OPTIONAL,                         \
			"the name of one tournament; without it all are meant")},                  \
		.groups = {                                                                        \
			DAEMON_COMMAND_GROUP                                                       \
		}                                                                                  \
	}
#define DAEMON_COMMAND_OF_BOT(name, help)                                                          \
	{                                                                                          \
		.arguments = {DAEMON_COMMAND_TOURNAMENT(                                           \
				      ARGUMENT_ONE, "the name of a tournament of the daemon"),     \
			{name, ARGUMENT_ONE, DAEMON_COMMAND_AT(second), help}},                    \
		.groups = {                                                                        \
			DAEMON_COMMAND_GROUP                                                       \
		}                                                                                  \
	}

const struct command command_status = {
	.name = "status",
	.group = COMMAND_SERVER,
	.summary = "List the daemon's tournaments and their progress",
	.options = {.groups = {{.rows = daemon_command_status_options}, DAEMON_COMMAND_GROUP}},
	.run = daemon_command_run,
};

const struct command command_pause = {
	.name = "pause",
	.group = COMMAND_SERVER,
	.summary = "Stop the daemon from starting games; running games finish",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.run = daemon_command_run,
};

const struct command command_resume = {
	.name = "resume",
	.group = COMMAND_SERVER,
	.summary = "Let the daemon start games again",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.run = daemon_command_run,
};

const struct command command_stop = {
	.name = "stop",
	.group = COMMAND_SERVER,
	.summary = "End a tournament of the daemon; submit goes on with it",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.run = daemon_command_run,
};

const struct command command_concurrency = {
	.name = "concurrency",
	.group = COMMAND_SERVER,
	.summary = "Set how many games the daemon plays at a time",
	.options = {.arguments = {{"GAMES", ARGUMENT_ONE, DAEMON_COMMAND_AT(first),
			    "how many games"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.run = daemon_command_run,
};

const struct command command_add_bot = {
	.name = "add-bot",
	.group = COMMAND_SERVER,
	.summary = "Add a bot to a running tournament whose format takes it",
	.about =
		"The bot takes part also when the tournament goes on later. If its file names the bot by then, the file decides.",
	.options = DAEMON_COMMAND_OF_BOT(
		"NAME=COMMAND", "the bot's name, and the command that starts it"),
	.run = daemon_command_run,
};

const struct command command_bench_bot = {
	.name = "bench-bot",
	.group = COMMAND_SERVER,
	.summary = "Stop playing the games of a bot",
	.about = "It holds also when the tournament goes on later, until unbench-bot.",
	.options = DAEMON_COMMAND_OF_BOT("NAME", "the bot"),
	.run = daemon_command_run,
};

const struct command command_unbench_bot = {
	.name = "unbench-bot",
	.group = COMMAND_SERVER,
	.summary = "Play the games of a bot again that bench-bot stopped",
	.about =
		"Its games that were passed over meanwhile are played when the tournament is begun again. A ladder may pair it only then.",
	.options = DAEMON_COMMAND_OF_BOT("NAME", "the bot"),
	.run = daemon_command_run,
};

const struct command command_submit = {
	.name = "submit",
	.group = COMMAND_SERVER,
	.summary = "Give the daemon a tournament",
	.about = "Relative paths in the file start at the daemon's folder.",
	.options = {.arguments = {{"FILE", ARGUMENT_ONE, DAEMON_COMMAND_AT(first),
			    "the file of the tournament"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.run = daemon_command_run,
};
