/*
 * removed-moves.c - games whose moves are removed to save room, so that their results alone stay.
 *
 * The rows of a game lie together in each table, so that removing them touches few pages. SQLite
 * uses these again for later games.
 */
#include "db/connection.h"

#include <string.h>

static int removed_note(struct db *db, int64_t game, int64_t ms, const char *reason)
{
	sqlite3_stmt *statement = db_statement(db, DB_REMOVED_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	sqlite3_bind_int64(statement, 2, ms);
	sqlite3_bind_text(statement, 3, reason, -1, SQLITE_STATIC);
	return db_run(db, statement, "a game without moves could not be noted");
}

int db_moves_remove(struct db *db, int64_t game, int64_t ms, const char *reason)
{
	static const enum db_statement parts[] = {DB_REMOVED_MOVES, DB_REMOVED_POSITIONS,
		DB_REMOVED_INFO, DB_REMOVED_FAILURES, DB_REMOVED_ANALYSIS, DB_REMOVED_ANALYSED,
		DB_REMOVED_STDERR};
	int error = removed_note(db, game, ms, reason);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && error == DB_OK; i++) {
		sqlite3_stmt *statement = db_statement(db, parts[i]);
		if (statement == NULL)
			return db->error;
		sqlite3_bind_int64(statement, 1, game);
		error = db_run(db, statement, "the moves of a game could not be removed");
	}
	return error;
}

int db_moves_oldest(
	struct db *db, int64_t tournament, int64_t after, int64_t *game, int64_t *ended_ms)
{
	sqlite3_stmt *statement = db_statement(db, DB_REMOVED_OLDEST);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_int64(statement, 2, after);
	int code = sqlite3_step(statement);
	*game = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	*ended_ms = code == SQLITE_ROW ? sqlite3_column_int64(statement, 1) : 0;
	int error = db_read_end(db, statement, code, "its games cannot be read");
	return error == DB_OK && *game == 0 ? DB_NONE : error;
}

int db_moves_count(struct db *db, int64_t tournament, int64_t *games)
{
	sqlite3_stmt *statement = db_statement(db, DB_REMOVED_COUNT);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	int code = sqlite3_step(statement);
	*games = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	return db_read_end(db, statement, code, "its games cannot be read");
}
