/*
 * config-flags.h - the settings as flags of a command line: --key value, or --key=value.
 */
#ifndef REFEREE_CONFIG_CONFIG_FLAGS_H
#define REFEREE_CONFIG_CONFIG_FLAGS_H

#include <stdio.h>

#include "referee/definition/tournament.h"

/*
 * Takes the flag at argv[i] when it is a setting, or --bot NAME=COMMAND (bot-name.h: NAME= may be
 * left out). Returns how many of argv
 * it took, 1 or 2, whether right or told to be wrong; 0: it is none of the settings' flags. A flag
 * that can stand alone takes the next word when that is one of its values: --restart, --restart
 * yes.
 */
int settings_flag(struct tournament *t, int argc, char **argv, int i, struct diagnostics *mistakes);

/* Tells that the flag at argv[i] is unknown, and which may have been meant: what is called so
 * elsewhere (foreign-names.h), one of the settings' or of the count others (with their --) that the
 * command has. Returns how many of argv to pass over: what follows it may be its values. */
int settings_unknown_flag(int argc, char **argv, int i, const char *const *others, int count,
	struct diagnostics *mistakes);

/* Prints all settings, a line each: the tournament's as flags, then a bot's as in its section. */
void settings_print(FILE *out);

#endif
