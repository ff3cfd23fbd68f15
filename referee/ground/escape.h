/*
 * escape.h - texts that came from bots, made fit for a terminal.
 */
#ifndef REFEREE_GROUND_ESCAPE_H
#define REFEREE_GROUND_ESCAPE_H

#include <stdbool.h>

/*
 * A copy of text in which whatever a terminal could obey or hide is written as \xNN, byte by byte:
 * control characters, bytes that are not UTF-8, and marks that turn the direction of writing.
 * lines: line ends and tabs may stay. Free it; NULL for NULL.
 */
char *escape_text(const char *text, bool lines);

/* How many columns of a terminal an escaped text takes. */
int escape_width(const char *text);

#endif
