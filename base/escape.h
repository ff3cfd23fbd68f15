/*
 * escape.h - makes text from bots safe for a terminal, and reads escaped bytes.
 */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns a copy of text in which unsafe bytes are written as \xNN. Unsafe are control characters,
 * bytes that are not UTF-8, and marks that change the writing direction. lines: line ends and tabs
 * stay. The caller frees the copy; NULL gives NULL.
 */
char *escape_text(const char *text, bool lines);

/* The same for length bytes, which may include NULs. */
char *escape_bytes(const char *bytes, size_t length, bool lines);

/* Is this well-formed sequence of length bytes safe as it is? */
bool escape_is_plain(const char *text, int length);

/* Width of an escaped text in terminal columns. */
int escape_width(const char *text);

/* The byte of the first two digits of a text, which are lower-case hexadecimal digits; -1: they are
 * not. */
int escape_hex_byte(const char *text);

#endif
