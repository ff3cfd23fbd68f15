/*
 * run.h - `referee run` for another command.
 */
#ifndef REFEREE_COMMANDS_RUN_H
#define REFEREE_COMMANDS_RUN_H

/* Runs what these words of `referee run` say, argv[0] being "run", and returns the exit status.
 * again: the command line, quoted for a shell, that goes on when it is stopped; NULL: its own. */
int run_for(int argc, char **argv, const char *again);

#endif
