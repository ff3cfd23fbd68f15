/*
 * daemon-commands.c - the commands that ask a daemon that runs: each sends its own words over the
 * daemon's socket and prints what comes back.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/daemon-client.h"
#include "referee/commands/command.h"

/* Prints the answer; returns the status that ends it. */
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

static int daemon_command_ask(const struct daemon_client *call)
{
	FILE *daemon = daemon_client_open(call);
	if (daemon == NULL)
		return 1;
	daemon_client_send(call, daemon);
	int status = daemon_command_print(daemon);
	fclose(daemon);
	return status;
}

static int daemon_command_run(int argc, char **argv)
{
	struct daemon_client call = {.count = 0};
	int status = daemon_client_read(&call, argc, argv);
	return status == EXIT_SUCCESS ? daemon_command_ask(&call) : status;
}

/* The daemon has another folder than we. */
static int daemon_command_run_submit(int argc, char **argv)
{
	char whole[PATH_MAX];
	struct daemon_client call = {.count = 0};
	int status = daemon_client_read(&call, argc, argv);
	if (status != EXIT_SUCCESS)
		return status;
	if (call.count != 2)
		return daemon_client_misused(argv[0], "one FILE is submitted");
	if (realpath(call.words[1], whole) == NULL) {
		fprintf(stderr, "referee: %s: %s\n", call.words[1], strerror(errno));
		return EXIT_FILE;
	}
	call.words[1] = whole;
	return daemon_command_ask(&call);
}

#define DAEMON_COMMAND_SOCKET                                                                      \
	"  --socket PATH  the daemon's socket, where it has another than its usual one\n"
#define DAEMON_COMMAND_NAMED "Without a name all tournaments are meant.\n\n" DAEMON_COMMAND_SOCKET

const struct command command_status = {
	.name = "status",
	.summary = "how the daemon's tournaments stand",
	.usage = "[--json] [--bots] [--socket PATH]",
	.help = "  --json         one object: concurrency, paused, tournaments (name, file, db, state, done,\n"
		"                 games, faults: seats that failed, eta in seconds, running, benched,\n"
		"                 remote, why: what it failed by or waits for, ...)\n"
		"  --bots         also the bots from elsewhere: who is here, since when, from where, in which\n"
		"                 tournament, and who is away\n" DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run,
};

const struct command command_pause = {
	.name = "pause",
	.summary = "no further game begins in the daemon; those that run go on to their end",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = DAEMON_COMMAND_NAMED,
	.run = daemon_command_run,
};

const struct command command_resume = {
	.name = "resume",
	.summary = "games begin again",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = DAEMON_COMMAND_NAMED,
	.run = daemon_command_run,
};

const struct command command_stop = {
	.name = "stop",
	.summary = "end a tournament of the daemon; submit goes on with it",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = DAEMON_COMMAND_NAMED,
	.run = daemon_command_run,
};

const struct command command_concurrency = {
	.name = "concurrency",
	.summary = "how many games the daemon plays at a time",
	.usage = "GAMES [--socket PATH]",
	.help = DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run,
};

const struct command command_add_bot = {
	.name = "add-bot",
	.summary = "a bot joins a tournament of the daemon that runs, where its format takes it",
	.usage = "TOURNAMENT NAME=COMMAND [--socket PATH]",
	.help = "It takes part also when the tournament goes on later; if its file names it by then, as that says.\n\n" DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run,
};

const struct command command_bench_bot = {
	.name = "bench-bot",
	.summary = "a bot's games are not played any more",
	.usage = "TOURNAMENT NAME [--socket PATH]",
	.help = "It holds also when the tournament goes on later, until unbench-bot.\n\n" DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run,
};

const struct command command_unbench_bot = {
	.name = "unbench-bot",
	.summary = "a bot that was benched by hand plays again",
	.usage = "TOURNAMENT NAME [--socket PATH]",
	.help = "Its games that were passed over meanwhile are played when the tournament is taken up again;\n"
		"a ladder may pair it only then.\n\n" DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run,
};

const struct command command_submit = {
	.name = "submit",
	.summary = "give the daemon a tournament",
	.usage = "FILE [--socket PATH]",
	.help = "What the file names without a whole path is seen from the daemon's folder.\n\n" DAEMON_COMMAND_SOCKET,
	.run = daemon_command_run_submit,
};
