/*
 * control.c - the commands that ask a daemon that runs: each sends its own words over the daemon's
 * socket and prints what comes back.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/ground/escape.h"
#include "referee/ground/shell.h"
#include "referee/tournament/control.h"

/* What is asked, and where. */
struct control_call {
	char path[CONTROL_PATH];
	bool found; /* path is set */
	const char *words[CONTROL_WORDS + 1];
	int count;
};

static int control_misused(const char *word, const char *why)
{
	fprintf(stderr, "referee: %s: %s\n", word, why);
	return EXIT_USAGE;
}

/* --- what is asked --------------------------------------------------------------------------- */

/* Takes --socket at argv[i]; returns how many words that were, 0: it is another word. */
static int control_take_socket(struct control_call *call, int argc, char **argv, int i)
{
	const char *value = NULL;
	if (strncmp(argv[i], "--socket=", 9) == 0)
		value = argv[i] + 9;
	else if (strcmp(argv[i], "--socket") == 0)
		value = i + 1 < argc ? argv[i + 1] : "";
	if (value == NULL)
		return 0;
	call->found = *value != '\0' && strlen(value) < CONTROL_PATH;
	if (call->found)
		memcpy(call->path, value, strlen(value) + 1);
	return argv[i][8] == '=' || i + 1 >= argc ? 1 : 2;
}

static bool control_plain(const char *word)
{
	for (; *word != '\0'; word++)
		if ((unsigned char)*word < ' ' || *word == '\177')
			return false;
	return true;
}

static int control_read(struct control_call *call, int argc, char **argv)
{
	call->found = control_default_path(call->path);
	for (int i = 0; i < argc;) {
		int taken = i > 0 ? control_take_socket(call, argc, argv, i) : 0;
		if (taken == 0 && !control_plain(argv[i]))
			return control_misused(argv[0], "control characters cannot be sent");
		if (taken == 0 && call->count >= CONTROL_WORDS)
			return control_misused(argv[0], "these are too many words");
		if (taken == 0)
			call->words[call->count++] = argv[i];
		i += taken > 0 ? taken : 1;
	}
	if (!call->found)
		return control_misused(argv[0],
			"--socket PATH is needed: XDG_RUNTIME_DIR does not say where the daemon's "
			"is, or it is longer than 107 bytes");
	return EXIT_SUCCESS;
}

/* --- asking ---------------------------------------------------------------------------------- */

/* A stream to the daemon; NULL: none is there, and told. */
static FILE *control_open(const struct control_call *call)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	memcpy(at.sun_path, call->path, strlen(call->path) + 1);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
		return fdopen(fd, "r+");
	fprintf(stderr, "referee: no daemon answers on %s: %s; `referee serve` starts one\n",
		call->path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return NULL;
}

static void control_send(const struct control_call *call, FILE *daemon)
{
	for (int i = 0; i < call->count; i++) {
		fputs(i > 0 ? " " : "", daemon);
		shell_word(daemon, call->words[i]);
	}
	fputc('\n', daemon);
	fflush(daemon);
}

/* Prints the answer; returns the status that ends it. */
static int control_print(FILE *daemon)
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
		} else if (strncmp(word, "end ", 4) == 0) {
			status = (int)strtol(line + 4, &why, 10) & 0xff;
			if (status != 0)
				fprintf(stderr, "referee: %s\n", why + (*why == ' '));
		}
	}
	free(line);
	if (status < 0)
		fputs("referee: the daemon closed the connection without an answer; only its own "
		      "user and root are heard\n",
			stderr);
	return status < 0 ? 1 : status;
}

static int control_ask(const struct control_call *call)
{
	FILE *daemon = control_open(call);
	if (daemon == NULL)
		return 1;
	control_send(call, daemon);
	int status = control_print(daemon);
	fclose(daemon);
	return status;
}

static int control_run(int argc, char **argv)
{
	struct control_call call = {.count = 0};
	int status = control_read(&call, argc, argv);
	return status == EXIT_SUCCESS ? control_ask(&call) : status;
}

/* The daemon has another folder than we. */
static int control_run_submit(int argc, char **argv)
{
	char whole[PATH_MAX];
	struct control_call call = {.count = 0};
	int status = control_read(&call, argc, argv);
	if (status != EXIT_SUCCESS)
		return status;
	if (call.count != 2)
		return control_misused(argv[0], "one FILE is submitted");
	if (realpath(call.words[1], whole) == NULL) {
		fprintf(stderr, "referee: %s: %s\n", call.words[1], strerror(errno));
		return EXIT_FILE;
	}
	call.words[1] = whole;
	return control_ask(&call);
}

#define CONTROL_SOCKET                                                                             \
	"  --socket PATH  the daemon's socket, where it has another than its usual one\n"
#define CONTROL_NAMED "Without a name all tournaments are meant.\n\n" CONTROL_SOCKET

const struct command command_status = {
	.name = "status",
	.summary = "how the daemon's tournaments stand",
	.usage = "[--json] [--bots] [--socket PATH]",
	.help = "  --json         one object: concurrency, paused, tournaments (name, file, db, "
		"state, done,\n"
		"                 games, eta in seconds, running, benched, remote, ...)\n"
		"  --bots         also the bots from elsewhere: who is here, since when, from "
		"where, "
		"in which\n"
		"                 tournament, and who is away\n" CONTROL_SOCKET,
	.run = control_run,
};

const struct command command_pause = {
	.name = "pause",
	.summary = "no further game begins in the daemon; those that run go on to their end",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = CONTROL_NAMED,
	.run = control_run,
};

const struct command command_resume = {
	.name = "resume",
	.summary = "games begin again",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = CONTROL_NAMED,
	.run = control_run,
};

const struct command command_stop = {
	.name = "stop",
	.summary = "end a tournament of the daemon; submit goes on with it",
	.usage = "[TOURNAMENT] [--socket PATH]",
	.help = CONTROL_NAMED,
	.run = control_run,
};

const struct command command_concurrency = {
	.name = "concurrency",
	.summary = "how many games the daemon plays at a time",
	.usage = "GAMES [--socket PATH]",
	.help = CONTROL_SOCKET,
	.run = control_run,
};

const struct command command_add_bot = {
	.name = "add-bot",
	.summary = "a bot joins a tournament of the daemon that runs, where its format takes it",
	.usage = "TOURNAMENT NAME=COMMAND [--socket PATH]",
	.help = CONTROL_SOCKET,
	.run = control_run,
};

const struct command command_bench_bot = {
	.name = "bench-bot",
	.summary = "a bot's games are not played any more, until the daemon is started again",
	.usage = "TOURNAMENT NAME [--socket PATH]",
	.help = CONTROL_SOCKET,
	.run = control_run,
};

const struct command command_submit = {
	.name = "submit",
	.summary = "give the daemon a tournament",
	.usage = "FILE [--socket PATH]",
	.help = "What the file names without a whole path is seen from the daemon's "
		"folder.\n\n" CONTROL_SOCKET,
	.run = control_run_submit,
};
