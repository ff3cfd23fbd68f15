/*
 * json.h - writes JSON (RFC 8259): strings, and objects and arrays piece by piece.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes a quoted string without characters that a terminal could obey or hide. Bytes that are not
 * UTF-8 become U+FFFD. NULL becomes null. */
void json_string(FILE *out, const char *text);

/* The same for length bytes, which may include NULs. A NUL must follow them. */
void json_bytes(FILE *out, const char *bytes, size_t length);

/* State of a writer. */
struct json_writer {
	FILE *out;   /* borrowed */
	bool comma;  /* the next value needs a comma */
	bool script; /* it stands in a <script>: texts are written as by %j of html-print.h */
};

/* Writes the comma and the key of a member (NULL: a value of an array). Returns the stream for the
 * value, which the caller writes. */
FILE *json_key(struct json_writer *j, const char *key);

/* Opens an object '{' or an array '[', and closes it with '}' or ']'. */
void json_open(struct json_writer *j, const char *key, char bracket);
void json_close(struct json_writer *j, char bracket);

/* Write one value. null is what json_text() writes for NULL, json_known() for a negative number, and
 * json_decimal(), which has a format of printf(), for one that is not finite. */
void json_text(struct json_writer *j, const char *key, const char *text);
void json_number(struct json_writer *j, const char *key, int64_t number);
void json_known(struct json_writer *j, const char *key, int64_t number);
void json_decimal(struct json_writer *j, const char *key, const char *format, double number);
void json_bool(struct json_writer *j, const char *key, bool value);

#endif
