/*
 * replay.h - judges records of games again, as `referee play` saves and `referee export record`
 * writes them.
 */
#ifndef REFEREE_COMMANDS_REPLAY_H
#define REFEREE_COMMANDS_REPLAY_H

#include "referee/commands/command.h"

/* Prints the result of each game of these files ("-": the standard input), and where its record
 * differs. rules_dir: where programs of rules are started; NULL: they are not. Returns the exit
 * status: EXIT_FAULTS if a record differs, EXIT_FILE if a file cannot be read. */
int replay_files(
	const struct command *command, const struct option_list *files, const char *rules_dir);

#endif
