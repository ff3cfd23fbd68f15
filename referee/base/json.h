/*
 * json.h - JSON as it is written (RFC 8259): strings, and objects and arrays piece by piece.
 */
#ifndef REFEREE_BASE_JSON_H
#define REFEREE_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes text quoted, with nothing in it that a terminal could obey or hide. Bytes that are not
 * UTF-8 are written as U+FFFD. NULL is null. */
void json_string(FILE *out, const char *text);

/* The same of so many bytes, which end with a NUL, and may hold more of them. */
void json_bytes(FILE *out, const char *bytes, size_t length);

/* Where a value is written next. */
struct json_writer {
	FILE *out;  /* borrowed */
	bool comma; /* stands before the next value */
};

/* Writes the comma, and the key of an object's member (NULL: a value of an array). Returns the
 * stream for the value that the caller writes. */
FILE *json_key(struct json_writer *j, const char *key);

/* An object '{' '}' or array '[' ']' and its end. */
void json_open(struct json_writer *j, const char *key, char bracket);
void json_close(struct json_writer *j, char bracket);

/* Values. text NULL, and a number below 0 that is not known, are null. */
void json_text(struct json_writer *j, const char *key, const char *text);
void json_number(struct json_writer *j, const char *key, int64_t number);
void json_known(struct json_writer *j, const char *key, int64_t number);
void json_bool(struct json_writer *j, const char *key, bool value);

#endif
