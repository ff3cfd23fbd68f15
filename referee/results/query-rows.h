/*
 * query-rows.h - rows of a query as text, CSV or JSON: for commands on stdout, for pages as JSON.
 */
#ifndef REFEREE_RESULTS_QUERY_ROWS_H
#define REFEREE_RESULTS_QUERY_ROWS_H

#include <stdint.h>
#include <stdio.h>

#include "base/text-table.h"
#include "db/db.h"

struct query_rows {
	FILE *out;
	enum text_table_format format;
	int columns; /* only the first columns; 0: all */
	/* May change the cells of a row, whose texts stay valid until the next call; NULL: none. */
	void (*edit)(
		void *arg, int columns, const char *const *names, struct text_table_cell *cells);
	void *arg;
};

/* Writes all rows of a query with its arguments. Returns a DB_ result. */
int query_rows_write(const struct query_rows *rows, struct db *db, const char *query,
	const int64_t *args, int count);

/* A value as a table's cell. */
struct text_table_cell query_cell(const struct db_value *value);

#endif
