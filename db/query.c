/*
 * query.c - the cursor: a query of queries.sql runs, and its rows are read by the names of their columns.
 *
 * A statement that has ended is kept for the next time that its query is asked, since many are
 * asked for each game. A query that is asked while it runs gets a second statement.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int query_count(void)
{
	int count = 0;
	while (db_queries()[count].name != NULL)
		count++;
	return count;
}

/* The statement that is kept of this query, or a new one; NULL: db->why is set. */
static sqlite3_stmt *query_statement(struct db *db, int number)
{
	sqlite3_stmt *statement = db->queries != NULL ? db->queries[number] : NULL;
	if (statement != NULL)
		db->queries[number] = NULL;
	else if (sqlite3_prepare_v3(db->sqlite, db_queries()[number].sql, -1,
			 SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
		db_fail_sqlite(db, "it cannot be read");
	return statement;
}

static void query_keep(struct db *db, int number, sqlite3_stmt *statement)
{
	if (db->queries == NULL)
		db->queries = calloc((size_t)query_count(), sizeof(sqlite3_stmt *));
	if (db->queries == NULL || db->queries[number] != NULL)
		sqlite3_finalize(statement);
	else
		db->queries[number] = statement;
}

void db_forget_queries(struct db *db)
{
	int count = db->queries != NULL ? query_count() : 0;
	assert(db->queries_open == 0);
	for (int i = 0; i < count; i++)
		sqlite3_finalize(db->queries[i]);
	free(db->queries);
	db->queries = NULL;
}

void db_query_numbers(
	struct db_query *q, struct db *db, const char *name, const int64_t *numbers, int count)
{
	*q = (struct db_query){.db = db, .number = (int)(db_query_find(name) - db_queries())};
	q->statement = query_statement(db, q->number);
	db->queries_open++;
	if (q->statement == NULL) {
		q->error = db->error;
		return;
	}
	assert(sqlite3_bind_parameter_count(q->statement) == count);
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(q->statement, i + 1, numbers[i]);
}

bool db_next(struct db_query *q)
{
	/* A statement that has ended would begin anew. */
	if (q->statement == NULL || q->error != DB_OK || q->has_ended)
		return false;
	int code = sqlite3_step(q->statement);
	q->has_ended = code != SQLITE_ROW;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		q->error = db_fail_sqlite(q->db, "it cannot be read");
	if (q->columns == 0 && code == SQLITE_ROW) {
		q->columns = sqlite3_column_count(q->statement);
		assert(q->columns <= DB_COLUMNS);
		for (int i = 0; i < q->columns; i++)
			q->names[i] = sqlite3_column_name(q->statement, i);
	}
	return code == SQLITE_ROW;
}

int db_end(struct db_query *q)
{
	struct db *db = q->db;
	if (q->statement != NULL) {
		sqlite3_reset(q->statement);
		query_keep(db, q->number, q->statement);
		q->statement = NULL;
	}
	db->queries_open--;
	int still = db_check_immutable(db);
	return still != DB_OK ? still : q->error;
}

/* --- a row ------------------------------------------------------------------------------------ */

/* Columns are asked for in their order, mostly: then one comparison finds each. */
static int query_column(struct db_query *q, const char *name)
{
	assert(q->statement != NULL && !q->has_ended && q->columns > 0);
	for (int i = 0; i < q->columns; i++) {
		int column = q->expected < q->columns ? q->expected : 0;
		q->expected = column + 1;
		if (strcmp(q->names[column], name) == 0)
			return column;
	}
	assert(false);
	return -1;
}

const char *db_text(struct db_query *q, const char *column)
{
	return (const char *)sqlite3_column_text(q->statement, query_column(q, column));
}

int64_t db_int(struct db_query *q, const char *column)
{
	return sqlite3_column_int64(q->statement, query_column(q, column));
}

double db_real(struct db_query *q, const char *column)
{
	return sqlite3_column_double(q->statement, query_column(q, column));
}

bool db_is_null(struct db_query *q, const char *column)
{
	return sqlite3_column_type(q->statement, query_column(q, column)) == SQLITE_NULL;
}

struct db_value db_value(struct db_query *q, const char *column)
{
	return db_value_at(q, query_column(q, column));
}

int db_column_count(const struct db_query *q)
{
	return q->statement != NULL ? sqlite3_column_count(q->statement) : 0;
}

const char *db_column_name(const struct db_query *q, int column)
{
	return sqlite3_column_name(q->statement, column);
}

struct db_value db_value_at(struct db_query *q, int column)
{
	static const enum db_type types[] = {
		[SQLITE_INTEGER] = DB_INTEGER,
		[SQLITE_FLOAT] = DB_REAL,
		[SQLITE_TEXT] = DB_TEXT,
		[SQLITE_BLOB] = DB_TEXT,
		[SQLITE_NULL] = DB_NULL,
	};
	/* The numbers first: asking for the text may change the column's type. The number
	 * of a text that is none is never used. */
	struct db_value value = {.type = types[sqlite3_column_type(q->statement, column)]};
	if (value.type == DB_INTEGER || value.type == DB_REAL) {
		value.integer = sqlite3_column_int64(q->statement, column);
		value.real = sqlite3_column_double(q->statement, column);
	}
	value.text = (const char *)sqlite3_column_text(q->statement, column);
	value.length = (size_t)sqlite3_column_bytes(q->statement, column);
	return value;
}
