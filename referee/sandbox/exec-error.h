/*
 * exec-error.h - explains why a file cannot be started as a program, for the author of the command.
 */
#ifndef REFEREE_SANDBOX_EXEC_ERROR_H
#define REFEREE_SANDBOX_EXEC_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { EXEC_ERROR_SIMILAR = 64, EXEC_ERROR_BYTES = 1024 };

/* Are these the first bytes (EXEC_ERROR_BYTES, or all) of a program, or a part of one, for another
 * kind of machine? words says of which: "a program for a Mac". Java's classes and managed programs
 * of .NET run here. */
bool exec_error_is_foreign(const unsigned char *head, size_t length, char words[64]);

/* Finds a file beside a missing one whose name differs in small and capital letters alone. */
bool exec_error_similar(const char *word, const char *dir, char found[EXEC_ERROR_SIMILAR]);

/* Examines the file that word names and writes the problem to text. A relative word starts from dir
 * (NULL: the current folder). False: no problem found. */
bool exec_error_explain(const char *word, const char *dir, struct error *err);

/* The same for a program that started and ended at once. */
bool exec_error_explain_end(const char *word, const char *dir, struct error *err);

#endif
