/*
 * read.c - asking the database: what a tournament needs to go on, and the queries of the commands.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { READ_COLUMNS = 32 };

static const char *read_text(sqlite3_stmt *statement, int column)
{
	return (const char *)sqlite3_column_text(statement, column);
}

int db_tournament_find(struct db *db, const char *name, struct db_tournament *t)
{
	/* Stays on its row until the next call or commit: its texts belong to the statement. */
	sqlite3_stmt *statement = db_statement(db, DB_TOURNAMENT_FIND);
	if (statement == NULL)
		return db->error;
	sqlite3_reset(statement);
	if (name == NULL)
		sqlite3_bind_null(statement, 1);
	else
		sqlite3_bind_text(statement, 1, name, -1, SQLITE_TRANSIENT);
	int code = sqlite3_step(statement);
	if (code == SQLITE_DONE) {
		int error = db_read_end(db, statement, code, "");
		if (error != DB_OK)
			return error;
		return name != NULL ? db_fail(db, DB_NONE, "no tournament \"%s\"", name)
				    : db_fail(db, DB_NONE, "no tournament yet");
	}
	if (code != SQLITE_ROW)
		return db_read_end(db, statement, code, "its tournaments cannot be read");
	*t = (struct db_tournament){
		.id = sqlite3_column_int64(statement, 0),
		.name = read_text(statement, 1),
		.game = read_text(statement, 2),
		.format = read_text(statement, 3),
		.definition = read_text(statement, 4),
		.seats = sqlite3_column_int(statement, 5),
		.seed = sqlite3_column_int64(statement, 6),
		.created_ms = sqlite3_column_int64(statement, 7),
	};
	return db_check_immutable(db);
}

int db_pairings(
	struct db *db, int64_t tournament, void (*each)(void *arg, int64_t pairing), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_PAIRINGS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, sqlite3_column_int64(statement, 0));
	return db_read_end(db, statement, code, "its games cannot be read");
}

int db_outcomes(struct db *db, int64_t tournament,
	void (*each)(void *arg, const struct db_outcome *outcome), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_RESULTS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	struct db_outcome o = {.seats = 0};
	int64_t game = 0;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		if (o.seats > 0 &&
			(sqlite3_column_int64(statement, 1) != game || o.seats == DB_SEATS)) {
			each(arg, &o);
			o.seats = 0;
		}
		o.pairing = sqlite3_column_int64(statement, 0);
		game = sqlite3_column_int64(statement, 1);
		o.points[o.seats] = sqlite3_column_double(statement, 2);
		const char *verdict = read_text(statement, 3);
		snprintf(o.verdict[o.seats++], sizeof o.verdict[0], "%s",
			verdict != NULL ? verdict : "");
		o.moves_hash = sqlite3_column_int64(statement, 4);
	}
	if (o.seats > 0)
		each(arg, &o);
	return db_read_end(db, statement, code, "its results cannot be read");
}

int db_participants(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *bot, int round), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_PARTICIPANTS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, read_text(statement, 0), sqlite3_column_int(statement, 1));
	return db_read_end(db, statement, code, "its entries cannot be read");
}

int db_admin_actions(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *what, const char *bot), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_ADMIN_ACTIONS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, read_text(statement, 0), read_text(statement, 1));
	return db_read_end(db, statement, code, "what was asked by hand cannot be read");
}

int db_last_round(struct db *db, int64_t tournament, int *round)
{
	sqlite3_stmt *statement = db_statement(db, DB_LAST_ROUND);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code = sqlite3_step(statement);
	*round = code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
	return db_read_end(db, statement, code, "its rounds cannot be read");
}

int db_game_last(struct db *db, int64_t *id)
{
	sqlite3_stmt *statement = db_statement(db, DB_GAME_LAST);
	*id = 0;
	if (statement == NULL)
		return db->error;
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*id = sqlite3_column_int64(statement, 0);
	return db_read_end(db, statement, code, "its games cannot be read");
}

int db_rules_of(struct db *db, int64_t tournament, char **description)
{
	sqlite3_stmt *statement = db_statement(db, DB_RULES_OF);
	*description = NULL;
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code = sqlite3_step(statement);
	const char *text = code == SQLITE_ROW ? read_text(statement, 0) : NULL;
	if (text != NULL)
		*description = strdup(text);
	return db_read_end(db, statement, code, "the rules of its game cannot be read");
}

int db_bots(struct db *db, int64_t tournament, void (*each)(void *arg, const struct db_standing *s),
	void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_BOTS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, &(struct db_standing){
				  .name = read_text(statement, 0),
				  .command = read_text(statement, 1),
				  .digest = read_text(statement, 2),
				  .elo = sqlite3_column_double(statement, 3),
				  .games = sqlite3_column_int64(statement, 4),
			  });
	return db_read_end(db, statement, code, "its bots cannot be read");
}

int db_retirements(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *bot, int round, int back), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_RETIREMENTS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, read_text(statement, 0), sqlite3_column_int(statement, 1),
			sqlite3_column_int(statement, 2));
	return db_read_end(db, statement, code, "its retirements cannot be read");
}

static int read_programs(struct db *db, enum db_statement which, int64_t tournament,
	void (*each)(void *arg, const char *bot, const char *digest, int64_t games), void *arg)
{
	sqlite3_stmt *statement = db_statement(db, which);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, read_text(statement, 0), read_text(statement, 1),
			sqlite3_column_int64(statement, 2));
	return db_read_end(db, statement, code, "its bots cannot be read");
}

int db_programs(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *bot, const char *digest, int64_t games), void *arg)
{
	return read_programs(db, DB_PROGRAMS, tournament, each, arg);
}

int db_programs_started(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *bot, const char *digest, int64_t games), void *arg)
{
	return read_programs(db, DB_PROGRAMS_STARTED, tournament, each, arg);
}

int db_verdicts(struct db *db, int64_t tournament,
	void (*each)(
		void *arg, int64_t game, const char *bot, const char *verdict, const char *reason),
	void *arg)
{
	sqlite3_stmt *statement = db_statement(db, DB_VERDICTS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, sqlite3_column_int64(statement, 0), read_text(statement, 1),
			read_text(statement, 2), read_text(statement, 3));
	return db_read_end(db, statement, code, "its games cannot be read");
}

static const struct db_query *read_find(const char *name)
{
	for (const struct db_query *q = db_queries; q->name != NULL; q++)
		if (strcmp(q->name, name) == 0)
			return q;
	return NULL;
}

static struct db_value read_value(sqlite3_stmt *statement, int column)
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
	struct db_value value = {.type = types[sqlite3_column_type(statement, column)]};
	if (value.type == DB_INTEGER || value.type == DB_REAL) {
		value.integer = sqlite3_column_int64(statement, column);
		value.real = sqlite3_column_double(statement, column);
	}
	value.text = read_text(statement, column);
	value.length = (size_t)sqlite3_column_bytes(statement, column);
	return value;
}

/* The query's statement with the names of its columns; NULL: db->why is set. */
static sqlite3_stmt *read_prepare(
	struct db *db, const char *query, const char **names, int *columns)
{
	const struct db_query *q = read_find(query);
	sqlite3_stmt *statement = NULL;
	assert(q != NULL);
	if (sqlite3_prepare_v2(db->sqlite, q->sql, -1, &statement, NULL) != SQLITE_OK) {
		db_fail_sqlite(db, "it cannot be read");
		return NULL;
	}
	*columns = sqlite3_column_count(statement);
	assert(*columns <= READ_COLUMNS);
	for (int i = 0; i < *columns; i++)
		names[i] = sqlite3_column_name(statement, i);
	return statement;
}

int db_read(struct db *db, const char *query, const int64_t *args, int count,
	bool (*each)(
		void *arg, int columns, const char *const *names, const struct db_value *values),
	void *arg)
{
	const char *names[READ_COLUMNS];
	struct db_value values[READ_COLUMNS];
	int columns, code;
	sqlite3_stmt *statement = read_prepare(db, query, names, &columns);

	if (statement == NULL)
		return db->error;
	assert(sqlite3_bind_parameter_count(statement) == count);
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, args[i]);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		for (int i = 0; i < columns; i++)
			values[i] = read_value(statement, i);
		if (!each(arg, columns, names, values))
			break;
	}
	int error = db_read_end(db, statement, code, "it cannot be read");
	sqlite3_finalize(statement);
	return error;
}

const struct db_value *db_column(
	int columns, const char *const *names, const struct db_value *values, const char *name)
{
	for (int i = 0; i < columns; i++)
		if (strcmp(names[i], name) == 0)
			return &values[i];
	assert(false);
	return NULL;
}

int db_columns(struct db *db, const char *query,
	void (*each)(void *arg, int columns, const char *const *names), void *arg)
{
	const char *names[READ_COLUMNS];
	int columns;
	sqlite3_stmt *statement = read_prepare(db, query, names, &columns);
	if (statement == NULL)
		return db->error;
	each(arg, columns, names);
	sqlite3_finalize(statement);
	return DB_OK;
}
