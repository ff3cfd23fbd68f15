/*
 * daemon-client.c - the request of a command to a running daemon.
 */
#include "referee/commands/daemon-client.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/shell-words.h"

const struct option_row daemon_client_options[] = {
	{OPTION("socket", TEXT, offsetof(struct daemon_client, socket)), .value = "PATH",
		.preset = "the daemon's usual one",
		.help = "connect to the daemon with this socket"},
	{.name = NULL},
};

const char *daemon_client_words(const struct control_row *row, bool *tournament, bool *needed)
{
	static const char name[] = "TOURNAMENT", maybe[] = "[TOURNAMENT]";
	*needed = strncmp(row->usage, name, strlen(name)) == 0;
	*tournament = *needed || strcmp(row->usage, maybe) == 0;
	const char *rest = row->usage + (*tournament ? strcspn(row->usage, " ") : 0);
	return rest + strspn(rest, " ");
}

bool daemon_client_begin(
	struct daemon_client *client, const struct command *command, const char *request)
{
	bool found = client->socket != NULL
			     ? *client->socket != '\0' && strlen(client->socket) < CONTROL_PATH
			     : control_client_path(client->path);
	if (!found)
		return command_report(command,
			"--socket PATH: it is needed where XDG_RUNTIME_DIR is not set, and has 107 bytes at most");
	if (client->socket != NULL)
		memcpy(client->path, client->socket, strlen(client->socket) + 1);
	client->command = command;
	client->words[0] = request;
	client->count = 1;
	return true;
}

bool daemon_client_add(struct daemon_client *client, const char *word)
{
	for (const char *c = word; c != NULL && *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == '\177')
			return command_report(client->command, "control characters cannot be sent");
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
