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

enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_JSON };

struct table_cell {
	const char *text; /* NULL: there is nothing, null */
	bool number;	  /* text is a number as JSON writes it */
	size_t length;	  /* of text, which may hold NULs; 0: up to its first */
};

struct table;

/* names are copied. CSV and JSON go out row by row, text when the table is freed. */
struct table *table_create(
	enum table_format format, FILE *out, const char *const *names, int columns);

/* A row of as many cells as there are names; they are copied. */
void table_row(struct table *table, const struct table_cell *cells);

/* Writes what is left and frees it. */
void table_free(struct table *table);

#endif
