/*
 * shell-quote.h - quotes words for a POSIX shell.
 */
#ifndef REFEREE_BASE_SHELL_QUOTE_H
#define REFEREE_BASE_SHELL_QUOTE_H

#include <stdio.h>

/*
 * Writes word so that a POSIX shell reads the same bytes; quotes only if necessary. Characters that
 * a terminal could obey or hide are written as $(printf '\033').
 */
void shell_quote_word(FILE *out, const char *word);

#endif
