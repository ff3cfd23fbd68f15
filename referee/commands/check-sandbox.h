/*
 * check-sandbox.h - `referee check --sandbox`: tries to escape from a sandbox on this machine.
 */
#ifndef REFEREE_COMMANDS_CHECK_SANDBOX_H
#define REFEREE_COMMANDS_CHECK_SANDBOX_H

#include <stdbool.h>

#include "referee/sandbox/sandbox.h"

/* Prints the table of escape tests at this level, not SANDBOX_NONE; returns the exit status. */
int check_sandbox(enum sandbox_level level, bool json);

#endif
