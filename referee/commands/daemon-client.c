/*
 * daemon-client.c - sends requests to a running daemon over its socket.
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

#include "referee/base/shell-split.h"

const struct option_row daemon_client_options[] = {
	{.name = "socket",
		.value = "PATH",
		.kind = OPTION_TEXT,
		.at = offsetof(struct daemon_client, socket),
		.preset = "the daemon's usual one",
		.help = "ask the daemon with this socket"},
	{.name = NULL},
};

bool daemon_client_begin(struct daemon_client *client, const struct command *command)
{
	bool found = client->socket != NULL
			     ? *client->socket != '\0' && strlen(client->socket) < CONTROL_PATH
			     : control_default_path(client->path);
	if (!found) {
		command_misused(command,
			"--socket PATH is needed: XDG_RUNTIME_DIR does not say where the daemon's is, or it is longer than 107 bytes");
		return false;
	}
	if (client->socket != NULL)
		memcpy(client->path, client->socket, strlen(client->socket) + 1);
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
	fprintf(stderr, "referee: no daemon answers on %s: %s; %s\n", client->path, strerror(errno),
		errno == EACCES ? "a daemon hears its own user and root only"
				: "`referee serve` starts one");
	if (fd >= 0)
		close(fd);
	return NULL;
}

void daemon_client_send(const struct daemon_client *client, FILE *daemon)
{
	for (int i = 0; i < client->count; i++) {
		fputs(i > 0 ? " " : "", daemon);
		shell_split_write(daemon, client->words[i]);
	}
	fputc('\n', daemon);
	fflush(daemon);
}
