/*
 * text-table.h - writes a table to a stream: aligned text, CSV or JSON.
 *
 * Text: numbers are right-aligned, unsafe characters escaped, widths counted in characters. CSV:
 * quoted as in RFC 4180, but lines end with \n. JSON: an array with one object per line.
 */
#ifndef BASE_TEXT_TABLE_H
#define BASE_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum text_table_format {
	TEXT_TABLE_TEXT,
	TEXT_TABLE_CSV,
	TEXT_TABLE_JSON,
	TEXT_TABLE_DENSE /* JSON without line ends */
};

struct text_table_cell {
	const char *text; /* NULL: no value, null in JSON */
	bool number;	  /* text is a JSON number */
	size_t length;	  /* length of text, which may hold NULs; 0: up to the first NUL */
};

struct text_table;

/* Writes a row as a JSON object. */
void text_table_json(
	FILE *out, const char *const *names, const struct text_table_cell *cells, int columns);

/* Copies names. CSV and JSON are written row by row, text when the table is freed. */
struct text_table *text_table_create(
	enum text_table_format format, FILE *out, const char *const *names, int columns);

/* Adds a row with one cell per name; copies the cells. */
void text_table_row(struct text_table *table, const struct text_table_cell *cells);

/* Writes the rest and frees the table. */
void text_table_free(struct text_table *table);

enum { TEXT_TABLE_CELLS = 48, TEXT_TABLE_NUMBER = 48 };

/* A row in progress, all zero at first, whose cells are computed. */
struct text_table_cells {
	struct text_table_cell cell[TEXT_TABLE_CELLS];
	char numbers[TEXT_TABLE_CELLS][TEXT_TABLE_NUMBER];
	int count;
};

/* Adds a text, which is borrowed until the row is written. NULL: no value. */
void text_table_add(struct text_table_cells *cells, const char *text);

/* Adds a number as printf() writes it in this format, with a text before it. A number that prints
 * as 0 has no sign. An infinite number and NAN are no value. */
void text_table_add_number(
	struct text_table_cells *cells, const char *before, const char *format, double value);

#endif
