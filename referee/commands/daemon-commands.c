/*
 * daemon-commands.c - commands for a running daemon: each sends its words over the daemon's socket
 * and prints the answer.
 */
#include "referee/commands/daemon-commands.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/shell-words.h"

/* --- the request ----------------------------------------------------------------------------- */

const struct option_row daemon_client_options[] = {
	{OPTION("socket", TEXT, offsetof(struct daemon_client, socket)), .value = "PATH",
		.preset = "the daemon's usual one",
		.help = "connect to the daemon with this socket"},
	{.name = NULL},
};

bool daemon_client_begin(struct daemon_client *client, const struct command *command)
{
	bool found = client->socket != NULL
			     ? *client->socket != '\0' && strlen(client->socket) < CONTROL_PATH
			     : control_client_path(client->path);
	if (!found) {
		command_misused(command,
			"--socket PATH: it is needed where XDG_RUNTIME_DIR is not set, and has 107 bytes at most");
		return false;
	}
	if (client->socket != NULL)
		memcpy(client->path, client->socket, strlen(client->socket) + 1);
	client->command = command;
	client->words[0] = command->name;
	client->count = 1;
	return true;
}

bool daemon_client_add(
	struct daemon_client *client, const struct command *command, const char *word)
{
	for (const char *c = word; c != NULL && *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == '\177') {
			command_misused(command, "control characters cannot be sent");
			return false;
		}
	if (word != NULL)
		client->words[client->count++] = word;
	return true;
}

FILE *daemon_client_open(const struct daemon_client *client)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	memcpy(at.sun_path, client->path, strlen(client->path) + 1);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
		return fdopen(fd, "r+");
	command_report(client->command, "%s: no daemon answers: %s; %s", client->path,
		strerror(errno),
		errno == EACCES
			? "a daemon accepts its own user, root and the group of its socket only"
			: "`referee serve` starts one, or `systemctl start referee` that of the packages");
	if (fd >= 0)
		close(fd);
	return NULL;
}

void daemon_client_send(const struct daemon_client *client, FILE *daemon)
{
	for (int i = 0; i < client->count; i++) {
		fputs(i > 0 ? " " : "", daemon);
		shell_words_write(daemon, client->words[i]);
	}
	fputc('\n', daemon);
	fflush(daemon);
}

/* --- the commands ---------------------------------------------------------------------------- */

/* Prints the answer. Returns its exit status. */
static int daemon_command_print(const struct command *command, FILE *daemon)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int status = -1;
	while (status < 0 && (length = getline(&line, &room, daemon)) > 0) {
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		const struct answer answer = answer_read(line);
		if (answer.kind == ANSWER_TEXT)
			puts(answer.text);
		if (answer.kind == ANSWER_END)
			status = answer.status;
		if (answer.kind == ANSWER_FAULT || status > 0)
			command_report(command, "%s", answer.text);
	}
	free(line);
	if (status < 0)
		command_report(command,
			"the daemon closed the connection without an answer; a daemon accepts its own user, root and the group of its socket only");
	return status < 0 ? EXIT_FAULTS : status;
}

extern const struct command command_submit;

struct daemon_command {
	struct daemon_client client;
	const char *first, *second, *third;
	bool json, bots;
};

#define DAEMON_COMMAND_AT(member) offsetof(struct daemon_command, member)

/* Adds the words of the command line. */
static bool daemon_command_add(struct daemon_command *d, const struct command *command)
{
	struct daemon_client *c = &d->client;
	return daemon_client_begin(c, command) && daemon_client_add(c, command, d->first) &&
	       daemon_client_add(c, command, d->second) &&
	       daemon_client_add(c, command, d->third) &&
	       daemon_client_add(c, command, d->json ? "--json" : NULL) &&
	       daemon_client_add(c, command, d->bots ? "--bots" : NULL);
}

static int daemon_command_send(struct daemon_command *d, const struct command *command)
{
	if (!daemon_command_add(d, command))
		return EXIT_USAGE;
	FILE *daemon = daemon_client_open(&d->client);
	if (daemon == NULL)
		return EXIT_FAULTS;
	daemon_client_send(&d->client, daemon);
	int status = daemon_command_print(command, daemon);
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
	/* The daemon may have another working directory. */
	if (command == &command_submit && realpath(d.first, whole) == NULL) {
		command_report(command, "%s: %s", d.first, strerror(errno));
		return EXIT_FILE;
	}
	if (command == &command_submit)
		d.first = whole;
	return daemon_command_send(&d, command);
}

static const struct option_row daemon_command_status_options[] = {
	{OPTION("json", SWITCH, DAEMON_COMMAND_AT(json)),
		.help = "write one object: concurrency, paused, tournaments (name, file, db, state, done, games, faults: seats that failed, eta in seconds, running, benched, remote, why: what it failed by or waits for, ...)"},
	{OPTION("bots", SWITCH, DAEMON_COMMAND_AT(bots)),
		.help = "list also the remote bots: connected or absent, since when, from which address, in which tournament"},
	{.name = NULL},
};

#define DAEMON_COMMAND_GROUP DAEMON_CLIENT_GROUP(DAEMON_COMMAND_AT(client))
#define DAEMON_COMMAND_TOURNAMENT(kind, help)                                                      \
	{                                                                                          \
		"TOURNAMENT", kind, DAEMON_COMMAND_AT(first), help                                 \
	}
#define DAEMON_COMMAND_ALL_OR_ONE                                                                  \
	{                                                                                          \
		.arguments = {DAEMON_COMMAND_TOURNAMENT(                                           \
			ARGUMENT_OPTIONAL, "the name of one tournament; without it all of them")}, \
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
	.examples = (const char *const[]){"# List the tournaments of the daemon, and their bots.",
		"referee status --bots", NULL},
	.run = daemon_command_run,
};

const struct command command_pause = {
	.name = "pause",
	.group = COMMAND_SERVER,
	.summary = "Stop the daemon from starting games; running games finish",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.examples = (const char *const[]){"# Stop the daemon from starting games of a tournament.",
		"referee pause cup", NULL},
	.run = daemon_command_run,
};

const struct command command_resume = {
	.name = "resume",
	.group = COMMAND_SERVER,
	.summary = "Let the daemon start games again",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.examples = (const char *const[]){"# Let the daemon start games of a tournament again.",
		"referee resume cup", NULL},
	.run = daemon_command_run,
};

const struct command command_stop = {
	.name = "stop",
	.group = COMMAND_SERVER,
	.summary = "Stop a tournament of the daemon; `submit` resumes it",
	.options = DAEMON_COMMAND_ALL_OR_ONE,
	.examples = (const char *const[]){"# Stop a tournament.", "referee stop cup", NULL},
	.run = daemon_command_run,
};

const struct command command_concurrency = {
	.name = "concurrency",
	.group = COMMAND_SERVER,
	.summary = "Set how many games the daemon plays at a time",
	.options = {.arguments = {{"GAMES", ARGUMENT_ONE, DAEMON_COMMAND_AT(first),
			    "the number of games"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.examples = (const char *const[]){"# Play four games at a time.", "referee concurrency 4",
		NULL},
	.run = daemon_command_run,
};

const struct command command_add_bot = {
	.name = "add-bot",
	.group = COMMAND_SERVER,
	.summary = "Add a bot to a running tournament whose format takes it",
	.about =
		"The bot also takes part when the tournament resumes. If the file then names the bot, the file decides.",
	.options = DAEMON_COMMAND_OF_BOT(
		"NAME=COMMAND", "the bot's name, and the command that starts it"),
	.examples = (const char *const[]){"# Let a bot join a running tournament.",
		"referee add-bot cup ann=\"python3 ann.py\"", NULL},
	.run = daemon_command_run,
};

const struct command command_bench_bot = {
	.name = "bench-bot",
	.group = COMMAND_SERVER,
	.summary = "Stop playing the games of a bot",
	.about = "The bot stays benched when the tournament resumes, until unbench-bot.",
	.options = DAEMON_COMMAND_OF_BOT("NAME", "the bot"),
	.examples = (const char *const[]){"# Play no more games of a bot.",
		"referee bench-bot cup ann", NULL},
	.run = daemon_command_run,
};

const struct command command_unbench_bot = {
	.name = "unbench-bot",
	.group = COMMAND_SERVER,
	.summary = "Play the games of a benched bot again",
	.about =
		"The games that it missed are played when the tournament is started again. A ladder may pair it only then.",
	.options = DAEMON_COMMAND_OF_BOT("NAME", "the bot"),
	.examples = (const char *const[]){"# Play the games of a benched bot again.",
		"referee unbench-bot cup ann", NULL},
	.run = daemon_command_run,
};

const struct command command_drain = {
	.name = "drain",
	.group = COMMAND_SERVER,
	.summary = "Let the daemon finish its games, start no others, and end",
	.about =
		"Games in play go on to their end, however long that takes; when all are stored the daemon ends with status 0. "
		"SIGTERM does not wait for games: they are played again. Started again, the daemon resumes its tournaments.",
	.options = {.groups = {DAEMON_COMMAND_GROUP}},
	.examples = (const char *const[]){"# End the daemon when its games are finished.",
		"referee drain", NULL},
	.run = daemon_command_run,
};

const struct command command_kick = {
	.name = "kick",
	.group = COMMAND_SERVER,
	.summary = "Close all connections of a remote bot, which may come back",
	.about = "To keep it away, revoke its token: `referee token --revoke NAME`.",
	.options = {.arguments = {{"NAME", ARGUMENT_ONE, DAEMON_COMMAND_AT(first), "the bot"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.examples = (const char *const[]){"# Close the connections of a remote bot.",
		"referee kick ann", NULL},
	.run = daemon_command_run,
};

const struct command command_announce = {
	.name = "announce",
	.group = COMMAND_SERVER,
	.summary = "Show a text on all pages of the daemon",
	.about =
		"The text stays after a restart, until the next one replaces it; an empty text removes it.",
	.options = {.arguments = {{"TEXT", ARGUMENT_ONE, DAEMON_COMMAND_AT(first),
			    "one line of plain text; \"\" shows none"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.examples = (const char *const[]){"# Show a text on all pages.",
		"referee announce \"The final begins at six.\"", NULL},
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
	.examples = (const char *const[]){"# Let the daemon play a tournament.",
		"referee submit cup.conf", NULL},
	.run = daemon_command_run,
};

const struct command command_revert = {
	.name = "revert",
	.group = COMMAND_SERVER,
	.summary = "Let an earlier version of a bot play again that was sent",
	.about =
		"Without a VERSION the one before the present one plays again, and the same command again returns to the newer one. It waits until the version plays, or says why it does not.",
	.options = {.arguments =
			    {DAEMON_COMMAND_TOURNAMENT(ARGUMENT_ONE,
				     "the name of a tournament of the daemon with submissions = FOLDER"),
				    {"NAME", ARGUMENT_ONE, DAEMON_COMMAND_AT(second), "the bot"},
				    {"VERSION", ARGUMENT_OPTIONAL, DAEMON_COMMAND_AT(third),
					    "the name of the version, as `referee send` printed it"}},
		.groups = {DAEMON_COMMAND_GROUP}},
	.examples = (const char *const[]){"# Let the version before play again.",
		"referee revert cup ann", NULL},
	.run = daemon_command_run,
};
