/*
 * connection.h - what the files of db/ share: the open database, its errors and its statements.
 */
#ifndef DB_CONNECTION_H
#define DB_CONNECTION_H

#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "db/db.h"

enum { DB_MOVES_AT_ONCE = 8, DB_MOVE_VALUES = 9 /* beside the game */ };

struct standings_cache;
struct db_results;

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
	sqlite3_stmt **statements;    /* owned, by their numbers; NULL: none yet, as the next */
	struct db_prepared **queries; /* owned, by their numbers: those that do not run */
	int queries_open;	      /* how many run */
	struct db_tournament found;   /* by db_tournament_find(); owns its texts */
	struct db_results *results; /* borrowed: where the aggregate of results.c puts its seats */
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

/* queries.c: the statements of queries.sql; ends with a NULL name. The number of one by its name,
 * which there must be. */
const struct db_query_text *db_statements(void);
int db_statement_find(const char *name);

/* queries.c: SQL with the parts of queries.sql that it names in braces. sqlite3_free() frees it. */
char *db_with_parts(const char *sql);

/* query.c: the statement of this name, of one statement alone, prepared; NULL and db->why is set.
 * Each caller leaves it reset. */
sqlite3_stmt *db_statement(struct db *db, const char *name);

/* query.c: forgets all statements, as before tables are hidden by views: SQLite does not notice
 * these. No query may run. */
void db_forget_statements(struct db *db);

/* query.c: runs a bound statement that gives no rows. doing: what was tried. */
int db_run(struct db *db, sqlite3_stmt *statement, const char *doing);

/* Arguments of statements and queries. Texts are borrowed; NULL is NULL. */
static inline struct db_value db_number(int64_t number)
{
	return (struct db_value){.type = DB_INTEGER, .integer = number};
}

/* NULL, if the number is none. */
static inline struct db_value db_number_unless(int64_t number, int64_t none)
{
	return (struct db_value){.type = number == none ? DB_NULL : DB_INTEGER, .integer = number};
}

/* A value that is never NULL. */
static inline struct db_value db_float(double number)
{
	return (struct db_value){.type = DB_REAL, .real = number};
}

/* The first length bytes of a text, which is borrowed; NULL, if text is. */
static inline struct db_value db_bytes(const char *text, size_t length)
{
	return (struct db_value){
		.type = text == NULL ? DB_NULL : DB_TEXT, .text = text, .length = length};
}

/* The same of a whole text. */
static inline struct db_value db_string(const char *text)
{
	return db_bytes(text, text != NULL ? strlen(text) : 0);
}

/* query.c */
void db_bind(sqlite3_stmt *statement, int parameter, struct db_value value);

#define DB_VALUES(...)                                                                             \
	(const struct db_value[]){__VA_ARGS__},                                                    \
		(int)(sizeof((const struct db_value[]){__VA_ARGS__}) / sizeof(struct db_value))

/* query.c: runs the statement of this name, of one statement alone, with these arguments, which are
 * all that it has: db_write(db, "game-drop", "the game cannot be deleted", db_number(game)). */
#define db_write(db, name, doing, ...) db_write_values(db, name, doing, DB_VALUES(__VA_ARGS__))
int db_write_values(struct db *db, const char *name, const char *doing,
	const struct db_value *values, int count);

/* query.c: the same for one that may be several, which are not kept prepared. Each takes as many of
 * the arguments as it has parameters. */
int db_write_all(struct db *db, const char *name, const char *doing, const struct db_value *values,
	int count);

/* query.c: begins a query, as db_query() does. */
void db_query_values(struct db_query *q, struct db *db, const char *name,
	const struct db_value *values, int count);

/* query.c: a number of the first row of a query; 0: there is none. */
#define db_find(db, name, column, found, ...)                                                      \
	db_find_values(db, name, column, found, DB_VALUES(__VA_ARGS__))
int db_find_values(struct db *db, const char *name, const char *column, int64_t *found,
	const struct db_value *values, int count);

/* read.c: forgets the tournament that was found. */
void db_forget_found(struct db *db);

/* results.c: adds its function to the connection. Returns a code of SQLite. */
int db_add_results(struct db *db);

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
