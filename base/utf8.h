/*
 * utf8.h - UTF-8 (RFC 3629): length of a character, and plain texts.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* Length in bytes of the first character of text (NUL-terminated, not empty); 0: malformed. */
int utf8_length(const char *text);

/* The code point of a well-formed sequence of length bytes. */
uint32_t utf8_decode(const char *text, int length);

/* Is it a control character: of ASCII, of Unicode (C1), or one of the writing direction or of
 * lines, with which a text can look like another? */
bool utf8_is_control(uint32_t point);

/* Is text well-formed and free of control characters? */
bool utf8_is_plain(const char *text);

#endif
