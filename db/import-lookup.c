/*
 * import-lookup.c - what taking in a tournament from elsewhere asks: is it here, are its games, and
 * ratings that change since games came between.
 */
#include "db/connection.h"

#include <string.h>

/* Runs a statement that finds one number; 0: there is none. */
static int import_lookup_find(struct db *db, sqlite3_stmt *statement, int64_t *found)
{
	int code = sqlite3_step(statement);
	*found = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
	return db_read_end(db, statement, code, "it cannot be read");
}

static void import_lookup_text(sqlite3_stmt *statement, int column, const char *text)
{
	sqlite3_bind_text(statement, column, text, (int)strlen(text), SQLITE_STATIC);
}

int db_tournament_same(struct db *db, struct db_tournament *t, bool *known)
{
	sqlite3_stmt *statement = db_statement(db, DB_TOURNAMENT_SAME);
	int64_t id;
	if (statement == NULL)
		return db->error;
	import_lookup_text(statement, 1, t->name);
	import_lookup_text(statement, 2, t->game);
	import_lookup_text(statement, 3, t->format);
	sqlite3_bind_int(statement, 4, t->seats);
	sqlite3_bind_int64(statement, 5, t->seed);
	import_lookup_text(statement, 6, t->definition);
	sqlite3_bind_int64(statement, 7, t->created_ms);
	int error = import_lookup_find(db, statement, &id);
	*known = id != 0;
	if (id != 0)
		t->id = id;
	return error;
}

int db_pairing_find(struct db *db, int64_t tournament, int64_t pairing, int64_t *game)
{
	sqlite3_stmt *statement = db_statement(db, DB_PAIRING_FIND);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_int64(statement, 2, pairing);
	return import_lookup_find(db, statement, game);
}

int db_replaced_find(struct db *db, const struct db_game *g, bool *known)
{
	sqlite3_stmt *statement = db_statement(db, DB_REPLACED_FIND);
	int64_t id;
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, g->tournament);
	sqlite3_bind_int64(statement, 2, g->pairing);
	sqlite3_bind_int64(statement, 3, g->started_ms);
	sqlite3_bind_int64(statement, 4, g->ended_ms);
	int error = import_lookup_find(db, statement, &id);
	*known = id != 0;
	return error;
}

int db_rating_set(struct db *db, int64_t game, int seat, double before, double after)
{
	sqlite3_stmt *statement = db_statement(db, DB_RATING_SET);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_double(statement, 1, before);
	sqlite3_bind_double(statement, 2, after);
	sqlite3_bind_int64(statement, 3, game);
	sqlite3_bind_int(statement, 4, seat);
	return db_run(db, statement, "a rating could not be changed");
}
