/*
 * check-sandbox.h - `referee check --sandbox`: the ways out of a box, tried here and now.
 */
#ifndef REFEREE_COMMANDS_CHECK_SANDBOX_H
#define REFEREE_COMMANDS_CHECK_SANDBOX_H

#include <stdbool.h>

/* Do the arguments ask for nothing else? */
bool check_sandbox_asked(int argc, char **argv);

/* Prints the table of probes; returns the exit status. */
int check_sandbox(int argc, char **argv);

#endif
