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

/* The statement that is kept of this query, or a new one; NULL: db->why is set. */
static sqlite3_stmt *query_statement(struct db *db, int number)
{
	sqlite3_stmt *statement = db->queries != NULL ? db->queries[number] : NULL;
	if (statement == NULL)
		return query_prepare(db, db_queries()[number].sql, "it cannot be read");
	db->queries[number] = NULL;
	return statement;
}

static void query_keep(struct db *db, int number, sqlite3_stmt *statement)
{
	if (db->queries == NULL)
		db->queries = memory_get((size_t)query_count(db_queries()), sizeof(sqlite3_stmt *));
	if (db->queries[number] != NULL)
		sqlite3_finalize(statement);
	else
		db->queries[number] = statement;
}

static void query_forget(sqlite3_stmt ***statements, const struct db_query_text *of)
{
	int count = *statements != NULL ? query_count(of) : 0;
	for (int i = 0; i < count; i++)
		sqlite3_finalize((*statements)[i]);
	free(*statements);
	*statements = NULL;
}

void db_forget_statements(struct db *db)
{
	assert(db->queries_open == 0);
	query_forget(&db->queries, db_queries());
	query_forget(&db->statements, db_statements());
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
	q->statement = query_statement(db, q->number);
	db->queries_open++;
	if (q->statement == NULL)
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
