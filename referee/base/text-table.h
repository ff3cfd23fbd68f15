/*
 * text-table.h - writes a table to a stream: aligned text, CSV or JSON.
 *
 * Text: numbers are right-aligned, unsafe characters escaped, widths counted in characters. CSV:
 * quoted as in RFC 4180, but lines end with \n. JSON: an array with one object per line.
 */
#ifndef REFEREE_BASE_TEXT_TABLE_H
#define REFEREE_BASE_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum text_table_format { TEXT_TABLE_TEXT, TEXT_TABLE_CSV, TEXT_TABLE_JSON };

struct text_table_cell {
	const char *text; /* NULL: no value, null in JSON */
	bool number;	  /* text is a JSON number */
	size_t length;	  /* length of text, which may hold NULs; 0: up to the first NUL */
};

struct text_table;

/* Copies names. CSV and JSON are written row by row, text when the table is freed. */
struct text_table *text_table_create(
	enum text_table_format format, FILE *out, const char *const *names, int columns);

/* Adds a row with one cell per name; copies the cells. */
void text_table_row(struct text_table *table, const struct text_table_cell *cells);

/* Writes the rest and frees the table. */
void text_table_free(struct text_table *table);

#endif
