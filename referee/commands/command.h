/*
 * command.h - a command of the program `referee`: one row for each command.
 *
 * A row has the whole help text of its command. `referee help COMMAND`, the list of all commands
 * and tests/referee/commands/command.c read only the rows.
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
	const char *about;   /* paragraphs, each ended by \n except the last; NULL: the summary is
				enough */
	struct options options;
	const char *notes; /* paragraphs after the options, such as exit statuses; NULL: none */
	const char *const *examples; /* command lines, ended by NULL; NULL: none */
	/* argv[0] is the command's name. Returns the exit status. */
	int (*run)(int argc, char **argv);
	const char *was; /* its name in older versions; NULL: it had this name */
};

/* all-commands.c: all commands, ended by NULL; and the command of this name or NULL. */
extern const struct command *const all_commands[];
const struct command *command_find(const char *name);

/* Reads the command line into the command's values (options.h). Prints the help if the command
 * line asks for it, and reports mistakes. False: *status is the exit status. The caller clears
 * the values' lists with options_clear() in both cases. */
bool command_read(
	const struct command *command, void *values, int argc, char *const *argv, int *status);

/* Reports a line about a command on stderr: "referee NAME: LINE". arg: the struct command. For
 * struct diagnostics. */
void command_tell(void *arg, const char *line);

/* Reports a mistake of the command line. Returns EXIT_USAGE. */
int command_misused(const struct command *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void command_print_help(const struct command *command, FILE *out);

/* Prints all commands by group. */
void command_print_all(FILE *out);

/* Reports that no command has this name, and suggests the nearest one. Returns the exit status. */
int command_unknown(const char *name);

#endif
