/*
 * find-program.h - where a program is, and what starts it.
 */
#ifndef REFEREE_SANDBOX_FIND_PROGRAM_H
#define REFEREE_SANDBOX_FIND_PROGRAM_H

#include <stdbool.h>

enum { FIND_PROGRAM_PATH = 4096 };

/* Finds the program of a command's first word: as it is when it holds a slash, else in PATH, where
 * the referee's own folder comes first. False: nowhere. */
bool find_program_program(const char *name, char found[FIND_PROGRAM_PATH]);

/* The interpreter that a script names in its first line: "#!/usr/bin/python3" gives the path, and
 * "#!/usr/bin/env python3" what env will find. False: it is no script. */
bool find_program_interpreter(const char *script, char found[FIND_PROGRAM_PATH]);

/* path seen from the folder dir (NULL: from where we are), from the root and without "." and "..";
 * links in it are not followed. False: too long. */
bool find_program_absolute(const char *path, const char *dir, char found[FIND_PROGRAM_PATH]);

#endif
