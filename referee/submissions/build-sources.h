/*
 * build-sources.h - the sources of a folder that a build compiles: those of one program.
 */
#ifndef REFEREE_SUBMISSIONS_BUILD_SOURCES_H
#define REFEREE_SUBMISSIONS_BUILD_SOURCES_H

#include <stdbool.h>

/* Makes the command of a build, "cc -o bot *.c", of all files of its pattern in the folder: without
 * those in which other programs begin, such as tests. named: found is the program, as the name of
 * its file says. *without: the names of those left out; "": none. The caller frees both. False: of
 * several programs, which one is meant is not known. */
bool build_sources_command(const char *build, const char *folder, const char *found, bool named,
	char **command, char **without);

#endif
