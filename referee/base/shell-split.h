/*
 * shell-split.h - a command line cut into words as a shell does it, without the shell: nothing in
 * it is expanded, and nothing but blanks, quotes and backslashes means anything.
 */
#ifndef REFEREE_BASE_SHELL_SPLIT_H
#define REFEREE_BASE_SHELL_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Words are parted by blanks. 'text' is taken as it stands; in "text" a backslash stands before "
 * and itself, anywhere else before anything. *words is one allocation, ended by a NULL word, that
 * the caller frees with free(). False: no word at all, or an unclosed quote; a line in why.
 */
bool shell_split_split(const char *command, char ***words, int *count, char *why, size_t room);

/* Writes a word, whatever bytes it has, so that shell_split_split() reads it. */
void shell_split_write(FILE *out, const char *word);

#endif
