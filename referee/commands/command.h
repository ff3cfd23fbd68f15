/*
 * command.h - a command of the program `referee`: a row for each word after it.
 *
 * The row has all that a command's help says. `referee help COMMAND`, the list of all commands and
 * what else is made of it (tests/referee/commands/command.c checks each row) read only the rows.
 */
#ifndef REFEREE_COMMANDS_COMMAND_H
#define REFEREE_COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/base/exit-status.h"
#include "referee/base/options.h"

#define REFEREE_VERSION "0.1"

/* The groups in which the commands are listed. */
enum command_group { COMMAND_PLAY, COMMAND_RESULTS, COMMAND_DATA, COMMAND_SERVER, COMMAND_GROUPS };

extern const char *const command_group_titles[COMMAND_GROUPS];

struct command {
	const char *name;
	enum command_group group;
	const char *summary; /* one line that starts with a verb */
	const char
		*about; /* paragraphs, each ended by \n but the last; NULL: the summary says it */
	struct options options;
	const char *notes;	     /* the same, below the options: exit statuses; NULL: none */
	const char *const *examples; /* command lines, ended by NULL; NULL: none */
	/* argv[0] is the command's name. Returns the exit status. */
	int (*run)(int argc, char **argv);
	const char *was; /* its name in older versions; NULL: the same */
};

/* all-commands.c: every command, ended by NULL, and the one of this name or NULL. */
extern const struct command *const all_commands[];
const struct command *command_find(const char *name);

/* Reads the command line into the command's values (options.h), prints the help when it is asked
 * for, and reports what is wrong. False: *status is the exit status. Clear the values' lists with
 * options_clear() either way. */
bool command_read(
	const struct command *command, void *values, int argc, char *const *argv, int *status);

/* Reports a line about a command on stderr: "referee NAME: LINE". arg: the struct command. For
 * struct diagnostics. */
void command_tell(void *arg, const char *line);

/* Reports a mistake of the command line, and returns EXIT_USAGE. */
int command_misused(const struct command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void command_print_help(const struct command *command, FILE *out);

/* Prints all commands in their groups. */
void command_print_all(FILE *out);

/* Reports that there is no command of this name, with the one that may be meant. */
int command_unknown(const char *name);

#endif
