/*
 * utf8.h - where one character of UTF-8 ends (RFC 3629).
 */
#ifndef REFEREE_GROUND_UTF8_H
#define REFEREE_GROUND_UTF8_H

/* The bytes of the character that text (NUL-terminated, not empty) begins with; 0: it is none. */
int utf8_length(const char *text);

#endif
