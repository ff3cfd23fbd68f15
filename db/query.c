/*
 * query.c - the statements of queries.sql, and the cursor: a query runs, and its rows are read by the
 * names of their columns.
 *
 * A statement that has ended is kept for the next time that its query is asked, since many are
 * asked for each game. A query that is asked while it runs gets a second statement.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A query that is made ready. */
struct db_prepared {
	sqlite3_stmt *statement; /* owned */
	/* Of the columns, as callers give them: constants, known by their address; NULL: not yet. */
	const char *names[DB_COLUMNS];
};

static int query_count(const struct db_query_text *of)
{
	int count = 0;
	while (of[count].name != NULL)
		count++;
	return count;
}

static sqlite3_stmt *query_prepare(struct db *db, const char *sql, const char *doing)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v3(db->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) !=
		SQLITE_OK)
		db_fail_sqlite(db, doing);
	return statement;
}

/* The one that is kept of this query, or a new one; NULL: db->why is set. */
static struct db_prepared *query_prepared(struct db *db, int number)
{
	struct db_prepared *prepared = db->queries != NULL ? db->queries[number] : NULL;
	if (prepared != NULL) {
		db->queries[number] = NULL;
		return prepared;
	}
	sqlite3_stmt *statement = query_prepare(db, db_queries()[number].sql, "it cannot be read");
	if (statement == NULL)
		return NULL;
	assert(sqlite3_column_count(statement) <= DB_COLUMNS);
	prepared = memory_get(1, sizeof *prepared);
	prepared->statement = statement;
	return prepared;
}

static void query_free(struct db_prepared *prepared)
{
	if (prepared != NULL)
		sqlite3_finalize(prepared->statement);
	free(prepared);
}

static void query_keep(struct db *db, int number, struct db_prepared *prepared)
{
	if (db->queries == NULL)
		db->queries = memory_get((size_t)query_count(db_queries()), sizeof *db->queries);
	if (db->queries[number] != NULL)
		query_free(prepared);
	else
		db->queries[number] = prepared;
}

void db_forget_statements(struct db *db)
{
	int queries = db->queries != NULL ? query_count(db_queries()) : 0;
	int statements = db->statements != NULL ? query_count(db_statements()) : 0;
	assert(db->queries_open == 0);
	for (int i = 0; i < queries; i++)
		query_free(db->queries[i]);
	for (int i = 0; i < statements; i++)
		sqlite3_finalize(db->statements[i]);
	free(db->queries);
	free(db->statements);
	db->queries = NULL;
	db->statements = NULL;
}

/* --- arguments -------------------------------------------------------------------------------- */

void db_bind(sqlite3_stmt *statement, int parameter, struct db_value value)
{
	if (value.type == DB_INTEGER)
		sqlite3_bind_int64(statement, parameter, value.integer);
	else if (value.type == DB_REAL)
		sqlite3_bind_double(statement, parameter, value.real);
	else if (value.type == DB_TEXT)
		sqlite3_bind_text(
			statement, parameter, value.text, (int)value.length, SQLITE_STATIC);
	else
		sqlite3_bind_null(statement, parameter);
}

static void query_bind(sqlite3_stmt *statement, const struct db_value *values, int count)
{
	for (int i = 0; i < count; i++)
		db_bind(statement, i + 1, values[i]);
}

/* --- statements ------------------------------------------------------------------------------- */

sqlite3_stmt *db_statement(struct db *db, const char *name)
{
	int number = db_statement_find(name);
	if (db->statements == NULL)
		db->statements =
			memory_get((size_t)query_count(db_statements()), sizeof(sqlite3_stmt *));
	if (db->statements[number] == NULL)
		db->statements[number] =
			query_prepare(db, db_statements()[number].sql, "it cannot be used");
	return db->statements[number];
}

int db_run(struct db *db, sqlite3_stmt *statement, const char *doing)
{
	int error = DB_OK;
	if (sqlite3_step(statement) != SQLITE_DONE)
		error = db_fail_sqlite(db, doing);
	sqlite3_reset(statement);
	return error;
}

int db_write_values(struct db *db, const char *name, const char *doing,
	const struct db_value *values, int count)
{
	sqlite3_stmt *statement = db_statement(db, name);
	if (statement == NULL)
		return db->error;
	assert(sqlite3_bind_parameter_count(statement) == count);
	query_bind(statement, values, count);
	return db_run(db, statement, doing);
}

int db_write_all(struct db *db, const char *name, const char *doing, const struct db_value *values,
	int count)
{
	const char *sql = db_statements()[db_statement_find(name)].sql;
	int code = SQLITE_OK;
	while (*sql != '\0' && code == SQLITE_OK) {
		sqlite3_stmt *statement;
		code = sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, &sql);
		if (statement == NULL)
			break;
		int parameters = sqlite3_bind_parameter_count(statement);
		query_bind(statement, values, parameters < count ? parameters : count);
		while (sqlite3_step(statement) == SQLITE_ROW)
			;
		code = sqlite3_finalize(statement);
	}
	return code == SQLITE_OK ? DB_OK : db_fail_sqlite(db, doing);
}

/* --- the cursor ------------------------------------------------------------------------------- */

/* Begins the query, with this many arguments to come. False: it has failed. */
static bool query_begin(struct db_query *q, struct db *db, const char *name, int count)
{
	*q = (struct db_query){.db = db, .number = (int)(db_query_find(name) - db_queries())};
	q->prepared = query_prepared(db, q->number);
	db->queries_open++;
	if (q->prepared != NULL)
		q->statement = q->prepared->statement;
	else
		q->error = db->error;
	assert(q->statement == NULL || sqlite3_bind_parameter_count(q->statement) == count);
	return q->statement != NULL;
}

void db_query_numbers(
	struct db_query *q, struct db *db, const char *name, const int64_t *numbers, int count)
{
	if (!query_begin(q, db, name, count))
		return;
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(q->statement, i + 1, numbers[i]);
}

void db_query_values(struct db_query *q, struct db *db, const char *name,
	const struct db_value *values, int count)
{
	if (query_begin(q, db, name, count))
		query_bind(q->statement, values, count);
}

int db_find_values(struct db *db, const char *name, const char *column, int64_t *found,
	const struct db_value *values, int count)
{
	struct db_query q;
	db_query_values(&q, db, name, values, count);
	*found = db_next(&q) ? db_int(&q, column) : 0;
	return db_end(&q);
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
	if (q->columns == 0 && code == SQLITE_ROW)
		q->columns = sqlite3_column_count(q->statement);
	return code == SQLITE_ROW;
}

int db_end(struct db_query *q)
{
	struct db *db = q->db;
	if (q->statement != NULL) {
		sqlite3_reset(q->statement);
		query_keep(db, q->number, q->prepared);
		q->statement = NULL;
	}
	db->queries_open--;
	int still = db_check_immutable(db);
	return still != DB_OK ? still : q->error;
}

/* --- a row ------------------------------------------------------------------------------------ */

/* The column of this name, at any place. */
static int query_find(struct db_query *q, const char *name)
{
	const char **names = q->prepared->names;
	int column = 0;
	assert(q->statement != NULL && !q->has_ended);
	while (column < q->columns && names[column] != name)
		column++;
	if (column < q->columns)
		return column;
	for (column = 0; column < q->columns; column++)
		if (strcmp(sqlite3_column_name(q->statement, column), name) == 0)
			break;
	assert(column < q->columns);
	names[column] = name;
	return column;
}

/* Names are constants, and columns are asked for in their order, mostly: from the second row on one
 * comparison of addresses finds each. */
static inline int query_column(struct db_query *q, const char *name)
{
	int column = q->expected;
	if (column >= q->columns || q->prepared->names[column] != name)
		column = query_find(q, name);
	q->expected = column + 1;
	return column;
}

const char *db_text(struct db_query *q, const char *column)
{
	return (const char *)sqlite3_column_text(q->statement, query_column(q, column));
}

int64_t db_int(struct db_query *q, const char *column)
{
	return sqlite3_column_int64(q->statement, query_column(q, column));
}

int64_t db_maybe(struct db_query *q, const char *name)
{
	int column = query_column(q, name);
	return sqlite3_column_type(q->statement, column) == SQLITE_NULL
		       ? UNKNOWN
		       : sqlite3_column_int64(q->statement, column);
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
