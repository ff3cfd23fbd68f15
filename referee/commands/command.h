/*
 * command.h - what the program can be told to do: a row for each word after `referee`.
 */
#ifndef REFEREE_COMMANDS_COMMAND_H
#define REFEREE_COMMANDS_COMMAND_H

#include <stdio.h>

#include "referee/base/exit-status.h"

#define REFEREE_VERSION "0.1"

struct command {
	const char *name;
	const char *summary; /* one line */
	const char *usage;   /* what follows the name */
	const char *help;    /* the flags, in lines ended by \n; NULL: there is nothing to say */
	/* argv[0] is the command's name. Returns the exit status. */
	int (*run)(int argc, char **argv);
	void (*help_more)(FILE *out); /* what help cannot hold; NULL: nothing */
};

/* all-commands.c: every command, ended by NULL, and the one of this name or NULL. */
extern const struct command *const all_commands[];
const struct command *command_find(const char *name);

#endif
