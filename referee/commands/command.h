/*
 * command.h - what the program can be told to do: a row for each word after `referee`.
 */
#ifndef REFEREE_COMMANDS_COMMAND_H
#define REFEREE_COMMANDS_COMMAND_H

#include <stdio.h>

#define REFEREE_VERSION "0.1"

enum exit_status {
	EXIT_FAULTS = 1, /* done, but a bot failed and --strict, or check found faults */
	EXIT_USAGE = 2,
	EXIT_FILE = 3,	 /* the tournament's file is wrong, or its bots have changed */
	EXIT_NO_BOT = 4, /* no bot of the tournament can be started */
	EXIT_DATABASE = 5,
	EXIT_CONNECTION = 6,   /* the referee cannot be reached, or lets nobody in */
	EXIT_UNDECIDED = 7,    /* a test has ended without a decision */
	EXIT_NOT_STRONGER = 8, /* `test`: the new revision is not stronger */
	EXIT_BROKEN = 70,      /* our own fault */
};

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
