/*
 * shell-split.h - splits a command line into words as a shell does, without a shell.
 *
 * It expands nothing; only blanks, quotes and backslashes have a meaning.
 */
#ifndef REFEREE_BASE_SHELL_SPLIT_H
#define REFEREE_BASE_SHELL_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Splits at blanks. 'text' is literal. In "text" a backslash escapes " and itself; outside quotes
 * it escapes any character. *words is one allocation, ended by a NULL word; the caller frees it
 * with free(). False: no word, or an unclosed quote; one line in why.
 */
bool shell_split_split(const char *command, char ***words, int *count, char *why, size_t room);

/* Writes a word of any bytes so that shell_split_split() reads it back. */
void shell_split_write(FILE *out, const char *word);

#endif
