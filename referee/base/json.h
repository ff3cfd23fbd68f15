/*
 * json.h - strings as JSON has them (RFC 8259).
 */
#ifndef REFEREE_BASE_JSON_H
#define REFEREE_BASE_JSON_H

#include <stddef.h>
#include <stdio.h>

/* Writes text quoted, with nothing in it that a terminal could obey or hide. Bytes that are not
 * UTF-8 are written as U+FFFD. NULL is null. */
void json_string(FILE *out, const char *text);

/* The same of so many bytes, which end with a NUL, and may hold more of them. */
void json_bytes(FILE *out, const char *bytes, size_t length);

#endif
