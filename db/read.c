/*
 * read.c - asking the database: what a tournament needs to go on, and the queries of the commands.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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
