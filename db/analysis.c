/*
 * analysis.c - writing what the solver says of a game's moves.
 */
#include "db/connection.h"

#include <assert.h>

static void analysis_bind(sqlite3_stmt *statement, int column, bool known, int64_t value)
{
	if (known)
		sqlite3_bind_int64(statement, column, value);
	else
		sqlite3_bind_null(statement, column);
}

static int analysis_add(struct db *db, int64_t game, int ply, const struct db_analysis *a)
{
	sqlite3_stmt *statement = db_statement(db, DB_ANALYSIS_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	sqlite3_bind_int(statement, 2, ply);
	analysis_bind(statement, 3, a->before_known, a->before);
	analysis_bind(statement, 4, a->after_known, a->after);
	return db_run(db, statement, "a move's values could not be added");
}

int db_analysis_set(struct db *db, int64_t game, int64_t nodes, int64_t known, int plies,
	const struct db_analysis *moves)
{
	assert(!sqlite3_get_autocommit(db->sqlite));
	sqlite3_stmt *statement = db_statement(db, DB_ANALYSIS_DROP);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	int error = db_run(db, statement, "a game's values could not be replaced");
	for (int i = 0; i < plies && error == DB_OK; i++)
		error = analysis_add(db, game, i + 1, &moves[i]);
	if (error != DB_OK)
		return error;
	statement = db_statement(db, DB_ANALYSED_SET);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	sqlite3_bind_int64(statement, 2, nodes);
	sqlite3_bind_int64(statement, 3, known);
	return db_run(db, statement, "a game could not be noted as analysed");
}
