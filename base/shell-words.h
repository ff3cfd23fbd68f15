/*
 * shell-words.h - words of a command line: splits them as a shell does, without a shell, and quotes
 * them.
 */
#ifndef BASE_SHELL_WORDS_H
#define BASE_SHELL_WORDS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * Splits at blanks. It expands nothing: 'text' is literal, in "text" a backslash escapes " and
 * itself, and outside quotes it escapes any character. *words is one allocation, ended by a NULL
 * word; the caller frees it with free(). False: no word, or an unclosed quote; one line in err.
 */
bool shell_words_split(const char *command, char ***words, int *count, struct error *err);

/* The words of COMMAND in a word "process:COMMAND", which names the rules of a game. One
 * allocation, as above. NULL: the word is no such word, or its command cannot be split. */
char **shell_words_inner(const char *word);

/* The place in a command of the program behind referee-adapt ... --; 0: it has none. */
int shell_words_adapted(char *const *words);

/* As shell_words_split(), with the inner words of each word after the last word: the words that may
 * name files of the bot. */
bool shell_words_split_all(const char *command, char ***words, int *count, struct error *err);

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
