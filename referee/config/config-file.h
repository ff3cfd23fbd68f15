/*
 * config-file.h - the tournament's file.
 */
#ifndef REFEREE_CONFIG_CONFIG_FILE_H
#define REFEREE_CONFIG_CONFIG_FILE_H

#include "referee/definition/tournament.h"

/*
 * Reads the file at path into t. False: it cannot be read, or something in it is wrong; every
 * mistake is told with its line, up to the first place where the file's form itself is broken. The
 * files that it includes are read where they are named; `only` chooses among the bots of all.
 */
bool tournament_read_file(struct tournament *t, const char *path, struct diagnostics *mistakes);

#endif
