/*
 * version.h - the version of all programs of the project, and what `--version` prints.
 *
 * CHANGELOG.md begins with the same version. The Makefile reads it from here.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define VERSION "1.0"

/* Prints "PROGRAM 1.0" and a line on its build: the commit, the compiler, a sanitizer. */
void version_print(const char *program);

/* Prints another line in the same form. what: at most 12 characters. */
void version_print_line(const char *what, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
