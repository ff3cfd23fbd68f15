/*
 * remote-options.h - the options of a command that logs in at a referee's listener: the name, its
 * token, and what proves the referee. `connect` and `send` have them.
 */
#ifndef REFEREE_COMMANDS_REMOTE_OPTIONS_H
#define REFEREE_COMMANDS_REMOTE_OPTIONS_H

#include "referee/commands/command.h"
#include "referee/net/remote-client.h"

struct remote_options {
	const char *where; /* set by the command: HOST:PORT or unix:PATH */
	const char *name, *token_file;
	char fingerprint[CRYPTO_TEXT + 1]; /* "": not given */
	bool insecure;
};

/* The rows for a group of options whose values are a struct remote_options. */
extern const struct option_row remote_option_rows[];

/* Checks o, and fills in the address, name and certificate of the client's options. False: a
 * mistake was reported. */
bool remote_options_fit(const struct command *command, const struct remote_options *o,
	struct remote_client_options *options);

#endif
