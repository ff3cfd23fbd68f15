/*
 * shell-words.h - words of a command line: splits them as a shell does, without a shell, and quotes
 * them.
 */
#ifndef REFEREE_BASE_SHELL_WORDS_H
#define REFEREE_BASE_SHELL_WORDS_H

#include <stdbool.h>
#include <stdio.h>

#include "error/error.h"

/*
 * Splits at blanks. It expands nothing: 'text' is literal, in "text" a backslash escapes " and
 * itself, and outside quotes it escapes any character. *words is one allocation, ended by a NULL
 * word; the caller frees it with free(). False: no word, or an unclosed quote; one line in err.
 */
bool shell_words_split(const char *command, char ***words, int *count, struct error *err);

/* Writes a word of any bytes so that shell_words_split() reads it back. */
void shell_words_write(FILE *out, const char *word);

/*
 * Writes a word so that a POSIX shell reads the same bytes; quotes only if necessary. Characters
 * that a terminal could obey or hide are written as $(printf '\033').
 */
void shell_words_quote(FILE *out, const char *word);

/* Can the text be split? False: err has a line. */
bool shell_words_check(const char *text, struct error *err);

#endif
