/*
 * query-rows.c - writes the rows of a query as a table.
 */
#include "referee/results/query-rows.h"

struct text_table_cell query_cell(const struct db_value *value)
{
	return (struct text_table_cell){
		value->text, value->type == DB_INTEGER || value->type == DB_REAL, value->length};
}

int query_rows_write(const struct query_rows *rows, struct db *db, const char *query,
	const int64_t *args, int count)
{
	struct text_table_cell cells[DB_COLUMNS];
	const char *names[DB_COLUMNS];
	struct text_table *table = NULL;
	struct db_query q;
	db_query_numbers(&q, db, query, args, count);
	int all = db_column_count(&q);
	for (int i = 0; i < all; i++)
		names[i] = db_column_name(&q, i);
	if (all > 0)
		table = text_table_create(
			rows->format, rows->out, names, rows->columns > 0 ? rows->columns : all);
	while (db_next(&q)) {
		for (int i = 0; i < all; i++) {
			struct db_value value = db_value_at(&q, i);
			cells[i] = query_cell(&value);
		}
		if (rows->edit != NULL)
			rows->edit(rows->arg, all, names, cells);
		text_table_row(table, cells);
	}
	text_table_free(table);
	return db_end(&q);
}
