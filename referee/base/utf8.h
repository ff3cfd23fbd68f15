/*
 * utf8.h - UTF-8 (RFC 3629): where a character ends, and which texts are plain.
 */
#ifndef REFEREE_BASE_UTF8_H
#define REFEREE_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/* The bytes of the character that text (NUL-terminated, not empty) begins with; 0: it is none. */
int utf8_length(const char *text);

/* The code point of a well-formed sequence of so many bytes. */
uint32_t utf8_decode(const char *text, int length);

/* Is text well-formed, without control characters? */
bool utf8_is_plain(const char *text);

#endif
