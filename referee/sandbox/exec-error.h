/*
 * exec-error.h - why a file cannot be started as a program, for who wrote the command.
 */
#ifndef REFEREE_SANDBOX_EXEC_ERROR_H
#define REFEREE_SANDBOX_EXEC_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Looks at the file that word names, in dir when it is relative (NULL: here), and says what is
 * wrong with it. False: nothing that could be seen. */
bool exec_error_explain(const char *word, const char *dir, char *text, size_t room);

/* The same for a program that started and ended at once. */
bool exec_error_explain_end(const char *word, const char *dir, char *text, size_t room);

#endif
