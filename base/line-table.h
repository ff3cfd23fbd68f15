/*
 * line-table.h - the lines that the referee's own processes send to each other.
 *
 * A line is a word that names its kind, then its fields in order, each after one space. A table has
 * one row for each kind: the word, the fields with their bounds, the number of descriptors that
 * come with the line, and a help text. One writer and one reader serve all tables. `make docs` has
 * a page of them all, which is printed from the rows.
 *
 * The message is a struct of the sender's and receiver's own choice. Its first member is its kind,
 * an enum: the index of its row. A row names the struct's members, for example
 *
 *	#define LINE_STRUCT struct worker_message
 *	[WORKER_CANNOT] = {"cannot", {LINE_INT(bot, 0, BOTS_MAX - 1), LINE_TEXT(why, 400)},
 *		.help = "The worker cannot play this bot."},
 *
 * A line comes from another process and is not trusted: what its row does not allow is refused.
 */
#ifndef BASE_LINE_TABLE_H
#define BASE_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/unknown.h"

enum line_type {
	LINE_TYPE_END,
	LINE_TYPE_INT,	    /* int */
	LINE_TYPE_NUMBER,   /* int64_t */
	LINE_TYPE_MAYBE,    /* int64_t; UNKNOWN is "-" in the line */
	LINE_TYPE_UNSIGNED, /* uint64_t */
	LINE_TYPE_WORD,	    /* const char *: not empty, no space, written as it is */
	LINE_TYPE_STRING,   /* const char *: any text as one word; NULL is written as "" */
	LINE_TYPE_CHARS,    /* char[]: the same, copied into the message */
	LINE_TYPE_LIST,	    /* struct line_list: "3,4!17,5?" */
	LINE_TYPE_TEXT,	    /* const char *: the rest of the line */
	LINE_TYPE_BYTES	    /* struct line_bytes: the rest of the line, NULs included */
};

enum {
	LINE_FIELDS_MAX = 16,
	LINE_LIST_MAX = 16,
	LINE_NUMBER_ROOM = 22 /* bytes of the longest number and a space */
};

/* Bytes, followed by a NUL. When written, length 0 means up to the first NUL. */
struct line_bytes {
	const char *at;
	size_t length;
};

/* Numbers from 0, each with a mark, or with none (NUL). A number may follow a mark; 0: none. */
struct line_list {
	int count;
	struct line_list_item {
		int number;
		char mark; /* "!" or "?" */
		int64_t since;
	} items[LINE_LIST_MAX];
};

/* A field. least and most are bounds of a number, of a list's length, and of the bytes of a word, a
 * string or a text; both 0: none. */
struct line_field {
	unsigned char type;  /* enum line_type */
	unsigned char count; /* number of array members; 0: not an array */
	unsigned short offset;
	int64_t least, most;
	const char *name; /* of the member */
};

struct line_row {
	const char *word;
	struct line_field fields[LINE_FIELDS_MAX]; /* ends with LINE_TYPE_END */
	unsigned char fds;			   /* descriptors that come with the line */
	const char *help;			   /* sentences */
};

struct line_table {
	const char *name; /* for people: "main process to arbiter" */
	const char *help;
	const struct line_row *rows; /* by kind; a kind of no line has a row without a word */
	int count;
	bool numbered; /* the number of a game stands before each line: "7 move ..." */
	size_t size;   /* of the struct */
};

/* A table of a static array of rows, of the struct LINE_STRUCT. */
#define LINE_TABLE(array)                                                                          \
	.rows = (array), .count = (int)(sizeof(array) / sizeof *(array)),                          \
	.size = sizeof(LINE_STRUCT)

/* The fields of a row. The size of the member is checked. */
#define LINE_AT(member, of)                                                                        \
	(unsigned short)(offsetof(LINE_STRUCT, member) +                                           \
			 0 * sizeof(char[sizeof(((LINE_STRUCT *)0)->member) == (of) ? 1 : -1]))
#define LINE_FIELD(type, of, member, least, most)                                                  \
	{                                                                                          \
		LINE_TYPE_##type, 0, LINE_AT(member, of), least, most, #member                     \
	}
#define LINE_INT(member, least, most)	 LINE_FIELD(INT, sizeof(int), member, least, most)
#define LINE_NUMBER(member, least, most) LINE_FIELD(NUMBER, sizeof(int64_t), member, least, most)
#define LINE_MAYBE(member, least, most)	 LINE_FIELD(MAYBE, sizeof(int64_t), member, least, most)
#define LINE_UNSIGNED(member)		 LINE_FIELD(UNSIGNED, sizeof(uint64_t), member, 0, 0)
#define LINE_WORD(member, most)		 LINE_FIELD(WORD, sizeof(char *), member, 1, most)
#define LINE_STRING(member, most)	 LINE_FIELD(STRING, sizeof(char *), member, 0, most)
#define LINE_CHARS(member)                                                                         \
	{                                                                                          \
		LINE_TYPE_CHARS, 0, (unsigned short)offsetof(LINE_STRUCT, member), 0,              \
			sizeof((LINE_STRUCT *)0)->member - 1, #member                              \
	}
#define LINE_LIST(member, least, most)                                                             \
	LINE_FIELD(LIST, sizeof(struct line_list), member, least, most)
#define LINE_TEXT(member, most)	 LINE_FIELD(TEXT, sizeof(char *), member, 0, most)
#define LINE_BYTES(member, most) LINE_FIELD(BYTES, sizeof(struct line_bytes), member, 0, most)
#define LINE_ARRAY(type, member, length, least, most)                                              \
	{                                                                                          \
		LINE_TYPE_##type, length, LINE_AT(member, (length) * sizeof(int64_t)), least,      \
			most, #member                                                              \
	}

/* Writes a message with its LF and without a NUL; returns the bytes written. A string or a text that
 * is longer than its bound, or than the room, is cut. The caller provides enough room for all other
 * fields; too little is a bug. */
size_t line_table_write(
	const struct line_table *table, const void *message, char *out, size_t room);

/* The same on the heap, with a NUL; the caller frees it. */
char *line_table_print(const struct line_table *table, const void *message);

enum line_table_status {
	LINE_TABLE_WRONG, /* no row allows it; *message is undefined */
	LINE_TABLE_RIGHT,
	LINE_TABLE_LACKS /* right, but for descriptors: the receiver had no room for all of them */
};

/* Reads a line (NUL-terminated, without its LF) that came with fds descriptors into a message,
 * which is cleared first. The line is cut up in place and the message's texts point into it; a
 * line whose word is in no row is unchanged. */
enum line_table_status line_table_read(
	const struct line_table *table, void *message, char *line, int fds);

/* Does the line begin with the word of one of the rows? */
bool line_table_knows(const struct line_table *table, const char *line);

/* Is it a line of this kind, by its first word? */
bool line_table_is(const struct line_table *table, int kind, const char *line);

/* Reads the number before a numbered line, from 1 to most. Returns the line behind it. NULL: there
 * is no such number. */
char *line_table_number(char *line, int most, int *number);

#endif
