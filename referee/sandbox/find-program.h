/*
 * find-program.h - finds a program's file and its interpreter.
 */
#ifndef REFEREE_SANDBOX_FIND_PROGRAM_H
#define REFEREE_SANDBOX_FIND_PROGRAM_H

#include <stdbool.h>

enum { FIND_PROGRAM_PATH = 4096 };

/* May this user start the file? A folder is no program. */
bool find_program_may_start(const char *path);

/* Finds the program that a command's first word names. A word with a slash is a path. Any other is
 * searched in the referee's own folder first, then in PATH. False: not found. */
bool find_program_program(const char *name, char found[FIND_PROGRAM_PATH]);

/* The interpreter in a script's first line. "#!/usr/bin/python3" gives the path; "#!/usr/bin/env
 * python3" gives the program that env would find. False: the file is not a script. */
bool find_program_interpreter(const char *script, char found[FIND_PROGRAM_PATH]);

/* Makes path absolute, relative to dir (NULL: the current folder), without "." and "..". Does not
 * follow links. False: too long. */
bool find_program_absolute(const char *path, const char *dir, char found[FIND_PROGRAM_PATH]);

/* Does a word of a command, or a part of a class path, name a file outside the program's folder: an
 * absolute path, or one that climbs out of it? The system's programs do not count. */
bool find_program_is_outside(const char *word);

/* Is path the folder itself or below it? Both are absolute. */
bool find_program_is_below(const char *path, const char *folder);

/* Interpreters, compilers and build tools, and the packages of Debian and Ubuntu that have them. A
 * row without a name ends it. */
struct program_package {
	const char *name, *package;
};
extern const struct program_package program_packages[];

#endif
