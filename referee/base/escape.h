/*
 * escape.h - texts that came from bots, made fit for a terminal.
 */
#ifndef REFEREE_BASE_ESCAPE_H
#define REFEREE_BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A copy of text in which whatever a terminal could obey or hide is written as \xNN, byte by byte:
 * control characters, bytes that are not UTF-8, and marks that turn the direction of writing.
 * lines: line ends and tabs may stay. Free it; NULL for NULL.
 */
char *escape_text(const char *text, bool lines);

/* The same of so many bytes, NULs among them. */
char *escape_bytes(const char *bytes, size_t length, bool lines);

/* Is this well-formed sequence of so many bytes one that a terminal neither obeys nor hides? */
bool escape_is_plain(const char *text, int length);

/* How many columns of a terminal an escaped text takes. */
int escape_width(const char *text);

#endif
