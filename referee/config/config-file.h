/*
 * config-file.h - reads the tournament's file.
 */
#ifndef REFEREE_CONFIG_CONFIG_FILE_H
#define REFEREE_CONFIG_CONFIG_FILE_H

#include "referee/tournament/tournament.h"

/* The file of the bots that were sent, in the folder of `submissions`. */
#define SUBMISSIONS_LIST "/.bots"

/*
 * Reads the file at path into t. False: the file cannot be read or has mistakes. Every mistake is
 * reported with its line, up to the first syntax error. An included file is read at the place that
 * names it. `only-bots` selects among the bots of all files.
 */
bool tournament_read_file(struct tournament *t, const char *path, struct diagnostics *mistakes);

#endif
