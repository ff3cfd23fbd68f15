/*
 * run.h - runs `referee run` for another command.
 */
#ifndef REFEREE_COMMANDS_RUN_H
#define REFEREE_COMMANDS_RUN_H

/* Runs `referee run` with these words; argv[0] is "run". Returns the exit status. again: the
 * command line, quoted for a shell, that resumes a stopped run; NULL: run's own. */
int run_for(int argc, char **argv, const char *again);

#endif
