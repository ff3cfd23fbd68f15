/*
 * daemon-client.h - a request to a daemon that runs (control.h), as the commands send it that do.
 */
#ifndef REFEREE_COMMANDS_DAEMON_CLIENT_H
#define REFEREE_COMMANDS_DAEMON_CLIENT_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/daemon/control.h"

/* What is asked, and where. */
struct daemon_client {
	char path[CONTROL_PATH];
	bool found; /* path is set */
	const char *words[CONTROL_WORDS + 1];
	int count;
};

/* Tells on stderr what is wrong with a command's words; the exit status. */
int daemon_client_misused(const char *word, const char *why);

/* The words of a command line, without --socket, which says where. The exit status; what is wrong
 * is told. The words are borrowed. */
int daemon_client_read(struct daemon_client *call, int argc, char **argv);

/* A stream to the daemon; NULL: none is there, and told. */
FILE *daemon_client_open(const struct daemon_client *call);

/* Asks. */
void daemon_client_send(const struct daemon_client *call, FILE *daemon);

#endif
