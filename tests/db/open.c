/*
 * Opening: new files, files that are not ours, newer and older ones, the writer's lock, readers
 * beside a writer and after one that was killed, a full disk.
 */
#include "tests/lib/db-fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "db/schema.h"

/* Runs SQL on a file by a connection that knows nothing of ours. */
static void open_foreign(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_close(sqlite), SQLITE_OK);
}

static long open_number(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	sqlite3_stmt *statement;
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
	long number = (long)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	return number;
}

static void open_write_file(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert(fwrite(text, 1, length, file) == length);
	fclose(file);
}

static size_t open_read_file(const char *path, char *text, size_t room)
{
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	size_t length = fread(text, 1, room, file);
	fclose(file);
	return length;
}

/* Opening fails like this, with a line that names the file and says this. */
static void open_fails(const char *path, enum db_mode mode, int error, const char *why)
{
	struct db *db;
	int got = db_open(&db, path, mode);
	ck_assert_msg(got == error, "%s: %d, %s", path, got, db_error_text(db));
	ck_assert_msg(strncmp(db_error_text(db), path, strlen(path)) == 0, "%s", db_error_text(db));
	ck_assert_msg(strstr(db_error_text(db), why) != NULL, "%s", db_error_text(db));
	ck_assert_ptr_null(strchr(db_error_text(db), '\n'));
	db_close(db);
}

START_TEST(a_new_file_is_one_of_ours_alone_in_its_folder_after_closing)
	{
		struct db *db;
		struct stat file;
		const char *path = fixture_path("new.db");
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_eq(open_number(path, "PRAGMA application_id"), DB_APPLICATION);
		ck_assert_int_eq(open_number(path, "PRAGMA user_version"), 14);
		ck_assert_int_eq(stat(fixture_path("new.db-lock"), &file), -1);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_eq(stat(fixture_path("new.db-wal"), &file), -1);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		db_close(db);
	}
END_TEST

static const struct {
	const char *sql; /* what the file holds; NULL: text that is no database */
	enum db_mode mode;
	int error;
	const char *why;
} open_wrong[] = {
	{NULL, DB_READ, DB_NOT_ONE, "not a SQLite database"},
	{NULL, DB_WRITE, DB_NOT_ONE, "not a SQLite database"},
	{"CREATE TABLE songs (title)", DB_READ, DB_NOT_ONE, "not one of referee's"},
	{"CREATE TABLE songs (title)", DB_WRITE, DB_NOT_ONE, "not one of referee's"},
	{"PRAGMA user_version = 2", DB_WRITE, DB_NOT_ONE, "not one of referee's"},
	{"PRAGMA application_id = 0x52666572; PRAGMA user_version = 99", DB_READ, DB_NEWER,
		"version 99, this program knows up to 14"},
	{"PRAGMA application_id = 0x52666572; PRAGMA user_version = 99", DB_WRITE, DB_NEWER,
		"version 99, this program knows up to 14"},
};

START_TEST(a_file_that_is_not_ours_is_refused_and_left_as_it_is)
	{
		static char before[65536], after[65536];
		static const char text[] =
			"This is no database, but a text about one. It is long enough to be taken for a header of a hundred bytes by who only counts.";
		const char *path = fixture_path("wrong.db");
		fixture_remove(path);
		if (open_wrong[_i].sql == NULL)
			open_write_file(path, text, strlen(text));
		else
			open_foreign(path, open_wrong[_i].sql);
		size_t length = open_read_file(path, before, sizeof before);
		open_fails(path, open_wrong[_i].mode, open_wrong[_i].error, open_wrong[_i].why);
		ck_assert(open_read_file(path, after, sizeof after) == length);
		ck_assert_mem_eq(before, after, length);
	}
END_TEST

START_TEST(what_is_missing_is_named)
	{
		open_fails(fixture_path("none.db"), DB_READ, DB_MISSING, "no such file");
		open_fails(fixture_path("none/x.db"), DB_READ, DB_MISSING, "there is no folder");
		open_fails(fixture_path("none/x.db"), DB_WRITE, DB_MISSING, "there is no folder");
		open_fails(fixture_path("."), DB_WRITE, DB_NOT_ONE, "a folder");
		open_write_file(fixture_path("empty.db"), "", 0);
		open_fails(fixture_path("empty.db"), DB_READ, DB_NOT_ONE, "empty");
	}
END_TEST

/* Without its other end, which is held here, opening the pipe would wait forever. */
START_TEST(a_pipe_or_a_device_is_refused)
	{
		const char *path = fixture_path("pipe.db");
		ck_assert_int_eq(mkfifo(path, 0600), 0);
		int end = open(path, O_RDWR | O_NONBLOCK);
		ck_assert_int_ge(end, 0);
		open_fails(path, DB_READ, DB_NOT_ONE, "a device or a pipe");
		open_fails(path, DB_WRITE, DB_NOT_ONE, "a device or a pipe");
		open_fails("/dev/null", DB_WRITE, DB_NOT_ONE, "a device or a pipe");
		close(end);
	}
END_TEST

/* SQLite has meanings of its own for these names: games written there would be lost. */
static const char *const open_names[] = {":memory:", "file:x.db?mode=memory"};

START_TEST(a_name_that_means_something_to_sqlite_is_a_file_all_the_same)
	{
		struct db *db;
		struct stat file;
		char back[4096];
		ck_assert_ptr_nonnull(getcwd(back, sizeof back));
		ck_assert_int_eq(chdir(fixture_path(".")), 0);
		FIXTURE_GOOD(db_open(&db, open_names[_i], DB_WRITE));
		db_close(db);
		int missing = stat(open_names[_i], &file);
		ck_assert_int_eq(chdir(back), 0);
		ck_assert_int_eq(missing, 0);
	}
END_TEST

/* A file cut in the middle, or with a page overwritten. */
START_TEST(a_damaged_file_is_called_damaged)
	{
		static char bytes[262144];
		struct db *db;
		int rows;
		const char *path = fixture_path("damaged.db");
		db_close(fixture_open(path));
		size_t length = open_read_file(path, bytes, sizeof bytes);
		ck_assert(length > 8192 && length < sizeof bytes);
		memset(bytes + 4096, 0x5a, length - 4096);
		open_write_file(path, bytes, length);
		int error = db_open(&db, path, DB_READ);
		if (error == DB_OK)
			error = fixture_count(db, "standings", &rows);
		ck_assert_int_eq(error, DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(db_error_text(db), "damaged"));
		db_close(db);
	}
END_TEST

/* In another process, which ends by itself; its exit status. */
static int open_elsewhere(int (*child)(const char *path), const char *path)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	ck_assert(pid >= 0);
	if (pid == 0)
		_exit(child(path));
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int open_child_writer(const char *path)
{
	struct db *db;
	int error = db_open(&db, path, DB_WRITE);
	bool named = strstr(db_error_text(db), "is writing it already") != NULL;
	db_close(db);
	return error == DB_LOCKED && named ? 0 : 1;
}

static int open_child_reader(const char *path)
{
	struct db *db;
	int rows = 0;
	int error = db_open(&db, path, DB_READ);
	if (error == DB_OK)
		error = fixture_count(db, "games", &rows);
	db_close(db);
	return error == DB_OK ? rows : 100 + error;
}

START_TEST(a_second_writer_is_refused_at_once_until_the_first_has_closed)
	{
		struct stat file;
		const char *path = fixture_path("locked.db");
		struct db *db = fixture_open(path);
		ck_assert_int_eq(open_elsewhere(open_child_writer, path), 0);
		/* Neither a failed writer nor a reader that comes and goes takes the lock away. */
		ck_assert_int_eq(open_elsewhere(open_child_reader, path), FIXTURE_CUP_GAMES);
		ck_assert_int_eq(open_elsewhere(open_child_writer, path), 0);
		ck_assert_int_eq(stat(fixture_path("locked.db-lock"), &file), 0);
		db_close(db);
		ck_assert_int_eq(open_elsewhere(open_child_writer, path), 1);
	}
END_TEST

START_TEST(a_reader_sees_what_was_committed_and_nothing_else)
	{
		const char *path = fixture_path("reader.db");
		struct db *db = fixture_open(path);
		int64_t bots[FIXTURE_BOTS] = {1, 2, 3, 4};
		FIXTURE_GOOD(db_begin(db));
		struct db_game g = {.tournament = 1,
			.pairing = 50,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "normal",
			.sandbox = "full",
			.seats = 1,
			.seat = {{.bot = bots[0], .rank = 1, .points = 1, .verdict = "ok"}}};
		FIXTURE_GOOD(db_game_add(db, &g));
		ck_assert_int_eq(open_elsewhere(open_child_reader, path), FIXTURE_CUP_GAMES);
		FIXTURE_GOOD(db_commit(db));
		ck_assert_int_eq(open_elsewhere(open_child_reader, path), FIXTURE_CUP_GAMES + 1);
		db_close(db);
	}
END_TEST

/* Ends like kill -9: nothing is closed, the log stays behind, a group is open. */
static int open_child_killed(const char *path)
{
	struct db *db = fixture_open(path);
	return db_begin(db) == DB_OK ? 7 : 1;
}

START_TEST(after_a_killed_writer_everything_committed_is_read_and_the_lock_is_free)
	{
		struct db *db;
		struct stat log;
		const char *path = fixture_path("killed.db");
		for (int without_shm = 0; without_shm < 2; without_shm++) {
			ck_assert_int_eq(open_elsewhere(open_child_killed, path), 7);
			ck_assert_int_eq(stat(fixture_path("killed.db-wal"), &log), 0);
			ck_assert(log.st_size > 0);
			if (without_shm)
				unlink(fixture_path("killed.db-shm"));
			ck_assert_int_eq(
				open_elsewhere(open_child_reader, path), FIXTURE_CUP_GAMES);
			ck_assert_int_eq(stat(fixture_path("killed.db-wal"), &log), 0);
			ck_assert_msg(log.st_size > 0, "a reader moved the log");
			FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
			db_close(db);
			ck_assert_int_eq(
				open_elsewhere(open_child_reader, path), FIXTURE_CUP_GAMES);
		}
	}
END_TEST

/* A user that is not root, in a folder that it may not write, with a log left behind. */
static int open_child_stranger(const char *path)
{
	struct db *db;
	if (setgid(65534) != 0 || setuid(65534) != 0)
		return 2;
	int error = db_open(&db, path, DB_READ);
	int status = error == DB_BROKEN && strstr(db_error_text(db), "folder") != NULL &&
				     strncmp(db_error_text(db), path, strlen(path)) == 0
			     ? 0
			     : 1;
	if (status != 0)
		fprintf(stderr, "%d %s\n", error, db_error_text(db));
	db_close(db);
	return status;
}

START_TEST(a_folder_that_may_not_be_written_is_named_as_the_reason)
	{
		const char *path = fixture_path("stranger.db");
		if (getuid() != 0)
			return;
		ck_assert_int_eq(open_elsewhere(open_child_killed, path), 7);
		unlink(fixture_path("stranger.db-shm"));
		ck_assert_int_eq(chmod(path, 0644), 0);
		ck_assert_int_eq(chmod(fixture_folder, 0755), 0);
		ck_assert_int_eq(open_elsewhere(open_child_stranger, path), 0);
	}
END_TEST

/* A file may not grow any further: the group is refused as a whole, what was there stays. */
static int open_child_full(const char *path)
{
	struct db *db;
	struct db_game g = {.tournament = 1,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 1,
		.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"}}};
	signal(SIGXFSZ, SIG_IGN);
	if (db_open(&db, path, DB_WRITE) != DB_OK)
		return 1;
	struct rlimit limit = {200000, 200000};
	if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
		return 2;
	int error = DB_OK;
	for (g.pairing = 1000; error == DB_OK && g.pairing < 100000; g.pairing++) {
		bool begins = g.pairing % 100 == 0;
		error = begins ? db_begin(db) : DB_OK;
		if (error == DB_OK)
			error = db_game_add(db, &g);
		if (error == DB_OK && g.pairing % 100 == 99)
			error = db_commit(db);
	}
	int status = error == DB_FULL && db_rollback(db) == DB_OK ? 0 : 3;
	if (status != 0)
		fprintf(stderr, "%d %s\n", error, db_error_text(db));
	db_close(db);
	return status;
}

START_TEST(a_full_disk_is_told_and_only_whole_groups_are_kept)
	{
		const char *path = fixture_path("full.db");
		db_close(fixture_open(path));
		ck_assert_int_eq(open_elsewhere(open_child_full, path), 0);
		ck_assert_int_eq(open_number(path, "SELECT count(*) FROM pragma_integrity_check"
						   " WHERE integrity_check = 'ok'"),
			1);
		ck_assert_int_eq(
			open_number(path, "SELECT count(*) > 0 FROM games WHERE pairing >= 1000"),
			1);
		ck_assert_int_eq(
			open_number(path, "SELECT count(*) % 100 FROM games WHERE pairing >= 1000"),
			0);
		ck_assert_int_eq(
			open_number(path,
				"SELECT count(*) FROM games g WHERE NOT EXISTS (SELECT 1 FROM"
				" seats WHERE game = g.id)"),
			0);
	}
END_TEST

/* A reader makes an empty log and its index; both go with it. */
START_TEST(a_reader_leaves_nothing_beside_the_file)
	{
		const char *path = fixture_path("clean.db");
		struct db *db;
		struct stat file;
		int rows = 0;
		db_close(fixture_open(path));
		for (int i = 1; i <= 2; i++) {
			FIXTURE_GOOD(db_open(&db, path, DB_READ));
			FIXTURE_GOOD(fixture_count(db, "games", &rows));
			ck_assert_int_eq(rows, FIXTURE_CUP_GAMES);
			ck_assert_int_eq(stat(fixture_path("clean.db-shm"), &file), 0);
			db_close(db);
			ck_assert_int_eq(stat(fixture_path("clean.db-wal"), &file), -1);
			ck_assert_int_eq(stat(fixture_path("clean.db-shm"), &file), -1);
		}
	}
END_TEST

/* The log of a killed writer has games, and a reader moves none of them. */
START_TEST(a_reader_leaves_the_log_of_a_killed_writer)
	{
		const char *path = fixture_path("left.db");
		struct stat before, after;
		struct db *db;
		ck_assert_int_eq(open_elsewhere(open_child_killed, path), 7);
		ck_assert_int_eq(stat(fixture_path("left.db-wal"), &before), 0);
		ck_assert_int_gt(before.st_size, 0);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		db_close(db);
		ck_assert_int_eq(stat(fixture_path("left.db-wal"), &after), 0);
		ck_assert_int_eq(after.st_size, before.st_size);
	}
END_TEST

/* The beginning of a file, and how many of its bytes are there. */
static const struct {
	const char *text;
	size_t length;
	bool is;
} open_beginnings[] = {
	{"SQLite format 3", 16, true},
	{"SQLite format 3\0more", 20, true},
	{"SQLite format 3", 15, false},
	{"SQLite format 3 ", 16, false},
	{"SQLite format 4", 16, false},
	{"sqlite format 3", 16, false},
	{"{\"type\":\"tournament\"}", 21, false},
	{"", 0, false},
};

START_TEST(a_file_is_known_by_its_beginning)
	{
		const char *path = fixture_path("begins");
		open_write_file(path, open_beginnings[_i].text, open_beginnings[_i].length);
		ck_assert_int_eq(db_is_file(path), open_beginnings[_i].is);
	}
END_TEST

START_TEST(a_database_is_one_and_a_folder_or_nothing_is_none)
	{
		const char *path = fixture_path("is.db");
		ck_assert(!db_is_file(path));
		db_close(fixture_open(path));
		ck_assert(db_is_file(path));
		ck_assert_int_eq(mkdir(fixture_path("folder"), 0700), 0);
		ck_assert(!db_is_file(fixture_path("folder")));
		ck_assert_int_eq(mkfifo(fixture_path("pipe"), 0600), 0);
		ck_assert(!db_is_file(fixture_path("pipe")));
	}
END_TEST

SUITE("db/open",
	LOOP(a_file_is_known_by_its_beginning, sizeof open_beginnings / sizeof *open_beginnings),
	CASE(a_database_is_one_and_a_folder_or_nothing_is_none),
	CASE(a_new_file_is_one_of_ours_alone_in_its_folder_after_closing),
	LOOP(a_file_that_is_not_ours_is_refused_and_left_as_it_is,
		sizeof open_wrong / sizeof *open_wrong),
	CASE(what_is_missing_is_named), CASE(a_pipe_or_a_device_is_refused),
	LOOP(a_name_that_means_something_to_sqlite_is_a_file_all_the_same, 2),
	CASE(a_damaged_file_is_called_damaged),
	CASE(a_second_writer_is_refused_at_once_until_the_first_has_closed),
	CASE(a_reader_sees_what_was_committed_and_nothing_else),
	CASE(after_a_killed_writer_everything_committed_is_read_and_the_lock_is_free),
	CASE(a_folder_that_may_not_be_written_is_named_as_the_reason),
	CASE(a_full_disk_is_told_and_only_whole_groups_are_kept),
	CASE(a_reader_leaves_nothing_beside_the_file),
	CASE(a_reader_leaves_the_log_of_a_killed_writer))
