/*
 * utf8.h - where one character of UTF-8 ends (RFC 3629).
 */
#ifndef REFEREE_BASE_UTF8_H
#define REFEREE_BASE_UTF8_H

#include <stdint.h>

/* The bytes of the character that text (NUL-terminated, not empty) begins with; 0: it is none. */
int utf8_length(const char *text);

/* The code point of a well-formed sequence of so many bytes. */
uint32_t utf8_decode(const char *text, int length);

#endif
