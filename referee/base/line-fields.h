/*
 * line-fields.h - a line of text to and from the named fields of a struct.
 *
 * A line is a word, which says its kind, and its fields in order, separated by one space each. A
 * table has a row for each kind: the word, and where each field stands in the struct of that kind.
 */
#ifndef REFEREE_BASE_LINE_FIELDS_H
#define REFEREE_BASE_LINE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A number that is not known: "-" in the line. */
#define LINE_FIELDS_UNKNOWN INT64_MIN

enum line_fields_type {
	LINE_FIELDS_END,
	LINE_FIELDS_SEAT,     /* int: 1 to LINE_FIELDS_SEATS */
	LINE_FIELDS_UNSIGNED, /* uint64_t */
	LINE_FIELDS_NUMBER,   /* int64_t */
	LINE_FIELDS_WORD,     /* const char *: not empty, without a space, as it is */
	LINE_FIELDS_STRING,   /* const char *: any text as one word; NULL is written as "" */
	LINE_FIELDS_TEXT,     /* const char *: the rest of the line */
	LINE_FIELDS_BYTES     /* struct line_bytes: the rest of the line, NULs included */
};

enum {
	LINE_FIELDS_SEATS = 64,
	LINE_FIELDS_STRING_MAX = 20000, /* bytes of a string as it is written; the rest is cut */
	LINE_FIELDS_MAX = 16
};

/* Bytes with a NUL behind them. Written, length 0 means up to the first NUL. */
struct line_bytes {
	const char *at;
	size_t length;
};

struct line_field {
	unsigned char type;  /* enum line_fields_type */
	unsigned char count; /* of an array's members; 0: one */
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

/* Writes a message with its LF, without a NUL; returns the bytes written. A text or bytes at the
 * end that do not fit are cut. The room holds all other fields; it is the caller's bug if not. */
size_t line_fields_write(const struct line_row *row, const void *message, char *out, size_t room);

/* Finds the row of a line by its first word. Returns its index, or count: there is none. *rest: the
 * fields behind the word; NULL: the line ends there. */
int line_fields_find(const struct line_row *rows, int count, char *line, char **rest);

/* Reads the fields behind the word into a message; its texts point into the line. False: they are
 * not those of the row. */
bool line_fields_read(const struct line_row *row, void *message, char *rest);

#endif
