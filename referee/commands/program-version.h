/*
 * program-version.h - what `referee --version` prints.
 */
#ifndef REFEREE_COMMANDS_PROGRAM_VERSION_H
#define REFEREE_COMMANDS_PROGRAM_VERSION_H

/* Prints the version and the build of this program, and the versions of its database, of its
 * protocols and of the libraries that it runs with. */
void program_version_print(void);

#endif
