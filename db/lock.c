/*
 * lock.c - the lock that a writer holds for its whole life.
 *
 * It is a POSIX record lock on a file of its own beside the database, NAME-lock. Not on the
 * database itself: SQLite keeps its own POSIX locks there, and closing any descriptor of a file
 * drops all of them. Not flock() or an open-file lock: arbiters that are forked off would inherit
 * it and keep a killed referee's database locked. SQLite's exclusive locking mode would keep
 * readers out of a WAL database.
 *
 * The kernel drops the lock with the process, however it ends. A process must not open the same
 * database twice for writing: record locks do not stop it.
 */
#include "db/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct flock lock_whole(void)
{
	return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET};
}

static int lock_taken(struct db *db, int file)
{
	struct flock holder = lock_whole();
	if (fcntl(file, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK)
		return db_fail(
			db, DB_LOCKED, "process %ld is writing it already", (long)holder.l_pid);
	return db_fail(db, DB_LOCKED, "another process is writing it already");
}

/* Is the descriptor still the file of this name? The last holder removes it when it is done. */
static bool lock_current(int file, const char *path)
{
	struct stat ours, named;
	return fstat(file, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino &&
	       ours.st_dev == named.st_dev;
}

int db_lock(struct db *db)
{
	/* SQLite's name for it has no symbolic links: all ways to the file lead to one lock. */
	char *path = NULL;
	if (asprintf(&path, "%s-lock", sqlite3_db_filename(db->sqlite, "main")) < 0)
		return db_fail(db, DB_UNAVAILABLE, "no memory");
	for (;;) {
		int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (file < 0) {
			int number = errno;
			char *doing = NULL;
			bool printed = asprintf(&doing, "its lock %s", path) >= 0;
			db_fail_errno(db, number, printed ? doing : "its lock");
			free(printed ? doing : NULL);
			free(path);
			return db->error;
		}
		/* A file that others may read they may lock. One of a killed process may be older.
		 */
		fchmod(file, 0600);
		struct flock whole = lock_whole();
		if (fcntl(file, F_SETLK, &whole) != 0) {
			lock_taken(db, file);
			close(file);
			free(path);
			return DB_LOCKED;
		}
		if (lock_current(file, path)) {
			db->lock_file = file;
			db->lock = path;
			return DB_OK;
		}
		close(file);
	}
}

void db_unlock(struct db *db)
{
	if (db->lock == NULL)
		return;
	/* Removed while it is held, so that no process can lock a file that is about to go. */
	unlink(db->lock);
	close(db->lock_file);
	free(db->lock);
	db->lock = NULL;
}
