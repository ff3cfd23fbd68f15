/*
 * daemon-client.h - sends a command's request to a running daemon (control.h).
 */
#ifndef REFEREE_COMMANDS_DAEMON_CLIENT_H
#define REFEREE_COMMANDS_DAEMON_CLIENT_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/commands/command.h"
#include "referee/daemon/control.h"

/* The words of a request, and the socket for it. */
struct daemon_client {
	const struct command *command; /* borrowed: in messages */
	const char *socket;	       /* --socket; NULL: the default socket */
	char path[CONTROL_PATH];
	const char *words[CONTROL_WORDS + 1]; /* borrowed */
	int count;
};

/* The option --socket, whose value is in a struct daemon_client. */
extern const struct option_row daemon_client_options[];

#define DAEMON_CLIENT_GROUP(place)                                                                 \
	{                                                                                          \
		.title = "Daemon", .rows = daemon_client_options, .at = (place)                    \
	}

/* The words of a verb beside its tournament, which --tournament names: of "TOURNAMENT NAME" "NAME".
 * tournament: has it one? needed: must it be given? */
const char *daemon_client_words(const struct control_row *row, bool *tournament, bool *needed);

/* Begins the request, whose first word this is, after the command's options were read. False: no
 * socket is known, which was reported. */
bool daemon_client_begin(
	struct daemon_client *client, const struct command *command, const char *request);

/* Adds a word; NULL adds none. False: the word cannot be sent, which was reported. */
bool daemon_client_add(struct daemon_client *client, const char *word);

/* Opens a stream to the daemon. NULL: no daemon answers, which was reported. */
FILE *daemon_client_open(const struct daemon_client *client);

/* Sends the request. */
void daemon_client_send(const struct daemon_client *client, FILE *daemon);

#endif
