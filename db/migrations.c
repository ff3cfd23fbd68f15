/*
 * migrations.c - how a file becomes a database of the version that this program writes.
 *
 * A row of the table is SQL for the tables, which runs inside the transaction that all of them
 * share; it need not set user_version. Rows are never changed once files of their version exist,
 * only added, and schema.sql always says what the last row leads to. Views hold nothing: after the
 * rows they are all made anew from schema.sql. A process that only reads an older file makes them
 * for its connection alone, with the tables that the file does not have, and reads old tables by
 * the new views.
 */
#include "db/schema.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "db/connection.h"
#include "protocol/verdict.h"

/* A tournament's definition with the names that its settings have since version 7. */
#define MIGRATIONS_DEFINITION_OF_7                                                                 \
	"substr(replace(char(10) || definition, char(10) || 'per-move = ', "                       \
	"char(10) || 'movetime = '), 2)"

const char *const db_migrations[] = {
	/* version 2: views for any number of seats, evidence */
	"CREATE TABLE bot_settings ( "
	"bot INTEGER PRIMARY KEY REFERENCES bots ON DELETE CASCADE, "
	"settings TEXT NOT NULL "
	") STRICT; "
	"CREATE TABLE evidence ( "
	"game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, "
	"seat INTEGER NOT NULL, "
	"phase TEXT NOT NULL CHECK (phase IN ('start', 'newgame', 'move')), "
	"asked TEXT, "
	"said BLOB, "
	"limit_us INTEGER, "
	"wall_us INTEGER, "
	"cpu_us INTEGER, "
	"wait_us INTEGER, "
	"exit_status INTEGER, "
	"signal INTEGER, "
	"PRIMARY KEY (game, seat) "
	") STRICT, WITHOUT ROWID;",
	/* version 3: entries and byes, the solver's analysis, totals */
	"CREATE TABLE entries ( tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE "
	"CASCADE, bot INTEGER NOT NULL REFERENCES bots, round INTEGER NOT NULL CHECK (round "
	">= 1), PRIMARY KEY (tournament, bot) ) STRICT, WITHOUT ROWID; "
	"CREATE TABLE byes ( tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE "
	"CASCADE, round INTEGER NOT NULL CHECK (round >= 1), bot INTEGER NOT NULL REFERENCES "
	"bots, points REAL NOT NULL, PRIMARY KEY (tournament, round, bot) ) STRICT, WITHOUT "
	"ROWID; "
	"CREATE TABLE analysis ( game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, "
	"ply INTEGER NOT NULL, before INTEGER, after INTEGER, PRIMARY KEY (game, ply) ) "
	"STRICT, WITHOUT ROWID; "
	"CREATE TABLE analysed ( game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, "
	"nodes INTEGER NOT NULL, known INTEGER NOT NULL ) STRICT; "
	"CREATE TABLE totals ( tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE "
	"CASCADE, bot INTEGER NOT NULL REFERENCES bots, seat INTEGER NOT NULL, games INTEGER "
	"NOT NULL, points REAL NOT NULL, squares REAL NOT NULL, wins INTEGER NOT NULL, draws "
	"INTEGER NOT NULL, losses INTEGER NOT NULL, ranks INTEGER NOT NULL, faults INTEGER "
	"NOT NULL, last INTEGER NOT NULL, PRIMARY KEY (tournament, bot, seat) ) STRICT, "
	"WITHOUT ROWID; "
	"CREATE TABLE pair_totals ( tournament INTEGER NOT NULL REFERENCES tournaments ON "
	"DELETE CASCADE, bot INTEGER NOT NULL REFERENCES bots, opponent INTEGER NOT NULL "
	"REFERENCES bots, games INTEGER NOT NULL, points REAL NOT NULL, wins INTEGER NOT "
	"NULL, draws INTEGER NOT NULL, losses INTEGER NOT NULL, PRIMARY KEY (tournament, bot, "
	"opponent) ) STRICT, WITHOUT ROWID; "
	"CREATE INDEX seats_by_bot ON seats (bot, game); "
	"CREATE INDEX seats_not_ok ON seats (game) WHERE verdict <> 'ok'; "
	"ALTER TABLE games ADD COLUMN line INTEGER; "
	"INSERT INTO totals SELECT tournament, bot, seat, games, points, squares, wins, draws, "
	"losses, ranks, faults, last FROM ({totals-of-seats} {each-seat}); "
	"INSERT INTO pair_totals {totals-of-pairs} {each-pair}; ",
	/*
	 * version 4: remote bots, of which no processor time is known. That a column may hold NULL
	 * changes nothing of what lies in the file, so ten million moves stay where they are
	 * and only the table's text is another: the shorter way of SQLite's documentation (ALTER
	 * TABLE, 7). The table's rows are checked after it.
	 */
	"ALTER TABLE bots ADD COLUMN remote INTEGER NOT NULL DEFAULT 0; "
	"PRAGMA writable_schema = ON; "
	"UPDATE sqlite_schema SET sql = 'CREATE TABLE moves ( "
	"game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, "
	"ply INTEGER NOT NULL, "
	"seat INTEGER NOT NULL, "
	"move TEXT NOT NULL, "
	"wall_us INTEGER NOT NULL, "
	"cpu_us INTEGER, "
	"wait_us INTEGER, "
	"depth INTEGER, "
	"score INTEGER, "
	"nodes INTEGER, "
	"PRIMARY KEY (game, ply) "
	") STRICT, WITHOUT ROWID' WHERE type = 'table' AND name = 'moves'; "
	"PRAGMA writable_schema = RESET; ",
	/* version 5: what was asked by hand */
	"CREATE TABLE by_hand ( tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE "
	"CASCADE, what TEXT NOT NULL CHECK (what IN ('add', 'bench')), bot TEXT NOT NULL, "
	"PRIMARY KEY (tournament, what, bot) ) STRICT, WITHOUT ROWID; ",
	/*
	 * version 6: bots that retire, games that are played again; games played
	 */
	"CREATE TABLE retirements ( tournament INTEGER NOT NULL REFERENCES tournaments "
	"ON DELETE CASCADE, bot TEXT NOT NULL, round INTEGER NOT NULL CHECK (round >= "
	"1), back INTEGER CHECK (back >= round), PRIMARY KEY (tournament, bot, round) "
	") STRICT, WITHOUT ROWID; CREATE TABLE replaced_games ( id INTEGER PRIMARY "
	"KEY, tournament INTEGER NOT NULL REFERENCES tournaments ON DELETE CASCADE, "
	"pairing INTEGER NOT NULL, round INTEGER NOT NULL CHECK (round >= 1), seed "
	"INTEGER NOT NULL, opening TEXT NOT NULL, final TEXT NOT NULL, reason TEXT NOT "
	"NULL, sandbox TEXT NOT NULL, plies INTEGER NOT NULL CHECK (plies >= 0), "
	"started_ms INTEGER NOT NULL, ended_ms INTEGER NOT NULL, line INTEGER, "
	"replaced_ms INTEGER NOT NULL, bot TEXT NOT NULL, paired INTEGER NOT NULL ) "
	"STRICT; CREATE TABLE replaced_seats ( game INTEGER NOT NULL REFERENCES "
	"replaced_games ON DELETE CASCADE, seat INTEGER NOT NULL CHECK (seat BETWEEN 1 "
	"AND 6), bot INTEGER NOT NULL REFERENCES bots, rank INTEGER NOT NULL CHECK "
	"(rank BETWEEN 1 AND 6), points REAL NOT NULL CHECK (points BETWEEN 0 AND 1), "
	"verdict TEXT NOT NULL, detail TEXT, stderr TEXT, PRIMARY KEY (game, seat) ) "
	"STRICT, WITHOUT ROWID; CREATE TABLE replaced_evidence ( game INTEGER NOT NULL "
	"REFERENCES replaced_games ON DELETE CASCADE, seat INTEGER NOT NULL, phase "
	"TEXT NOT NULL, asked TEXT, said BLOB, limit_us INTEGER, wall_us INTEGER, "
	"cpu_us INTEGER, wait_us INTEGER, exit_status INTEGER, signal INTEGER, PRIMARY "
	"KEY (game, seat) ) STRICT, WITHOUT ROWID; CREATE TABLE replaced_moves ( game "
	"INTEGER NOT NULL REFERENCES replaced_games ON DELETE CASCADE, ply INTEGER NOT "
	"NULL, seat INTEGER NOT NULL, move TEXT NOT NULL, wall_us INTEGER NOT NULL, "
	"cpu_us INTEGER, wait_us INTEGER, depth INTEGER, score INTEGER, nodes INTEGER, "
	"PRIMARY KEY (game, ply) ) STRICT, WITHOUT ROWID; CREATE INDEX "
	"replaced_by_pairing ON replaced_games (tournament, pairing); "
	"ALTER TABLE tournaments ADD COLUMN logs TEXT NOT NULL DEFAULT ''; "
	"ALTER TABLE totals ADD COLUMN played INTEGER NOT NULL DEFAULT 0; "
	"UPDATE totals SET played = p.played FROM ({totals-of-seats} {each-seat}) p "
	"WHERE p.tournament = totals.tournament AND p.bot = totals.bot AND p.seat = totals.seat; ",
	/* version 7: the setting per-move is called movetime; notes; what is said of moves */
	"UPDATE tournaments SET definition = " MIGRATIONS_DEFINITION_OF_7
	" WHERE definition <> " MIGRATIONS_DEFINITION_OF_7 "; "
	"CREATE TABLE notes ( tournament INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE "
	"CASCADE, note TEXT NOT NULL ) STRICT; "
	"CREATE TABLE move_info ( game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, "
	"ply INTEGER NOT NULL, seldepth INTEGER, nps INTEGER, pv TEXT, text TEXT, "
	"PRIMARY KEY (game, ply) ) STRICT, WITHOUT ROWID;",
	/* version 8: plain names; an operator's view of the old ones follows, a broken one stays */
	"PRAGMA writable_schema = ON; "
	"ALTER TABLE entries RENAME TO participants; "
	"ALTER TABLE by_hand RENAME TO admin_actions; "
	"ALTER TABLE admin_actions RENAME COLUMN what TO action; "
	"ALTER TABLE evidence RENAME TO failures; "
	"ALTER TABLE replaced_evidence RENAME TO replaced_failures; "
	"ALTER TABLE totals RENAME TO seat_totals; "
	"ALTER TABLE games RENAME COLUMN line TO moves_hash; "
	"ALTER TABLE replaced_games RENAME COLUMN line TO moves_hash; "
	"PRAGMA writable_schema = RESET; "
	"UPDATE tournaments SET definition = definition_today(definition) "
	"WHERE definition <> definition_today(definition); "
	"UPDATE bot_settings SET settings = definition_today(settings) "
	"WHERE settings <> definition_today(settings); ",
	/* version 9: the verdict build; the table's text is replaced, as in version 4 */
	"PRAGMA writable_schema = ON; "
	"UPDATE sqlite_schema SET sql = replace(sql, '''memory'', ''startup''', "
	"'''memory'', ''build'', ''startup''') WHERE type = 'table' AND name = 'seats'; "
	"PRAGMA writable_schema = RESET; ",
	/* version 10: on which machine a game was played */
	"CREATE TABLE workers ( id INTEGER PRIMARY KEY, tournament INTEGER NOT NULL REFERENCES "
	"tournaments ON DELETE CASCADE, name TEXT NOT NULL, cpu TEXT NOT NULL, arch TEXT NOT NULL, "
	"cores INTEGER NOT NULL, slots INTEGER NOT NULL, speed INTEGER NOT NULL, sandbox TEXT NOT "
	"NULL, version TEXT NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL, lost "
	"INTEGER NOT NULL DEFAULT 0, UNIQUE (tournament, name, cpu, arch, cores, slots, sandbox, "
	"version) ) STRICT; "
	"ALTER TABLE games ADD COLUMN worker INTEGER REFERENCES workers; "
	"ALTER TABLE replaced_games ADD COLUMN worker INTEGER REFERENCES workers; "
	"CREATE TABLE spot_checks ( game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, "
	"worker INTEGER REFERENCES workers, same INTEGER NOT NULL CHECK (same IN (0, 1)), "
	"checked_ms INTEGER NOT NULL ) STRICT; "
	"CREATE INDEX games_by_worker ON games (worker) WHERE worker IS NOT NULL; ",
	/* version 11: games whose moves were removed */
	"CREATE TABLE removed_moves ( game INTEGER PRIMARY KEY, removed_ms INTEGER NOT NULL, "
	"reason TEXT NOT NULL ) STRICT; ",
	/* version 12: games whose rules are a program */
	"CREATE TABLE rules_programs ( tournament INTEGER PRIMARY KEY REFERENCES tournaments ON DELETE "
	"CASCADE, description TEXT NOT NULL ) STRICT; "
	"CREATE TABLE positions ( game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number "
	"INTEGER NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (game, number) "
	") STRICT, WITHOUT ROWID; "
	"CREATE TABLE replaced_positions ( game INTEGER NOT NULL REFERENCES replaced_games ON DELETE "
	"CASCADE, number INTEGER NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY "
	"(game, number) ) STRICT, WITHOUT ROWID; ",
	/* version 13: workers whose games do not count; sums of times are no integers */
	"ALTER TABLE workers ADD COLUMN distrusted TEXT; ",
	/* version 14: the table of verdicts, in place of lists; the condition that listed them is
	 * replaced, as in version 4 */
	"CREATE TABLE verdicts ( name TEXT PRIMARY KEY, fault INTEGER NOT NULL, away INTEGER NOT "
	"NULL, took_part INTEGER NOT NULL ) STRICT, WITHOUT ROWID; "
	"PRAGMA writable_schema = ON; "
	"UPDATE sqlite_schema SET sql = substr(sql, 1, instr(sql, 'CHECK (verdict = ') - 1) || "
	"'REFERENCES verdicts' || substr(sql, instr(sql, '''void''))') + length('''void''))')) "
	"WHERE type = 'table' AND name = 'seats'; "
	"PRAGMA writable_schema = RESET; ",
	NULL,
};

/* The oldest version whose tables are what the views of schema.sql ask for. */
enum { MIGRATIONS_READABLE = 1 };

struct migrations_found {
	int application, version, objects;
};

static int migrations_known(const char *const *migrations)
{
	int version = 1;
	while (*migrations++ != NULL)
		version++;
	return version;
}

int db_version_written(void)
{
	return migrations_known(db_migrations);
}

int db_version_oldest(void)
{
	return MIGRATIONS_READABLE;
}

/* Looks at the file without changing it. */
static int migrations_look(struct db *db, struct migrations_found *found)
{
	static const char sql[] = "SELECT (SELECT application_id FROM pragma_application_id),"
				  " (SELECT user_version FROM pragma_user_version),"
				  " (SELECT count(*) FROM sqlite_schema)";
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) != SQLITE_OK)
		return db_fail_sqlite(db, "it cannot be opened");
	if (sqlite3_step(statement) != SQLITE_ROW) {
		int error = db_fail_sqlite(db, "it cannot be read");
		sqlite3_finalize(statement);
		return error;
	}
	found->application = sqlite3_column_int(statement, 0);
	found->version = sqlite3_column_int(statement, 1);
	found->objects = sqlite3_column_int(statement, 2);
	sqlite3_finalize(statement);
	return DB_OK;
}

int db_make_views(struct db *db, bool temporary)
{
	static const char begin[] = "\nCREATE VIEW ";
	int code = SQLITE_OK;
	for (const char *at = strstr(db_schema, begin); at != NULL && code == SQLITE_OK;
		at = strstr(at, begin)) {
		at += strlen(begin);
		const char *end = strstr(at, ";\n");
		assert(end != NULL);
		int name = (int)strcspn(at, " "), length = (int)(end - at);
		const char *schema = temporary ? "temp" : "main";
		char *sql = sqlite3_mprintf("DROP VIEW IF EXISTS %s.%.*s; CREATE VIEW %s.%.*s",
			schema, name, at, schema, length, at);
		code = sql != NULL ? sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
		sqlite3_free(sql);
	}
	return code;
}

static void migrations_bind_verdict(sqlite3_stmt *statement, const struct verdict_row *verdict)
{
	sqlite3_bind_text(statement, 1, verdict->name, -1, SQLITE_STATIC);
	sqlite3_bind_int(statement, 2, verdict->fault);
	sqlite3_bind_int(statement, 3, verdict->away);
	sqlite3_bind_int(statement, 4, verdict->took_part);
}

/* Writes the verdicts into the file, or for this connection alone. Others that the file has stay:
 * they are of a later program. Returns a code of SQLite. */
static int migrations_write_verdicts(struct db *db, bool temporary)
{
	sqlite3_stmt *statement;
	const char *sql = temporary ? "INSERT OR REPLACE INTO temp.verdicts VALUES (?, ?, ?, ?)"
				    : "INSERT INTO main.verdicts VALUES (?, ?, ?, ?) ON CONFLICT"
				      " DO UPDATE SET fault = excluded.fault, away = excluded.away,"
				      " took_part = excluded.took_part";
	int code = sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL);
	for (int i = 0; i < VERDICTS && code == SQLITE_OK; i++) {
		migrations_bind_verdict(statement, &verdict_table[i]);
		sqlite3_step(statement);
		code = sqlite3_reset(statement);
	}
	sqlite3_finalize(statement);
	return code;
}

/* Has the file no such table, or not this column of it? */
static bool migrations_lacks(struct db *db, const char *table, const char *column)
{
	return sqlite3_table_column_metadata(db->sqlite, "main", table, column, NULL, NULL, NULL,
		       NULL, NULL) != SQLITE_OK;
}

/* Tournaments by the names that settings have today. */
#define MIGRATIONS_TOURNAMENTS(logs)                                                               \
	"CREATE TEMP VIEW tournaments AS SELECT id, name, game, format, seats, "                   \
	"seed, definition_today(definition) AS definition, created_ms, " logs                      \
	" AS logs FROM main.tournaments"

/* Views that stand, for this connection alone, for tables that an older file lacks or that lack a
 * column. A view needs its source in the file; the first of a name that fits is made. Views of sums
 * cost nothing until they are read. */
static const struct migrations_absent {
	const char *table, *column;
	const char *source, *source_column; /* NULL: always there */
	const char *select;
} migrations_absent[] = {
	{"bots", "remote", NULL, NULL, "SELECT *, 0 AS remote FROM main.bots"},
	{"games", "moves_hash", "games", "line",
		"SELECT *, line AS moves_hash, NULL AS worker FROM main.games"},
	{"games", "moves_hash", NULL, NULL,
		"SELECT *, NULL AS moves_hash, NULL AS worker FROM main.games"},
	{"games", "worker", NULL, NULL, "SELECT *, NULL AS worker FROM main.games"},
	{"replaced_games", "moves_hash", "replaced_games", "line",
		"SELECT *, line AS moves_hash, NULL AS worker FROM main.replaced_games"},
	{"replaced_games", "worker", "replaced_games", NULL,
		"SELECT *, NULL AS worker FROM main.replaced_games"},
	{"workers", "distrusted", "workers", NULL,
		"SELECT *, NULL AS distrusted FROM main.workers"},
	{"participants", NULL, "entries", NULL, "SELECT * FROM main.entries"},
	{"admin_actions", NULL, "by_hand", NULL,
		"SELECT tournament, what AS action, bot FROM main.by_hand"},
	{"failures", NULL, "evidence", NULL, "SELECT * FROM main.evidence"},
	{"failures", NULL, NULL, NULL,
		"SELECT NULL AS game, NULL AS seat, NULL AS phase, NULL AS asked, NULL AS said,"
		" NULL AS limit_us, NULL AS wall_us, NULL AS cpu_us, NULL AS wait_us,"
		" NULL AS exit_status, NULL AS signal WHERE false"},
	{"replaced_failures", NULL, "replaced_evidence", NULL,
		"SELECT * FROM main.replaced_evidence"},
	{"seat_totals", NULL, "totals", "played", "SELECT * FROM main.totals"},
	{"seat_totals", NULL, NULL, NULL, "{totals-of-seats} {each-seat}"},
	{"pair_totals", NULL, NULL, NULL, "{totals-of-pairs} {each-pair}"},
};

/* Makes the tables of schema.sql that the file has not and nothing stands for, for this connection
 * alone: empty, but for the verdicts. only: the one of this name; NULL: all. */
static int migrations_tables(struct db *db, const char *only)
{
	static const char begin[] = "\nCREATE TABLE ";
	int code = SQLITE_OK;
	for (const char *at = strstr(db_schema, begin); at != NULL && code == SQLITE_OK;
		at = strstr(at, begin)) {
		char name[64];
		at += strlen(begin);
		const char *end = strstr(at, ";\n");
		assert(end != NULL);
		sqlite3_snprintf(sizeof name, name, "%.*s", (int)strcspn(at, " "), at);
		if (only != NULL ? strcmp(name, only) != 0 : !migrations_lacks(db, name, NULL))
			continue;
		char *sql = sqlite3_mprintf(
			"CREATE TEMP TABLE IF NOT EXISTS %.*s", (int)(end - at), at);
		code = sql != NULL ? sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
		sqlite3_free(sql);
		if (code == SQLITE_OK && strcmp(name, "verdicts") == 0)
			code = migrations_write_verdicts(db, true);
	}
	return code;
}

/* Does the file have all verdicts, as they are classified here? */
static int migrations_has_verdicts(struct db *db, bool *all)
{
	static const char sql[] = "SELECT count(*) FROM main.verdicts WHERE name = ? AND fault = ?"
				  " AND away = ? AND took_part = ?";
	sqlite3_stmt *statement;
	int found = 0, code = sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL);
	for (int i = 0; i < VERDICTS && (code == SQLITE_OK || code == SQLITE_ROW); i++) {
		migrations_bind_verdict(statement, &verdict_table[i]);
		code = sqlite3_step(statement);
		found += code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
		sqlite3_reset(statement);
	}
	sqlite3_finalize(statement);
	*all = found == VERDICTS;
	return code == SQLITE_OK || code == SQLITE_ROW ? SQLITE_OK : code;
}

static int migrations_stand_ins(struct db *db)
{
	const char *tournaments = migrations_lacks(db, "tournaments", "logs")
					  ? MIGRATIONS_TOURNAMENTS("''")
					  : MIGRATIONS_TOURNAMENTS("logs");
	int code = sqlite3_exec(db->sqlite, tournaments, NULL, NULL, NULL);
	if (code == SQLITE_OK && !migrations_lacks(db, "bot_settings", NULL))
		code = sqlite3_exec(db->sqlite,
			"CREATE TEMP VIEW bot_settings AS SELECT bot, definition_today(settings) "
			"AS settings FROM main.bot_settings",
			NULL, NULL, NULL);
	for (size_t i = 0; i < sizeof migrations_absent / sizeof *migrations_absent; i++) {
		const struct migrations_absent *a = &migrations_absent[i];
		if (code != SQLITE_OK || !migrations_lacks(db, a->table, a->column) ||
			(a->source != NULL && migrations_lacks(db, a->source, a->source_column)))
			continue;
		char *select = db_with_parts(a->select);
		char *sql = sqlite3_mprintf(
			"CREATE TEMP VIEW IF NOT EXISTS %s AS %s", a->table, select);
		sqlite3_free(select);
		code = sql != NULL ? sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
		sqlite3_free(sql);
	}
	return code;
}

/* A reader of an older file: as it is on the disk nothing changes. */
static int migrations_read_older(struct db *db)
{
	/* Temporary tables must not need a folder that can be written. */
	int code = sqlite3_exec(db->sqlite, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = migrations_stand_ins(db);
	if (code == SQLITE_OK)
		code = migrations_tables(db, NULL);
	if (code == SQLITE_OK)
		code = db_make_views(db, true);
	return code == SQLITE_OK ? DB_OK : db_fail_sqlite(db, "it cannot be read");
}

static int migrations_on_checked(void *arg, int columns, char **values, char **names)
{
	bool *whole = arg;
	(void)columns, (void)names;
	*whole = values[0] != NULL && strcmp(values[0], "ok") == 0;
	return 0;
}

/* Does the table whose text was changed hold what it says? */
static bool migrations_whole(struct db *db)
{
	bool whole = false;
	int code = sqlite3_exec(db->sqlite, "PRAGMA main.integrity_check('moves')",
		migrations_on_checked, &whole, NULL);
	return code == SQLITE_OK && whole;
}

/* Sums in them are classified by the verdicts of today, which an older file does not have. */
static int migrations_run_steps(struct db *db, const char *const *steps, int count)
{
	int code = migrations_tables(db, "verdicts");
	for (int i = 0; i < count && code == SQLITE_OK; i++) {
		char *sql = db_with_parts(steps[i]);
		code = sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL);
		sqlite3_free(sql);
	}
	return code == SQLITE_OK
		       ? sqlite3_exec(db->sqlite, "DROP TABLE temp.verdicts", NULL, NULL, NULL)
		       : code;
}

/* Runs everything in one transaction: a file is either old or up to date. */
static int migrations_run(
	struct db *db, const char *const *steps, int count, int version, bool older)
{
	char set_version[64];
	sqlite3_snprintf(sizeof set_version, set_version, "PRAGMA user_version = %d", version);

	int code = sqlite3_exec(db->sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = older ? migrations_run_steps(db, steps, count)
			     : sqlite3_exec(db->sqlite, steps[0], NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = migrations_write_verdicts(db, false);
	if (code == SQLITE_OK && older)
		code = db_make_views(db, false);
	bool whole = code != SQLITE_OK || !older || migrations_whole(db);
	if (!whole)
		code = SQLITE_CORRUPT;
	if (code == SQLITE_OK)
		code = sqlite3_exec(db->sqlite, set_version, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		return DB_OK;
	int error =
		whole ? db_fail_sqlite(db, "its tables cannot be made")
		      : db_fail(db, DB_BROKEN,
				"it is damaged: what its moves hold is not what they should; it stays as it is");
	if (!sqlite3_get_autocommit(db->sqlite))
		sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return error;
}

/* A file of this version that a program with fewer verdicts wrote gets the others. */
static int migrations_add_verdicts(struct db *db)
{
	bool all;
	int code = migrations_has_verdicts(db, &all);
	if (code == SQLITE_OK && !all)
		code = sqlite3_exec(db->sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (code == SQLITE_OK && !all)
		code = migrations_write_verdicts(db, false);
	if (code == SQLITE_OK && !all)
		code = sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
	if (code == SQLITE_OK)
		return DB_OK;
	int error = db_fail_sqlite(db, "its verdicts cannot be written");
	if (!sqlite3_get_autocommit(db->sqlite))
		sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return error;
}

static int migrations_settings(struct db *db)
{
	/* The page size counts only while the file is empty; 2 to 16 KiB made no difference.
	 * Deleted rows need not be overwritten with zeroes. The log is cut back after a reader made
	 * it long. */
	static const char settings[] = "PRAGMA page_size = 4096;"
				       "PRAGMA temp_store = MEMORY;"
				       "PRAGMA secure_delete = OFF;"
				       "PRAGMA journal_mode = WAL;"
				       "PRAGMA synchronous = FULL;"
				       "PRAGMA foreign_keys = ON;"
				       "PRAGMA wal_autocheckpoint = 1000;"
				       "PRAGMA journal_size_limit = 16777216;";
	if (sqlite3_exec(db->sqlite, settings, NULL, NULL, NULL) != SQLITE_OK)
		return db_fail_sqlite(db, "it cannot be written");
	return DB_OK;
}

int db_make_ready(struct db *db, const char *const *migrations)
{
	struct migrations_found found = {0};
	int known = migrations_known(migrations);
	int error = migrations_look(db, &found);

	if (error != DB_OK)
		return error;
	bool empty = found.application == 0 && found.version == 0 && found.objects == 0;
	if (empty && db->mode == DB_READ)
		return db_fail(db, DB_NOT_ONE, "it is empty, no tournament was written to it");
	if (!empty && (found.application != DB_APPLICATION || found.version < 1))
		return db_fail(db, DB_NOT_ONE, "a SQLite database, but not one of referee's");
	if (found.version > known)
		return db_fail(db, DB_NEWER,
			"it has version %d, this program knows up to %d: use a newer referee",
			found.version, known);
	if (db->mode == DB_READ && found.version < MIGRATIONS_READABLE)
		return db_fail(db, DB_NOT_ONE,
			"it has the old version %d: running a tournament in it makes it version %d",
			found.version, known);
	if (db->mode == DB_READ)
		return found.version < known ? migrations_read_older(db) : DB_OK;
	error = migrations_settings(db);
	if (error == DB_OK && found.version == known)
		return migrations_add_verdicts(db);
	if (error != DB_OK)
		return error;
	if (empty)
		return migrations_run(db, (const char *const[]){db_schema}, 1, known, false);
	return migrations_run(
		db, migrations + found.version - 1, known - found.version, known, true);
}
