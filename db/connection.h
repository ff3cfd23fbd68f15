/*
 * connection.h - what the files of db/ share: the open database, its errors and its statements.
 */
#ifndef DB_CONNECTION_H
#define DB_CONNECTION_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "db/db.h"

enum { DB_MOVES_AT_ONCE = 8, DB_MOVE_VALUES = 9 /* beside the game */ };

/* The statements that are kept prepared; their texts are rows of a table in connection.c. */
enum db_statement {
	DB_BEGIN,
	DB_COMMIT,
	DB_ROLLBACK,
	DB_TOURNAMENT_ADD,
	DB_TOURNAMENT_FIND,
	DB_TOURNAMENT_SAME,
	DB_TOURNAMENT_LOGS,
	DB_NOTE_SET,
	DB_RULES_ADD,
	DB_RULES_OF,
	DB_PAIRING_FIND,
	DB_RATING_SET,
	DB_BOT_FIND,
	DB_BOT_ADD,
	DB_BOT_REMOTE,
	DB_BOT_SETTINGS_ADD,
	DB_GAME_ADD,
	DB_GAME_DROP,
	DB_GAME_LAST,
	DB_REPLACED_FIND,
	DB_REPLACED_ADD,
	DB_REPLACED_SEAT_ADD,
	DB_REPLACED_FAILURE_ADD,
	DB_REPLACED_MOVE_ADD,
	DB_REPLACED_POSITION_ADD,
	DB_REPLACED_OF,
	DB_SEAT_ADD,
	DB_FAILURE_ADD,
	DB_RATING_ADD,
	DB_MOVE_ADD,
	DB_INFO_ADD,
	DB_POSITION_ADD,
	DB_MOVES_ADD, /* DB_MOVES_AT_ONCE of them */
	DB_TOTALS_ADD,
	DB_PAIR_TOTALS_ADD,
	DB_WORKER_ADD,
	DB_WORKER_LOST,
	DB_REMOVED_ADD,
	DB_REMOVED_MOVES,
	DB_REMOVED_POSITIONS,
	DB_REMOVED_INFO,
	DB_REMOVED_FAILURES,
	DB_REMOVED_ANALYSIS,
	DB_REMOVED_ANALYSED,
	DB_REMOVED_STDERR,
	DB_REMOVED_OLDEST,
	DB_REMOVED_COUNT,
	DB_SPOT_CHECK_ADD,
	DB_SPOT_CHECK_OF,
	DB_PARTICIPANT_ADD,
	DB_PARTICIPANTS,
	DB_ADMIN_ACTION_ADD,
	DB_ADMIN_ACTION_DROP,
	DB_ADMIN_ACTIONS,
	DB_RETIREMENT_SET,
	DB_RETIREMENTS,
	DB_LAST_ROUND,
	DB_BYE_ADD,
	DB_PAIRINGS,
	DB_RESULTS,
	DB_BOTS,
	DB_PROGRAMS,
	DB_PROGRAMS_STARTED,
	DB_VERDICTS,
	DB_GAMES,
	DB_GAME_SEATS,
	DB_GAME_FAILURES,
	DB_GAME_MOVES,
	DB_GAME_POSITIONS,
	DB_ANALYSIS_DROP,
	DB_ANALYSIS_ADD,
	DB_ANALYSED_SET,
	DB_STATEMENTS
};

struct standings_cache;

struct db {
	sqlite3 *sqlite;
	char *path;	       /* owned: as it was given, for messages */
	char *lock;	       /* owned: the lock's file; NULL when the lock is not held */
	int lock_file;	       /* its descriptor, or -1 */
	enum db_mode mode;     /* DB_READ or DB_WRITE */
	bool confined;	       /* DB_READ_CONFINED: this process may write no file */
	bool reads_replaced;   /* it reads replaced games in place of those that count */
	bool makes_log;	       /* a reader's: there was no log (-wal), so it makes an empty one */
	bool is_immutable;     /* it is read as a file that no process changes; */
	struct stat immutable; /* its state when it was opened */
	sqlite3_stmt *statements[DB_STATEMENTS]; /* prepared when first needed */
	sqlite3_stmt **queries; /* owned, by their numbers: those that do not run; NULL: none yet */
	int queries_open;	/* how many run */
	struct standings_cache
		*standings_cache; /* owned: what the group adds to them; NULL: nothing yet */
	int error;		  /* the last that db_fail() got */
	long holder;		  /* the process that kept it locked then; 0: not known */
	char why[512];
};

/* Writes "PATH: TEXT" into db->why and returns error. */
int db_fail(struct db *db, enum db_error error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for a failed system call: the error is the one of its number, whose text comes last. */
int db_fail_errno(struct db *db, int number, const char *doing);

/* The same for what SQLite said last; doing is what was tried: "a game could not be added". */
int db_fail_sqlite(struct db *db, const char *doing);

/* The statement, prepared and reset, or NULL and db->why is set. */
sqlite3_stmt *db_statement(struct db *db, enum db_statement which);

/* Forgets all statements, as before tables are hidden by views: SQLite does not notice these. No
 * query may run. */
void db_forget_statements(struct db *db);

/* Runs a bound statement that gives no rows. */
int db_run(struct db *db, sqlite3_stmt *statement, const char *doing);

/* The end of reading: code is the last that sqlite3_step() said, DONE or, where the rest is not
 * wanted, ROW. Resets the statement. The rows that were read are valid if this is DB_OK. */
int db_read_end(struct db *db, sqlite3_stmt *statement, int code, const char *doing);

/* query.c: the statements of queries are forgotten; none may run. */
void db_forget_queries(struct db *db);

/* lock.c: the writer's lock, held until db_unlock() or the end of the process. */
int db_lock(struct db *db);
void db_unlock(struct db *db);

/* holder.c: the process that has a lock for which a writer of this database waits; 0: none, or not
 * known. name: its own name for itself, of letters, digits and marks of ASCII. */
enum { DB_HOLDER_NAME = 32 };
long db_find_holder(const char *path, char name[DB_HOLDER_NAME]);

/* immutable.c: is it a reader's file that lies where nothing may be written, with no log beside it?
 */
bool db_is_immutable(struct db *db);

/* SQLite's name for such a file, at most 3 bytes for each of path's and some more. */
void db_immutable_name(const char *path, char *name, size_t room);

/* DB_BROKEN: such a file was written while it was read, and the rows that were read are invalid. */
int db_check_immutable(struct db *db);

/* standings-cache.c: adds a game that is in the tables to the sums; writes what the group changes
 * of them, before it is committed; forgets it. A group whose sums could not be written is lost as a
 * whole.
 */
int db_standings_cache_add(struct db *db, const struct db_game *g);
int db_standings_cache_write(struct db *db);
void db_standings_cache_drop(struct db *db);

/* migrations.c: is the file one of ours, is it new, is it older? Makes it what schema.sql says.
 * A reader only asks. */
int db_make_ready(struct db *db, const char *const *migrations);

/* Makes every view of schema.sql anew, in the file or (temporary) for this connection alone, where
 * they stand before those of the file. Returns a code of SQLite. */
int db_make_views(struct db *db, bool temporary);

#endif
