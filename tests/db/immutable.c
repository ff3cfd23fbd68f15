/*
 * A database in a folder that may not be written: finished it is read all the same, and a
 * write meanwhile is noticed. The reader is a process of its own, and a user that is not root.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* Characters that mean something in SQLite's names of files. */
#define STILL_NAME "still/50%25 ?a=b#c.db"

static int still_games(struct db *db, int *rows)
{
	return fixture_count(db, "games", rows);
}

static bool still_game(void *arg, const struct db_game *g)
{
	(void)arg, (void)g;
	return true;
}

static int still_results(struct db *db)
{
	struct db_results *results = db_results(db, &(struct db_results_of){.since_ms = INT64_MIN});
	while (db_results_next(results) != NULL)
		;
	return db_results_end(results);
}

/* The readers that ask no query of the table: do all of them say the same? */
static bool still_all(struct db *db, int error)
{
	struct db_tournament t;
	int64_t game;
	return fixture_each_game(db, &(struct db_filter){.tournament = 1}, still_game, NULL) ==
		       error &&
	       still_results(db) == error && db_tournament_find(db, NULL, &t) == error &&
	       db_pairing_find(db, 1, 1, &game) == error;
}

/* Runs a reader as a user that may write nothing there; its exit status. */
static int still_elsewhere(int (*child)(const char *path, int from), const char *path, int from)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	ck_assert(pid >= 0);
	if (pid == 0) {
		if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(99);
		_exit(child(path, from));
	}
	if (from >= 0)
		return pid;
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int still_child_reads(const char *path, int from)
{
	struct db *db;
	int rows = 0;
	(void)from;
	int error = db_open(&db, path, DB_READ);
	if (error == DB_OK)
		error = still_games(db, &rows);
	db_close(db);
	return error == DB_OK ? rows : 100 + error;
}

static void still_folder(mode_t mode)
{
	ck_assert_int_eq(chmod(fixture_path("still"), mode), 0);
}

/* The fixture in a folder of its own. */
static const char *still_make(void)
{
	const char *path = fixture_path(STILL_NAME);
	mkdir(fixture_path("still"), 0755);
	ck_assert_int_eq(chmod(fixture_folder, 0755), 0);
	still_folder(0755);
	db_close(fixture_open(path));
	ck_assert_int_eq(chmod(path, 0644), 0);
	return path;
}

START_TEST(a_finished_database_is_read_where_nothing_may_be_written)
	{
		sqlite3 *other;
		struct stat file;
		const char *path = still_make();
		still_folder(0555);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), FIXTURE_CUP_GAMES);
		ck_assert_int_eq(stat(fixture_path(STILL_NAME "-wal"), &file), -1);
		/* Another program that reads it leaves an empty log. */
		still_folder(0755);
		ck_assert_int_eq(
			sqlite3_open_v2(path, &other, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_exec(other, "SELECT id FROM games", NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(other);
		ck_assert_int_eq(chmod(fixture_path(STILL_NAME "-wal"), 0644), 0);
		ck_assert_int_eq(chmod(fixture_path(STILL_NAME "-shm"), 0644), 0);
		still_folder(0555);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), FIXTURE_CUP_GAMES);
		still_folder(0755);
		unlink(fixture_path(STILL_NAME "-shm"));
		still_folder(0555);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), FIXTURE_CUP_GAMES);
		still_folder(0755);
	}
END_TEST

START_TEST(what_only_the_log_holds_is_never_left_out)
	{
		const char *path = still_make();
		FILE *log = fopen(fixture_path(STILL_NAME "-wal"), "w");
		ck_assert_ptr_nonnull(log);
		fputs("a log of which nothing is known", log);
		fclose(log);
		still_folder(0555);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), 100 + DB_BROKEN);
		still_folder(0755);
		/* An empty log is none; one with an index belongs to a process that writes. */
		log = fopen(fixture_path(STILL_NAME "-wal"), "w");
		ck_assert_ptr_nonnull(log);
		fclose(log);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), FIXTURE_CUP_GAMES);
		unlink(fixture_path(STILL_NAME "-wal"));
		log = fopen(fixture_path(STILL_NAME "-journal"), "w");
		ck_assert_ptr_nonnull(log);
		fclose(log);
		still_folder(0555);
		ck_assert_int_eq(still_elsewhere(still_child_reads, path, -1), 100 + DB_BROKEN);
		still_folder(0755);
		unlink(fixture_path(STILL_NAME "-journal"));
	}
END_TEST

/* Reads once, waits until it is written, and reads again. */
static int still_child_twice(const char *path, int from)
{
	struct db *db;
	int rows;
	char word;
	if (db_open(&db, path, DB_READ) != DB_OK || still_games(db, &rows) != DB_OK ||
		rows != FIXTURE_CUP_GAMES || !still_all(db, DB_OK))
		return 1;
	if (write(from, "r", 1) != 1 || read(from, &word, 1) != 1)
		return 2;
	int error = still_games(db, &rows);
	bool told = strstr(db_error_text(db), "written while it was being read") != NULL;
	bool all = still_all(db, DB_BROKEN);
	db_close(db);
	return error == DB_BROKEN && told && all ? 0 : 3;
}

static void still_write(const char *path)
{
	struct db *db;
	struct db_tournament t = {0, "new", "nim", "mix", "", 2, 1, 1};
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
}

START_TEST(whoever_writes_it_meanwhile_is_noticed)
	{
		int ends[2], status;
		char word;
		const char *path = still_make();
		if (getuid() != 0)
			return; /* who may not write the folder cannot write there either */
		still_folder(0555);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		pid_t pid = still_elsewhere(still_child_twice, path, ends[1]);
		close(ends[1]);
		ck_assert_int_eq(read(ends[0], &word, 1), 1);
		still_write(path);
		ck_assert_int_eq(write(ends[0], "w", 1), 1);
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), 0);
		close(ends[0]);
		still_folder(0755);
	}
END_TEST

SUITE("db/immutable", CASE(a_finished_database_is_read_where_nothing_may_be_written),
	CASE(what_only_the_log_holds_is_never_left_out),
	CASE(whoever_writes_it_meanwhile_is_noticed))
