/*
 * Copies of a whole database that is being written: what a copy has, and what one does not replace.
 */
#include "tests/lib/db-fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static int backup_left = -1; /* writes until the disk is full; -1: it is not */

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	errno = ENOSPC;
	if (backup_left == 0)
		return -1;
	backup_left -= backup_left > 0;
	return (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, at);
}

static int backup_games(const char *path)
{
	struct db *db;
	int games;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	FIXTURE_GOOD(fixture_count(db, "pairings", &games));
	db_close(db);
	return games;
}

/* Copies path to copy; the error. */
static int backup_try(const char *path, const char *copy, char why[512])
{
	struct db *db;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	int error = db_backup(db, copy);
	snprintf(why, 512, "%s", error != DB_OK ? db_error_text(db) : "");
	db_close(db);
	return error;
}

START_TEST(a_copy_has_what_was_committed_and_its_writer_goes_on)
	{
		const char *path = fixture_path("cup.db"), *copy = fixture_path("copy.db");
		struct db_tournament more = {
			0, "more", "nim", "round-robin", "game = nim\n", 2, 3, 1767229300000};
		char why[512];
		struct stat source, file;
		struct db *db = fixture_open(path);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &more));
		ck_assert_int_eq(chmod(path, 0640), 0);
		ck_assert_int_eq(backup_try(path, copy, why), DB_OK);
		FIXTURE_GOOD(db_commit(db));
		ck_assert_int_eq(backup_games(copy), FIXTURE_CUP_GAMES);
		ck_assert_int_eq(stat(path, &source), 0);
		ck_assert_int_eq(stat(copy, &file), 0);
		ck_assert_uint_eq(file.st_mode & 0777, 0640);
		db_close(db);
		FIXTURE_GOOD(db_open(&db, copy, DB_READ));
		ck_assert_int_eq(db_tournament_find(db, "more", &more), DB_NONE);
		db_close(db);
		FIXTURE_GOOD(db_open(&db, copy, DB_WRITE)); /* it is a database like others */
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &more));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		fixture_remove(path);
		fixture_remove(copy);
	}
END_TEST

START_TEST(a_file_is_not_replaced_and_stays_as_it_was)
	{
		const char *path = fixture_path("cup.db"), *copy = fixture_path("copy.db");
		char why[512], text[8] = "";
		db_close(fixture_open(path));
		int fd = open(copy, O_RDWR | O_CREAT | O_EXCL, 0600);
		ck_assert(fd >= 0 && write(fd, "mine", 4) == 4);
		ck_assert_int_ne(backup_try(path, copy, why), DB_OK);
		ck_assert_ptr_nonnull(strstr(why, "copy.db: there is a file of this name"));
		ck_assert_int_eq(pread(fd, text, 8, 0), 4);
		ck_assert_str_eq(text, "mine");
		close(fd);
		ck_assert_int_eq(unlink(copy), 0);
		ck_assert_int_eq(symlink("elsewhere", copy), 0); /* dangling */
		ck_assert_int_ne(backup_try(path, copy, why), DB_OK);
		ck_assert_int_eq(unlink(copy), 0);
		fixture_remove(path);
	}
END_TEST

START_TEST(a_copy_that_was_killed_does_not_hinder_and_one_in_progress_does)
	{
		const char *path = fixture_path("cup.db"), *copy = fixture_path("copy.db"),
			   *part = fixture_path("copy.db.part");
		char why[512];
		db_close(fixture_open(path));
		int fd = open(part, O_RDWR | O_CREAT | O_EXCL, 0600);
		ck_assert(fd >= 0 && write(fd, "half", 4) == 4);
		ck_assert_int_eq(flock(fd, LOCK_EX), 0);
		ck_assert_int_eq(backup_try(path, copy, why), DB_LOCKED);
		ck_assert_int_eq(access(part, F_OK), 0);
		close(fd);
		ck_assert_int_eq(backup_try(path, copy, why), DB_OK);
		ck_assert_int_eq(backup_games(copy), FIXTURE_CUP_GAMES);
		ck_assert_int_ne(access(part, F_OK), 0);
		fixture_remove(path);
		fixture_remove(copy);
	}
END_TEST

START_TEST(no_folder_and_no_room_are_said_and_leave_nothing)
	{
		const char *path = fixture_path("cup.db");
		char why[512];
		db_close(fixture_open(path));
		ck_assert_int_eq(backup_try(path, "/nowhere/copy.db", why), DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(why, "/nowhere/copy.db: No such file or directory"));
		ck_assert_int_eq(backup_try(path, "/dev/full", why), DB_BROKEN);
		fixture_remove(path);
	}
END_TEST

static void backup_nothing_is_there(const char *name)
{
	DIR *folder = opendir(fixture_folder);
	for (struct dirent *e; (e = readdir(folder)) != NULL;)
		ck_assert_msg(strncmp(e->d_name, name, strlen(name)) != 0, "%s", e->d_name);
	closedir(folder);
}

/* The disk becomes full after each number of writes. */
START_TEST(a_copy_that_fails_leaves_nothing)
	{
		const char *path = fixture_path("whole.db"), *copy = fixture_path("torn.db");
		int error = DB_FULL, writes = 0;
		struct db *db = fixture_open(path);
		db_close(db);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		for (; error != DB_OK; writes++) {
			backup_left = writes;
			error = db_backup(db, copy);
			backup_left = -1;
			ck_assert_msg(error == DB_OK || error == DB_FULL, "%d: %s", error,
				db_error_text(db));
			if (error != DB_OK)
				backup_nothing_is_there("torn");
		}
		db_close(db);
		ck_assert_int_gt(writes, 10);
		ck_assert_int_eq(backup_games(copy), FIXTURE_CUP_GAMES);
		fixture_remove(path);
		fixture_remove(copy);
	}
END_TEST

/* A copy that is larger than the memory that SQLite keeps pages in leaves a journal as well. */
START_TEST(a_large_copy_that_fails_leaves_nothing)
	{
		static const int writes[] = {1, 10, 100, 500, 700, 900, 1000};
		const char *path = fixture_path("large.db"), *copy = fixture_path("half.db");
		sqlite3 *sqlite = NULL;
		char why[512];
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(sqlite3_exec(sqlite,
					 "CREATE TABLE filler (bytes); INSERT INTO filler VALUES "
					 "(randomblob(5000000))",
					 NULL, NULL, NULL),
			SQLITE_OK);
		sqlite3_close(sqlite);
		for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
			struct db *db;
			FIXTURE_GOOD(db_open(&db, path, DB_READ));
			backup_left = writes[i];
			int error = db_backup(db, copy);
			backup_left = -1;
			ck_assert_msg(error == DB_FULL, "%d: %d: %s", writes[i], error,
				db_error_text(db));
			db_close(db);
			backup_nothing_is_there("half");
		}
		ck_assert_int_eq(backup_try(path, copy, why), DB_OK);
		fixture_remove(path);
		fixture_remove(copy);
	}
END_TEST

SUITE("db/backup", CASE(a_copy_has_what_was_committed_and_its_writer_goes_on),
	CASE(a_file_is_not_replaced_and_stays_as_it_was),
	CASE(a_copy_that_was_killed_does_not_hinder_and_one_in_progress_does),
	CASE(no_folder_and_no_room_are_said_and_leave_nothing),
	CASE(a_copy_that_fails_leaves_nothing), CASE(a_large_copy_that_fails_leaves_nothing))
