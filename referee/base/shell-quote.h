/*
 * shell-quote.h - words as a shell takes them.
 */
#ifndef REFEREE_BASE_SHELL_QUOTE_H
#define REFEREE_BASE_SHELL_QUOTE_H

#include <stdio.h>

/*
 * Writes word so that a POSIX shell reads it back byte by byte, quoted only where it must be.
 * Nothing that a terminal could obey or hide is written as it is: $(printf '\033') stands for it.
 */
void shell_quote_word(FILE *out, const char *word);

#endif
