/*
 * workers.c - the machines on which games were played: their rows, spot checks, and games that a
 * reader leaves out.
 */
#include "db/connection.h"

#include <assert.h>
#include <string.h>

#include "db/schema.h"

static void workers_bind_text(sqlite3_stmt *statement, int column, const char *text)
{
	sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
}

int db_worker_add(struct db *db, int64_t tournament, struct db_worker *w)
{
	sqlite3_stmt *statement = db_statement(db, DB_WORKER_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	workers_bind_text(statement, 2, w->name);
	workers_bind_text(statement, 3, w->cpu);
	workers_bind_text(statement, 4, w->arch);
	sqlite3_bind_int(statement, 5, w->cores);
	sqlite3_bind_int(statement, 6, w->slots);
	workers_bind_text(statement, 7, w->sandbox);
	workers_bind_text(statement, 8, w->version);
	sqlite3_bind_int64(statement, 9, w->speed);
	sqlite3_bind_int64(statement, 10, w->first_ms);
	sqlite3_bind_int64(statement, 11, w->last_ms);
	sqlite3_bind_int64(statement, 12, w->lost);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		w->id = sqlite3_column_int64(statement, 0);
		code = sqlite3_step(statement);
	}
	int error = code == SQLITE_DONE ? DB_OK : db_fail_sqlite(db, "a worker could not be added");
	sqlite3_reset(statement);
	return error;
}

int db_worker_lost(struct db *db, int64_t worker, int games, int64_t ms)
{
	sqlite3_stmt *statement = db_statement(db, DB_WORKER_LOST);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, worker);
	sqlite3_bind_int(statement, 2, games);
	sqlite3_bind_int64(statement, 3, ms);
	return db_run(db, statement, "a worker could not be changed");
}

/* --- spot checks ----------------------------------------------------------------------------- */

int db_spot_check_add(struct db *db, int64_t game, const struct db_spot_check *check)
{
	sqlite3_stmt *statement = db_statement(db, DB_SPOT_CHECK_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	if (check->worker != 0)
		sqlite3_bind_int64(statement, 2, check->worker);
	else
		sqlite3_bind_null(statement, 2);
	sqlite3_bind_int(statement, 3, check->same);
	sqlite3_bind_int64(statement, 4, check->ms);
	return db_run(db, statement, "a spot check could not be kept");
}

int db_spot_check_find(struct db *db, int64_t game, struct db_spot_check *check)
{
	sqlite3_stmt *statement = db_statement(db, DB_SPOT_CHECK_OF);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, game);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*check = (struct db_spot_check){.worker = sqlite3_column_int64(statement, 0),
			.same = sqlite3_column_int(statement, 1) != 0,
			.ms = sqlite3_column_int64(statement, 2)};
	int error = db_read_end(db, statement, code, "a spot check cannot be read");
	return error != DB_OK || code == SQLITE_ROW ? error : DB_NONE;
}

/* --- games that are left out ------------------------------------------------------------------ */

/* The names that are left out. */
#define WORKERS_NAMES "CREATE TEMP TABLE left_out (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;"

/* Is the game of this row, or of this number, left out? */
#define WORKERS_OUT(worker)                                                                        \
	"coalesce((SELECT name FROM main.workers w WHERE w.id = " worker "), '" DB_HERE            \
	"') IN (SELECT name FROM temp.left_out)"

/* Sums are counted anew. The tables below a game are found through it, except seats, which bulk
 * reads take as they lie. */
static const char *const workers_views[] = {
	"CREATE TEMP VIEW games AS SELECT * FROM main.games g"
	" WHERE NOT " WORKERS_OUT("g.worker"),
	"CREATE TEMP VIEW replaced_games AS SELECT * FROM main.replaced_games r"
	" WHERE NOT " WORKERS_OUT("r.worker"),
	"CREATE TEMP VIEW seats AS SELECT * FROM main.seats s WHERE s.game NOT IN"
	" (SELECT id FROM main.games g WHERE " WORKERS_OUT("g.worker") ")",
	"CREATE TEMP VIEW seat_totals AS " SCHEMA_SEAT_TOTALS(""),
	"CREATE TEMP VIEW pair_totals AS " SCHEMA_PAIR_TOTALS(""),
};

static int workers_exec(struct db *db, const char *sql)
{
	return sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK
		       ? DB_OK
		       : db_fail_sqlite(db, "its workers cannot be read");
}

/* Notes a name, if a machine of this name played. */
static int workers_leave_out(struct db *db, const char *name)
{
	static const char sql[] =
		"INSERT OR IGNORE INTO temp.left_out SELECT ?1 WHERE EXISTS (SELECT 1 FROM"
		" main.workers WHERE name = ?1) OR (?1 = '" DB_HERE "' AND EXISTS"
		" (SELECT 1 FROM main.workers)) RETURNING name";
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) != SQLITE_OK)
		return db_fail_sqlite(db, "its workers cannot be read");
	workers_bind_text(statement, 1, name);
	int code = sqlite3_step(statement);
	int error = db_read_end(db, statement, code, "its workers cannot be read");
	sqlite3_finalize(statement);
	if (error != DB_OK || code == SQLITE_ROW)
		return error;
	return db_fail(db, DB_NONE, "no worker \"%s\" played in it", name);
}

int db_leave_out_workers(struct db *db, const char *const *names, int count)
{
	assert(db->mode == DB_READ && !db->reads_replaced);
	/* A file of before version 10 has no workers; it is not looked into. */
	if (sqlite3_table_column_metadata(db->sqlite, "main", "games", "worker", NULL, NULL, NULL,
		    NULL, NULL) != SQLITE_OK)
		return db_fail(db, DB_NONE, "no worker \"%s\" played in it", names[0]);
	int error = workers_exec(db, "PRAGMA temp_store = MEMORY;" WORKERS_NAMES);
	for (int i = 0; i < count && error == DB_OK; i++)
		error = workers_leave_out(db, names[i]);
	db_forget_statements(db);
	for (size_t i = 0; i < sizeof workers_views / sizeof *workers_views && error == DB_OK; i++)
		error = workers_exec(db, workers_views[i]);
	if (error != DB_OK)
		return error;
	return db_make_views(db, true) == SQLITE_OK
		       ? DB_OK
		       : db_fail_sqlite(db, "its workers cannot be read");
}
