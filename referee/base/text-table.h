/*
 * text-table.h - rows of cells on a stream: lined up for people, as CSV, or as JSON.
 *
 * For people: numbers to the right, what a terminal could obey escaped, widths by characters.
 * CSV: as RFC 4180 quotes, lines end with \n. JSON: an array of objects, one a line.
 */
#ifndef REFEREE_BASE_TEXT_TABLE_H
#define REFEREE_BASE_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum text_table_format { TEXT_TABLE_TEXT, TEXT_TABLE_CSV, TEXT_TABLE_JSON };

struct text_table_cell {
	const char *text; /* NULL: there is nothing, null */
	bool number;	  /* text is a number as JSON writes it */
	size_t length;	  /* of text, which may hold NULs; 0: up to its first */
};

struct text_table;

/* names are copied. CSV and JSON go out row by row, text when the table is freed. */
struct text_table *text_table_create(
	enum text_table_format format, FILE *out, const char *const *names, int columns);

/* A row of as many cells as there are names; they are copied. */
void text_table_row(struct text_table *table, const struct text_table_cell *cells);

/* Writes what is left and frees it. */
void text_table_free(struct text_table *table);

#endif
