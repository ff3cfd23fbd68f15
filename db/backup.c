/*
 * backup.c - a copy of the whole database while another process may be writing it.
 *
 * VACUUM INTO reads one snapshot, as every reader does: the writer goes on, and its log cannot be
 * moved into the database meanwhile. SQLite's backup interface is not used, because it begins
 * again after each commit, so that beside a busy writer it would never end.
 *
 * The copy is made under the name PATH.part, checked, written to the disk, and then gets its own
 * name, unless a file has it. A lock tells a copy in progress from one that was killed.
 */
#include "db/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct backup {
	struct db *db;
	const char *path;
	char part[PATH_MAX];
	int file;   /* the part's descriptor; -1 */
	bool owned; /* locked: the part is ours */
};

static int backup_fail(struct backup *b, int number)
{
	bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
	return db_fail(b->db, full ? DB_FULL : DB_BROKEN, "its copy %s: %s", b->path,
		number == EEXIST ? "there is a file of this name; it is not replaced"
				 : strerror(number));
}

/* Opens the empty part, and locks it. */
static int backup_open(struct backup *b)
{
	struct stat source, file, named;
	if (snprintf(b->part, sizeof b->part, "%s%s.part", *b->path == '/' ? "" : "./", b->path) >=
		(int)sizeof b->part)
		return backup_fail(b, ENAMETOOLONG);
	if (lstat(b->path, &named) == 0)
		return backup_fail(b, EEXIST);
	if (stat(b->db->path, &source) != 0)
		return backup_fail(b, errno);
	b->file = open(b->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
	if (b->file < 0)
		return backup_fail(b, errno);
	if (flock(b->file, LOCK_EX | LOCK_NB) != 0 || stat(b->part, &named) != 0 ||
		fstat(b->file, &file) != 0 || file.st_ino != named.st_ino)
		return db_fail(
			b->db, DB_LOCKED, "its copy %s: another process is making it", b->path);
	b->owned = true;
	if (!S_ISREG(file.st_mode) || ftruncate(b->file, 0) != 0 ||
		fchmod(b->file, source.st_mode & 0666) != 0)
		return backup_fail(b, S_ISREG(file.st_mode) ? errno : EINVAL);
	return DB_OK;
}

/* A failure of SQLite, which has the copy's or the source's reason but not its name. */
static int backup_fail_sqlite(struct backup *b, sqlite3 *sqlite)
{
	int code = sqlite3_errcode(sqlite), number = sqlite3_system_errno(sqlite);
	if (code == SQLITE_FULL || number == ENOSPC || number == EDQUOT || number == EFBIG)
		return backup_fail(b, code == SQLITE_FULL ? ENOSPC : number);
	return db_fail(b->db, DB_BROKEN, "its copy %s: %s", b->path, sqlite3_errmsg(sqlite));
}

static int backup_copy(struct backup *b)
{
	sqlite3_stmt *statement = NULL;
	sqlite3_prepare_v2(b->db->sqlite, "VACUUM INTO ?", -1, &statement, NULL);
	bool good = statement != NULL &&
		    sqlite3_bind_text(statement, 1, b->part, -1, SQLITE_STATIC) == SQLITE_OK &&
		    sqlite3_step(statement) == SQLITE_DONE;
	int error = good ? DB_OK : backup_fail_sqlite(b, b->db->sqlite);
	sqlite3_finalize(statement);
	return error == DB_OK ? db_check_immutable(b->db) : error;
}

/* Reads all of the copy. */
static int backup_check(struct backup *b)
{
	sqlite3 *copy = NULL;
	sqlite3_stmt *statement = NULL;
	int error = DB_OK;
	if (sqlite3_open_v2(b->part, &copy, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
		sqlite3_prepare_v2(copy, "PRAGMA integrity_check(1)", -1, &statement, NULL);
	if (statement == NULL || sqlite3_step(statement) != SQLITE_ROW)
		error = backup_fail_sqlite(b, copy);
	else if (strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
		error = db_fail(b->db, DB_BROKEN, "its copy %s: it is damaged: %s", b->path,
			(const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(copy);
	return error;
}

/* Gives the copy its name, durably. */
static int backup_keep(struct backup *b)
{
	const char *slash = strrchr(b->part, '/');
	char folder[PATH_MAX];
	snprintf(folder, sizeof folder, "%.*s", (int)(slash - b->part) + 1, b->part);
	if (fsync(b->file) != 0 || linkat(AT_FDCWD, b->part, AT_FDCWD, b->path, 0) != 0)
		return backup_fail(b, errno);
	unlink(b->part);
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int error = fd >= 0 && fsync(fd) == 0 ? DB_OK : backup_fail(b, errno);
	if (fd >= 0)
		close(fd);
	return error;
}

/* Removes the part, and what SQLite had beside it. */
static void backup_remove(const struct backup *b)
{
	static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
	char path[PATH_MAX + 8];
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(path, sizeof path, "%s%s", b->part, endings[i]);
		unlink(path);
	}
}

int db_backup(struct db *db, const char *path)
{
	struct backup b = {.db = db, .path = path, .file = -1};
	int error = backup_open(&b);
	if (error == DB_OK)
		error = backup_copy(&b);
	if (error == DB_OK)
		error = backup_check(&b);
	if (error == DB_OK)
		error = backup_keep(&b);
	if (error != DB_OK && b.owned)
		backup_remove(&b);
	if (b.file >= 0)
		close(b.file);
	return error;
}
