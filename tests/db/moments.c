/*
 * Moments: a lock that goes between two calls, a disk that refuses one write, a file that is moved
 * while it is written. The system calls in question are functions of this program, which do what
 * they are told and then what they do anyway.
 */
#include "tests/lib/db-fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* --- what goes wrong ------------------------------------------------------------------------ */

static const char *lock_goes; /* the lock's path: it goes before it is had */
static bool lock_comes;	      /* and another writer has made it anew by then */
static int refused;	      /* errno of each write; 0: none is refused */

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	errno = refused;
	return refused != 0 ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, at);
}

int fcntl(int fd, int command, ...)
{
	va_list arguments;
	va_start(arguments, command);
	void *argument = va_arg(arguments, void *);
	va_end(arguments);
	if (command == F_SETLK && lock_goes != NULL) {
		unlink(lock_goes);
		if (lock_comes)
			close(open(lock_goes, O_RDWR | O_CREAT | O_CLOEXEC, 0644));
		lock_goes = NULL;
	}
	return (int)syscall(SYS_fcntl, fd, command, argument);
}

/* --- locks ---------------------------------------------------------------------------------- */

/* How many locks are open. SQLite may keep files of its own open for a while. */
static int moments_locks(void)
{
	char path[300], to[PATH_MAX];
	DIR *folder = opendir("/proc/self/fd");
	int count = 0;
	for (struct dirent *e; (e = readdir(folder)) != NULL;) {
		snprintf(path, sizeof path, "/proc/self/fd/%s", e->d_name);
		ssize_t length = readlink(path, to, sizeof to - 1);
		to[length > 0 ? length : 0] = '\0';
		count += strstr(to, "-lock") != NULL;
	}
	closedir(folder);
	return count;
}

/* In a process of its own, since locks are a process's. 0: it was refused, and left nothing open.
 */
static int moments_second_writer(const char *path)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct db *db;
		int before = moments_locks();
		int error = db_open(&db, path, DB_WRITE);
		bool named = strstr(db_error_text(db), "is writing it already") != NULL;
		db_close(db);
		_exit(error == DB_OK		       ? 1
			: error != DB_LOCKED || !named ? 2
			: moments_locks() != before    ? 3
						       : 0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

START_TEST(a_lock_that_goes_while_it_is_taken_is_taken_anew)
	{
		const char *path = fixture_path(_i == 0 ? "gone.db" : "anew.db");
		const char *lock = fixture_path(_i == 0 ? "gone.db-lock" : "anew.db-lock");
		struct stat file;
		db_close(fixture_open(path));
		struct db *db;
		ck_assert_int_eq(moments_locks(), 0);
		lock_goes = lock;
		lock_comes = _i == 1;
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		ck_assert_ptr_null(lock_goes);
		/* The lock that is held is that of the file that others find. */
		ck_assert_int_eq(stat(lock, &file), 0);
		ck_assert_int_eq(moments_second_writer(path), 0);
		db_close(db);
		ck_assert_int_eq(stat(lock, &file), -1);
		ck_assert_int_eq(moments_locks(), 0);
		ck_assert_int_eq(moments_second_writer(path), 1);
	}
END_TEST

/* --- writes --------------------------------------------------------------------------------- */

static struct db_game moments_game(int pairing)
{
	return (struct db_game){.tournament = 1,
		.pairing = pairing,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 2,
		.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"},
			{.bot = 2, .rank = 2, .points = 0, .verdict = "ok"}}};
}

static long moments_number(const char *path, const char *sql)
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

/* How a system says that there is no room (write(2)), and that the disk is broken. */
static const struct {
	int error;
	enum db_error means;
	const char *why;
} refusals[] = {
	{ENOSPC, DB_FULL, "the results could not be stored: the disk is full"},
	{EDQUOT, DB_FULL, "the results could not be stored: Disk quota exceeded"},
	{EFBIG, DB_FULL, "the results could not be stored: File too large"},
	{EIO, DB_UNAVAILABLE, "the results could not be stored: Input/output error"},
	{EROFS, DB_UNAVAILABLE, "the results could not be stored: Read-only file system"},
	{ENOMEM, DB_UNAVAILABLE, "the results could not be stored: Cannot allocate memory"},
	{EMFILE, DB_UNAVAILABLE, "the results could not be stored: Too many open files"},
	{ENFILE, DB_UNAVAILABLE, "the results could not be stored: Too many open files in system"},
	{ESTALE, DB_UNAVAILABLE, "the results could not be stored: Stale file handle"},
	{ETIMEDOUT, DB_UNAVAILABLE, "the results could not be stored: Connection timed out"},
	/* This does not pass by itself. */
	{EPERM, DB_BROKEN, "the results could not be stored: Operation not permitted"},
};

START_TEST(a_group_that_cannot_be_kept_is_undone_with_its_reason_and_the_next_one_is_kept)
	{
		const char *path = fixture_path("refused.db");
		struct db_game g = moments_game(100);
		unlink(path);
		struct db *db = fixture_open(path);
		long games = moments_number(path, "SELECT sum(games) FROM seat_totals");
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		refused = refusals[_i].error;
		int error = db_commit(db);
		refused = 0;
		ck_assert_msg(error == (int)refusals[_i].means, "%d: %s", error, db_error_text(db));
		ck_assert(db_may_pass(error) == (error != DB_BROKEN));
		ck_assert_ptr_nonnull(strstr(db_error_text(db), refusals[_i].why));
		/* The next group is one of its own, and has nothing of that one. */
		g = moments_game(101);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		ck_assert_int_eq(
			moments_number(path, "SELECT count(*) FROM games WHERE pairing = 100"), 0);
		ck_assert_int_eq(
			moments_number(path, "SELECT count(*) FROM games WHERE pairing = 101"), 1);
		ck_assert_int_eq(
			moments_number(path, "SELECT sum(games) FROM seat_totals"), games + 2);
	}
END_TEST

START_TEST(a_file_that_was_moved_while_it_was_written_is_not_taken_for_kept)
	{
		const char *path = fixture_path("moved.db");
		struct db_game g = moments_game(100);
		struct db *db = fixture_open(path);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		ck_assert_int_eq(rename(path, fixture_path("elsewhere.db")), 0);
		ck_assert_int_eq(db_commit(db), DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(
			db_error_text(db), "it was moved or deleted while it was being written"));
		/* Its group is over: another one can begin. */
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_rollback(db));
		db_close(db);
		unlink(fixture_path("moved.db-wal"));
		unlink(fixture_path("moved.db-shm"));
	}
END_TEST

/* A user that is not root, who wants a new file in a folder that it may not write. */
START_TEST(a_folder_where_no_file_can_be_made_is_named)
	{
		const char *path = fixture_path("strange.db");
		int status;
		if (getuid() != 0)
			return;
		ck_assert_int_eq(chmod(fixture_folder, 0755), 0);
		fflush(NULL);
		pid_t pid = fork();
		if (pid == 0) {
			struct db *db;
			if (setgid(65534) != 0 || setuid(65534) != 0)
				_exit(2);
			int error = db_open(&db, path, DB_WRITE);
			_exit(error == DB_BROKEN &&
						strstr(db_error_text(db), "its folder ") != NULL &&
						strstr(db_error_text(db), ": Permission denied") !=
							NULL
					? 0
					: 1);
		}
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert_int_eq(status, 0);
	}
END_TEST

/* --- a database and another one that is put into it ----------------------------------------- */

START_TEST(a_tournament_is_the_same_when_all_that_it_has_is)
	{
		struct db_tournament whole = {0, "cup", "nim", "mix", "a = 1\n", 2, 7, 1000};
		struct db_tournament one = {0, "first", "nim", "mix", "", 2, 7, 1000};
		struct db *db;
		bool known;
		FIXTURE_GOOD(db_open(&db, fixture_path("same.db"), DB_WRITE));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &one));
		FIXTURE_GOOD(db_tournament_add(db, &whole));
		struct db_tournament others[] = {
			whole, whole, whole, whole, whole, whole, whole, whole};
		others[1].name = "cup2";
		others[2].game = "tree";
		others[3].format = "swiss";
		others[4].definition = "a = 2\n";
		others[5].seats = 3;
		others[6].seed = 8;
		others[7].created_ms = 1001;
		for (int i = 0; i < 8; i++) {
			others[i].id = 0;
			FIXTURE_GOOD(db_tournament_same(db, &others[i], &known));
			ck_assert_msg(known == (i == 0), "%d", i);
			ck_assert_int_eq(others[i].id, i == 0 ? whole.id : 0);
		}
		/* The first of all is one too. */
		struct db_tournament first;
		FIXTURE_GOOD(db_tournament_find(db, "first", &first));
		first.id = 0;
		FIXTURE_GOOD(db_tournament_same(db, &first, &known));
		ck_assert(known);
		ck_assert_int_eq(first.id, 1);
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
	}
END_TEST

START_TEST(a_rating_that_is_set_stands_in_its_seat_before_and_after)
	{
		const char *path = fixture_path("rated.db");
		struct db *db = fixture_open(path);
		int64_t game;
		FIXTURE_GOOD(db_pairing_find(db, 1, 2, &game));
		ck_assert_int_eq(
			game, moments_number(path, "SELECT id FROM games WHERE tournament = 1"
						   " AND pairing = 2"));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_rating_set(db, game, 2, 1111, 2222));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		ck_assert_int_eq(
			moments_number(path, "SELECT count(*) FROM ratings WHERE before = 1111 AND"
					     " after = 2222"),
			1);
		ck_assert_int_eq(moments_number(path, "SELECT seat FROM ratings WHERE before = 1111"
						      " AND after = 2222"),
			2);
	}
END_TEST

SUITE("db/moments", LOOP(a_lock_that_goes_while_it_is_taken_is_taken_anew, 2),
	LOOP(a_group_that_cannot_be_kept_is_undone_with_its_reason_and_the_next_one_is_kept,
		sizeof refusals / sizeof *refusals),
	CASE(a_file_that_was_moved_while_it_was_written_is_not_taken_for_kept),
	CASE(a_folder_where_no_file_can_be_made_is_named),
	CASE(a_tournament_is_the_same_when_all_that_it_has_is),
	CASE(a_rating_that_is_set_stands_in_its_seat_before_and_after))
