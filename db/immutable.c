/*
 * immutable.c - reading a finished database where nothing may be written: a read-only folder or
 * medium.
 *
 * Readers of a WAL database share a file beside it, which cannot be made there. But where there is
 * no log, everything is in the database itself, and SQLite reads that alone, without locks, when it
 * is opened with immutable=1. Another process with more rights may write it all the same: a
 * new log does no harm, since the database stays as it was; when the log is moved into it, the
 * file's time changes, and then what was read is not to be trusted and the reader is told so.
 */
#include "db/connection.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The size of the file beside the database that has this ending; -1: there is none. */
static int64_t immutable_beside(const struct db *db, const char *ending)
{
	struct stat file;
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s%s", db->path, ending);
	return stat(path, &file) == 0 ? (int64_t)file.st_size : -1;
}

/* With an empty log and what its readers share, SQLite gets on, and has its locks. */
bool db_is_immutable(struct db *db)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(db->path, '/');
	snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - db->path) + 1 : 1,
		slash != NULL ? db->path : ".");
	/* The file's time first: what is written from here on changes it. */
	bool writable = !db->confined && access(folder, W_OK) == 0;
	if (db->mode != DB_READ || writable || stat(db->path, &db->immutable) != 0)
		return false;
	int64_t log = immutable_beside(db, "-wal");
	return immutable_beside(db, "-journal") < 0 &&
	       (log < 0 || (log == 0 && immutable_beside(db, "-shm") < 0));
}

void db_immutable_name(const char *path, char *name, size_t room)
{
	/* "file://" before "/", so that no part of the path is taken for a host. */
	int length = snprintf(name, room, "file:%s", *path == '/' ? "//" : "./");
	for (; *path != '\0' && (size_t)length + 4 < room; path++)
		length += snprintf(name + length, room - (size_t)length,
			strchr("%?#", *path) != NULL ? "%%%02x" : "%c", (unsigned char)*path);
	snprintf(name + length, room - (size_t)length, "?immutable=1");
}

int db_check_immutable(struct db *db)
{
	struct stat now;
	if (!db->is_immutable)
		return DB_OK;
	bool same = stat(db->path, &now) == 0 && now.st_ino == db->immutable.st_ino &&
		    now.st_dev == db->immutable.st_dev && now.st_size == db->immutable.st_size &&
		    now.st_mtim.tv_sec == db->immutable.st_mtim.tv_sec &&
		    now.st_mtim.tv_nsec == db->immutable.st_mtim.tv_nsec;
	return same ? DB_OK
		    : db_fail(db, DB_BROKEN, "it was written while it was being read: ask again");
}
