/*
 * line-fields.h - converts a line of text to and from the named fields of a struct.
 *
 * A line is a word that names its kind, then its fields in order, each after one space. A table has
 * one row per kind: the word, and the offset of each field in the struct of that kind.
 */
#ifndef BASE_LINE_FIELDS_H
#define BASE_LINE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An unknown number: "-" in the line. */
#define LINE_FIELDS_UNKNOWN INT64_MIN

enum line_fields_type {
	LINE_FIELDS_END,
	LINE_FIELDS_SEAT,     /* int: 1 to LINE_FIELDS_SEATS */
	LINE_FIELDS_UNSIGNED, /* uint64_t */
	LINE_FIELDS_NUMBER,   /* int64_t */
	LINE_FIELDS_WORD,     /* const char *: not empty, no space, written as it is */
	LINE_FIELDS_STRING,   /* const char *: any text as one word; NULL is written as "" */
	LINE_FIELDS_TEXT,     /* const char *: the rest of the line */
	LINE_FIELDS_BYTES     /* struct line_bytes: the rest of the line, NULs included */
};

enum {
	LINE_FIELDS_SEATS = 64,
	LINE_FIELDS_STRING_MAX = 20000, /* limit of a written string in bytes; the rest is cut */
	LINE_FIELDS_MAX = 16
};

/* Bytes, followed by a NUL. When written, length 0 means up to the first NUL. */
struct line_bytes {
	const char *at;
	size_t length;
};

struct line_field {
	unsigned char type;  /* enum line_fields_type */
	unsigned char count; /* number of array members; 0: not an array */
	unsigned short offset;
};

struct line_row {
	const char *word;
	struct line_field fields[LINE_FIELDS_MAX]; /* ends with LINE_FIELDS_END */
};

/* A field of a row: FIELD(SEAT, struct record, seat). */
#define LINE_FIELD(kind, type, member)                                                             \
	{                                                                                          \
		LINE_FIELDS_##kind, 0, offsetof(type, member)                                      \
	}
#define LINE_FIELD_ARRAY(kind, type, member, count)                                                \
	{                                                                                          \
		LINE_FIELDS_##kind, count, offsetof(type, member)                                  \
	}

/* Writes a message with its LF and without a NUL; returns the bytes written. A final text or bytes
 * field that does not fit is cut. The caller provides enough room for all other fields; too little
 * is a bug. */
size_t line_fields_write(const struct line_row *row, const void *message, char *out, size_t room);

/* Finds the row for the first word of a line. Returns its index; count: not found. *rest: the
 * fields behind the word; NULL: there are none. */
int line_fields_find(const struct line_row *rows, int count, char *line, char **rest);

/* Reads the fields behind the word into a message; its texts point into the line. False: the fields
 * do not match the row. */
bool line_fields_read(const struct line_row *row, void *message, char *rest);

#endif
