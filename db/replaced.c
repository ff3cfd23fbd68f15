/*
 * replaced.c - which games are read: those that count; those that were replaced, since they are
 * played again; or all but those of some workers.
 *
 * The rows of a replaced game leave the tables of games that count, for tables of their own, so
 * that no query has to know of them. All of a replay is one group of writes. A game keeps its
 * number, which no other game gets. A reader has views in the place of tables.
 */
#include "db/connection.h"

#include <assert.h>

/* --- games that are played again -------------------------------------------------------------- */

/* first: the statement that says which; name: of a bot or worker. */
static int replaced_do(struct db *db, const char *first, int64_t tournament, const char *name,
	const char *digest, int64_t ms, int64_t *games)
{
	static const char doing[] = "games could not be replaced";
	assert(!sqlite3_get_autocommit(db->sqlite));
	int error = db_write_all(db, first, doing,
		DB_VALUES(
			db_number(tournament), db_string(name), db_string(digest), db_number(ms)));
	*games = error == DB_OK ? sqlite3_changes64(db->sqlite) : 0;
	return *games > 0
		       ? db_write_all(db, "replace-rest", doing, DB_VALUES(db_number(tournament)))
		       : error;
}

int db_replace(struct db *db, int64_t tournament, const char *bot, const char *digest, int64_t ms,
	int64_t *games)
{
	return replaced_do(db, "replace-of-bot", tournament, bot, digest, ms, games);
}

int db_distrust(struct db *db, int64_t tournament, const char *worker, const char *why, int64_t ms,
	int64_t *games)
{
	int error = replaced_do(db, "replace-of-worker", tournament, worker, NULL, ms, games);
	return error == DB_OK ? db_write(db, "worker-distrust", "games could not be replaced",
					db_number(tournament), db_string(worker), db_string(why))
			      : error;
}

int db_replay_left(struct db *db, int64_t tournament, const char *bot, int64_t *games)
{
	return db_find(db, "replay-left", "games", games, db_number(tournament), db_string(bot));
}

int db_replaced_find(struct db *db, const struct db_game *g, bool *known)
{
	int64_t id;
	int error = db_find(db, "replaced-same", "id", &id, db_number(g->tournament),
		db_number(g->pairing), db_number(g->started_ms), db_number(g->ended_ms));
	*known = id != 0;
	return error;
}

/* --- views for a reader ----------------------------------------------------------------------- */

static int replaced_make_views(struct db *db, const char *statement, const char *doing)
{
	assert(db->mode == DB_READ && !db->reads_replaced);
	db_forget_statements(db);
	int error = db_write_all(db, statement, doing, NULL, 0);
	return error != DB_OK || db_make_views(db, true) == SQLITE_OK ? error
								      : db_fail_sqlite(db, doing);
}

int db_read_replaced(struct db *db)
{
	int error = replaced_make_views(db, "read-replaced", "its replaced games cannot be read");
	db->reads_replaced = true;
	return error;
}

/* Notes a name, if a machine of this name played. */
static int replaced_leave_out(struct db *db, const char *name)
{
	int error = db_write_all(
		db, "left-out-add", "its workers cannot be read", DB_VALUES(db_string(name)));
	return error != DB_OK || sqlite3_changes64(db->sqlite) > 0
		       ? error
		       : db_fail(db, DB_NONE, "no worker \"%s\" played in it", name);
}

int db_leave_out_workers(struct db *db, const char *const *names, int count)
{
	/* A file of before version 10 has no workers; it is not looked into. */
	if (sqlite3_table_column_metadata(db->sqlite, "main", "games", "worker", NULL, NULL, NULL,
		    NULL, NULL) != SQLITE_OK)
		return db_fail(db, DB_NONE, "no worker \"%s\" played in it", names[0]);
	int error = db_write_all(db, "left-out-names", "its workers cannot be read", NULL, 0);
	for (int i = 0; i < count && error == DB_OK; i++)
		error = replaced_leave_out(db, names[i]);
	return error == DB_OK ? replaced_make_views(db, "leave-out", "its workers cannot be read")
			      : error;
}
