/*
 * connection.c - opening and closing the database, its prepared statements, and what went wrong
 * as one line for people.
 *
 * A writer takes the lock of lock.c, then SQLite's own locks are only ever shared with readers.
 * A reader never checkpoints, not even when it is the last to close: SQLite before 3.51.3 can
 * damage a WAL database when two connections do.
 */
#include "db/connection.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/name.h"
#include "db/schema.h"

enum { CONNECTION_MASK = 027 }; /* of the mode of a new database */

static int connection_patience = 5000; /* ms, with other people's locks */

int db_fail(struct db *db, enum db_error error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int length = snprintf(db->why, sizeof db->why, "%s: ", db->path);
	if (length < (int)sizeof db->why)
		vsnprintf(db->why + length, sizeof db->why - (size_t)length, format, arguments);
	va_end(arguments);
	db->error = error;
	db->holder = 0;
	return error;
}

/* --- what a failure means --------------------------------------------------------------------- */

/* Failures of the machine that can pass by themselves. */
static const struct {
	int number;
	enum db_error error;
} connection_numbers[] = {
	{ENOSPC, DB_FULL},
	{EDQUOT, DB_FULL},
	{EFBIG, DB_FULL},
	{EIO, DB_UNAVAILABLE},
	{EROFS, DB_UNAVAILABLE},
	{EMFILE, DB_UNAVAILABLE},
	{ENFILE, DB_UNAVAILABLE},
	{ENOMEM, DB_UNAVAILABLE},
	{EAGAIN, DB_UNAVAILABLE},
	{EBUSY, DB_UNAVAILABLE},
	{EINTR, DB_UNAVAILABLE},
	{ENOLCK, DB_UNAVAILABLE},
	{ESTALE, DB_UNAVAILABLE}, /* the next are those of network file systems */
	{ETIMEDOUT, DB_UNAVAILABLE},
	{EREMOTEIO, DB_UNAVAILABLE},
	{EHOSTDOWN, DB_UNAVAILABLE},
	{EHOSTUNREACH, DB_UNAVAILABLE},
};

static enum db_error connection_error_of(int number)
{
	for (size_t i = 0; i < sizeof connection_numbers / sizeof *connection_numbers; i++)
		if (connection_numbers[i].number == number)
			return connection_numbers[i].error;
	return DB_BROKEN;
}

bool db_may_pass(int error)
{
	return error == DB_LOCKED || error == DB_FULL || error == DB_UNAVAILABLE;
}

int db_fail_errno(struct db *db, int number, const char *doing)
{
	return db_fail(db, connection_error_of(number), "%s: %s", doing, strerror(number));
}

/* The meaning of SQLite's result codes here, for those that are not told by the system's reason. */
static const struct {
	int code; /* with all its extended codes */
	enum db_error error;
	const char *text;
} connection_errors[] = {
	{SQLITE_NOTADB, DB_NOT_ONE, "it is not a SQLite database"},
	{SQLITE_FULL, DB_FULL, "the disk is full"},
	{SQLITE_CORRUPT, DB_BROKEN, "it is damaged"},
	{SQLITE_READONLY, DB_BROKEN, "it, its log (-wal, -shm) or its folder may not be written"},
	{SQLITE_CANTOPEN, DB_BROKEN, "its log (-wal, -shm) cannot be: may its folder be written?"},
	{SQLITE_NOMEM, DB_UNAVAILABLE, "no memory"},
};

/* Why the last system call on a file of the database failed. sqlite3_system_errno() forgets it
 * when a commit fails; the log's own file remembers. 0: not known. */
static int connection_errno(struct db *db)
{
	int error = 0;
	sqlite3_file *log = NULL;
	sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log != NULL && log->pMethods != NULL)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
	if (error == 0)
		sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error != 0 ? error : sqlite3_system_errno(db->sqlite);
}

/* Does the file lie where nothing can be written at the moment? */
static bool connection_is_read_only(const struct db *db)
{
	struct statvfs disk;
	return statvfs(db->path, &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
}

/* A full disk is SQLITE_FULL, but a quota or a limit that is reached is an input or output error.
 */
static int connection_fail_io(struct db *db, int code, const char *doing)
{
	int error = connection_errno(db);
	if (code == SQLITE_IOERR_CORRUPTFS || code == SQLITE_IOERR_DATA)
		return db_fail(db, DB_BROKEN, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
	if (code == SQLITE_IOERR_NOMEM)
		return db_fail_errno(db, ENOMEM, doing);
	if (error != 0)
		return db_fail_errno(db, error, doing);
	return db_fail(db, DB_UNAVAILABLE, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
}

static int connection_fail_locked(struct db *db, const char *doing)
{
	char name[DB_HOLDER_NAME];
	long holder = db_find_holder(sqlite3_db_filename(db->sqlite, "main"), name);
	if (holder == 0)
		return db_fail(db, DB_LOCKED, "%s: another program keeps it locked", doing);
	db_fail(db, DB_LOCKED, "%s: process %ld (%s) keeps it locked", doing, holder, name);
	db->holder = holder;
	return DB_LOCKED;
}

int db_fail_sqlite(struct db *db, const char *doing)
{
	int code = sqlite3_extended_errcode(db->sqlite), kind = code & 0xff;
	int number = sqlite3_system_errno(db->sqlite);
	if (kind == SQLITE_IOERR)
		return connection_fail_io(db, code, doing);
	if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED || kind == SQLITE_PROTOCOL)
		return connection_fail_locked(db, doing);
	if (kind == SQLITE_CANTOPEN && connection_error_of(number) != DB_BROKEN)
		return db_fail_errno(db, number, doing);
	if (kind == SQLITE_READONLY && connection_is_read_only(db))
		return db_fail_errno(db, EROFS, doing);
	for (size_t i = 0; i < sizeof connection_errors / sizeof *connection_errors; i++)
		if (kind == connection_errors[i].code)
			return db_fail(db, connection_errors[i].error, "%s: %s", doing,
				connection_errors[i].text);
	return db_fail(db, DB_BROKEN, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
}

const char *db_library(void)
{
	return sqlite3_libversion();
}

const char *db_path(const struct db *db)
{
	return db->path;
}

const char *db_error_text(const struct db *db)
{
	return db != NULL ? db->why : "no memory";
}

enum db_error db_error(const struct db *db)
{
	return db == NULL ? DB_UNAVAILABLE : (enum db_error)db->error;
}

long db_holder(const struct db *db)
{
	return db != NULL ? db->holder : 0;
}

void db_set_patience(int ms)
{
	connection_patience = ms;
}

/* Finds problems for which SQLite has no clear message, before SQLite opens the file. */
static int connection_look(struct db *db)
{
	struct stat file;
	char folder[PATH_MAX];
	const char *slash = strrchr(db->path, '/');

	if (stat(db->path, &file) == 0) {
		if (S_ISDIR(file.st_mode))
			return db_fail(db, DB_NOT_ONE, "it is a folder, not a database");
		if (!S_ISREG(file.st_mode)) /* opening a pipe would wait forever */
			return db_fail(db, DB_NOT_ONE, "it is a device or a pipe, not a database");
		int needed = db->mode == DB_WRITE ? R_OK | W_OK : R_OK;
		if (access(db->path, needed) != 0)
			return db_fail(db, connection_error_of(errno), "%s", strerror(errno));
		return DB_OK;
	}
	if (errno != ENOENT && errno != ENOTDIR)
		return db_fail(db, connection_error_of(errno), "%s", strerror(errno));
	snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - db->path) + 1 : 1,
		slash != NULL ? db->path : ".");
	if (access(folder, F_OK) != 0)
		return db_fail(db, DB_MISSING, "there is no folder %s", folder);
	if (db->mode == DB_READ)
		return db_fail(db, DB_MISSING, "there is no such file");
	if (access(folder, W_OK) != 0)
		return db_fail(db, connection_error_of(errno), "its folder %s: %s", folder,
			strerror(errno));
	return DB_OK;
}

/* SQLite's own locks between threads and its counting of memory cost a tenth of a game. This
 * program uses no threads. */
static void connection_configure(void)
{
	static bool done;
	if (!done) {
		sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
		sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	}
	done = true;
}

static bool connection_has_log(const char *path)
{
	struct stat file;
	char log[PATH_MAX + 8];
	snprintf(log, sizeof log, "%s-wal", path);
	return stat(log, &file) == 0;
}

/* Removes the empty log that a reader made, with its index: SQLite does so when the last connection
 * that may write closes. Nothing is there to be moved into the database. Where others have it open,
 * or where it may not be written, the log stays and does no harm. */
static void connection_remove_log(const char *path)
{
	sqlite3 *sqlite = NULL;
	char *name = sqlite3_mprintf("%s%s", *path == '/' ? "" : "./", path);
	if (name != NULL && access(path, W_OK) == 0 &&
		sqlite3_open_v2(name, &sqlite, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
		sqlite3_exec(sqlite, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
	sqlite3_close(sqlite);
	sqlite3_free(name);
}

static int connection_open_file(struct db *db)
{
	char name[3 * PATH_MAX + 32];
	int flags = db->mode == DB_WRITE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
					 : SQLITE_OPEN_READONLY;
	db->is_immutable = db_is_immutable(db);
	db->makes_log = db->mode == DB_READ && !db->confined && !db->is_immutable &&
			!connection_has_log(db->path);
	if (db->is_immutable) {
		flags |= SQLITE_OPEN_URI;
		db_immutable_name(db->path, name, sizeof name);
	} else {
		/* With a folder before them, ":memory:" and "file:x" are names of files to SQLite
		 * as well. */
		snprintf(name, sizeof name, "%s%s", *db->path == '/' ? "" : "./", db->path);
	}
	/* Others may lock a file that they may read. The log has the mode of the database. */
	mode_t before = umask(CONNECTION_MASK);
	umask(before | CONNECTION_MASK);
	int code = sqlite3_open_v2(name, &db->sqlite, flags, NULL);
	umask(before);
	return code == SQLITE_OK ? DB_OK : db_fail_sqlite(db, "it cannot be opened");
}

/* SQL: name_fold(name), by base/name.h. */
static void connection_name_fold(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *name = (const char *)sqlite3_value_text(values[0]);
	assert(count == 1);
	if (name != NULL)
		sqlite3_result_text(context, name_fold(name), -1, free);
}

/* SQL: definition_today(definition), by old-definition.c. */
static void connection_definition_today(sqlite3_context *context, int count, sqlite3_value **values)
{
	const char *text = (const char *)sqlite3_value_text(values[0]);
	assert(count == 1);
	if (text != NULL)
		sqlite3_result_text(context, db_definition_today(text), -1, free);
}

/* Returns a code of SQLite. */
static int connection_add_functions(struct db *db)
{
	enum { FLAGS = SQLITE_UTF8 | SQLITE_DETERMINISTIC };
	int code = sqlite3_create_function(
		db->sqlite, "name_fold", 1, FLAGS, NULL, connection_name_fold, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_create_function(db->sqlite, "definition_today", 1, FLAGS, NULL,
			connection_definition_today, NULL, NULL);
	return code == SQLITE_OK ? db_add_results(db) : code;
}

static int connection_open(struct db *db)
{
	connection_configure();
	int error = connection_open_file(db);
	if (error != DB_OK)
		return error;
	sqlite3_busy_timeout(db->sqlite, connection_patience);
	sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, db->mode == DB_READ, NULL);
	if (db->confined)
		sqlite3_exec(db->sqlite, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	if (connection_add_functions(db) != SQLITE_OK)
		return db_fail_sqlite(db, "it cannot be opened");
	error = db->mode == DB_WRITE ? db_lock(db) : DB_OK;
	return error == DB_OK ? db_make_ready(db, db_migrations) : error;
}

bool db_is_file(const char *path)
{
	static const char begin[] = "SQLite format 3";
	char found[sizeof begin] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool good = fd >= 0 && read(fd, found, sizeof found) == (ssize_t)sizeof found &&
		    memcmp(found, begin, sizeof begin) == 0;
	if (fd >= 0)
		close(fd);
	return good;
}

int db_open(struct db **opened, const char *path, enum db_mode mode)
{
	struct db *db = *opened = calloc(1, sizeof *db);
	if (db == NULL)
		return DB_UNAVAILABLE;
	db->mode = mode == DB_WRITE ? DB_WRITE : DB_READ;
	db->confined = mode == DB_READ_CONFINED;
	db->path = strdup(path);
	if (db->path == NULL)
		return DB_UNAVAILABLE;
	int error = connection_look(db);
	return error == DB_OK ? connection_open(db) : error;
}

void db_close(struct db *db)
{
	if (db == NULL)
		return;
	db_forget_statements(db);
	if (db->lock != NULL) {
		/* Leaves one file. While another process reads, the log stays; that does no harm.
		 */
		if (!sqlite3_get_autocommit(db->sqlite))
			sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
		sqlite3_busy_timeout(db->sqlite, 0);
		sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	}
	bool opened = db->sqlite != NULL;
	sqlite3_close(db->sqlite);
	if (opened && db->makes_log)
		connection_remove_log(db->path);
	db_unlock(db);
	free(db->standings_cache);
	db_forget_found(db);
	free(db->path);
	free(db);
}

void db_remove_log(const char *path)
{
	struct db *db;
	/* Only a writer removes the log, when it closes. */
	db_open(&db, path, DB_WRITE);
	db_close(db);
}

int db_begin(struct db *db)
{
	return db_write_values(db, "begin", "nothing can be written", NULL, 0);
}

int db_snapshot(struct db *db)
{
	return db_write_all(db, "snapshot", "it cannot be read", NULL, 0);
}

/* The operator may have moved or deleted the file. Then a reader that opens its name does not find
 * the rows that are committed. */
static int connection_check_place(struct db *db)
{
	int moved = 0;
	sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	return moved == 0 ? DB_OK
			  : db_fail(db, DB_BROKEN,
				    "it was moved or deleted while it was being written");
}

int db_commit(struct db *db)
{
	int error = connection_check_place(db);
	if (error == DB_OK)
		error = db_standings_cache_write(db);
	if (error == DB_OK)
		error = db_write_values(db, "commit", "the results could not be stored", NULL, 0);
	if (error != DB_OK) {
		char why[sizeof db->why];
		memcpy(why, db->why, sizeof why);
		db_rollback(db);
		memcpy(db->why, why, sizeof why);
	}
	return error;
}

int db_rollback(struct db *db)
{
	db_standings_cache_drop(db);
	/* A full disk may have made SQLite undo everything already. */
	if (sqlite3_get_autocommit(db->sqlite))
		return DB_OK;
	return db_write_values(db, "rollback", "a group could not be undone", NULL, 0);
}
