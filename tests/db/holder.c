/*
 * Locks of other processes: who keeps a database locked is named, the lock is one that can pass,
 * and asking for it loses no lock of this process. No other user may lock a new database.
 */
#include "db/connection.h"
#include "tests/lib/db-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* --- other processes ------------------------------------------------------------------------- */

struct holder {
	pid_t pid;
	int end; /* of a pipe: it goes when this is closed */
};

/* A process that has this lock, under this name. */
static struct holder holder_start(const char *path, short type, off_t start, const char *name)
{
	int ready[2], go[2];
	char byte;
	fflush(NULL);
	ck_assert(pipe(ready) == 0 && pipe(go) == 0);
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct flock lock = {
			.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = 1};
		int fd = open(path, type == F_RDLCK ? O_RDONLY : O_RDWR);
		prctl(PR_SET_NAME, name);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(go[1]);
		if (fd < 0 || fcntl(fd, F_SETLK, &lock) != 0 || write(ready[1], "", 1) != 1)
			_exit(1);
		_exit(read(go[0], &byte, 1) == 0 ? 0 : 1);
	}
	close(ready[1]);
	close(go[0]);
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return (struct holder){pid, go[1]};
}

static void holder_end(struct holder h)
{
	int status;
	close(h.end);
	ck_assert_int_eq(waitpid(h.pid, &status, 0), h.pid);
	ck_assert_int_eq(status, 0);
}

/* Does another process get the writer's lock? */
static bool holder_second_writer(const char *path)
{
	int status;
	fflush(NULL);
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct db *db;
		int error = db_open(&db, path, DB_WRITE);
		db_close(db);
		_exit(error == DB_OK ? 1 : 0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

/* --- who it is ------------------------------------------------------------------------------- */

/* The bytes are those of https://www.sqlite.org/walformat.html, section 2.3, and of
 * https://www.sqlite.org/fileformat2.html, "The Lock-Byte Page". */
static const struct {
	const char *ending;
	short type;
	off_t start;
	const char *name, *shown;
} holds[] = {
	{"-shm", F_WRLCK, 120, "sqlite3", "sqlite3"},
	{"-shm", F_RDLCK, 120, "reader", "reader"},
	{"-shm", F_RDLCK, 120, "a\nb\033[2J", "a"},
	{"-shm", F_RDLCK, 120, "\033[2J\xc3\xa9", "?[2J??"},
};

START_TEST(a_process_that_keeps_it_locked_is_named)
	{
		char path[PATH_MAX], right[PATH_MAX + 128];
		struct db *db = fixture_open(fixture_path("held.db"));
		db_set_patience(1);
		db_close(db);
		FIXTURE_GOOD(db_open(&db, fixture_path("held.db"), DB_WRITE));
		snprintf(path, sizeof path, "%s%s", fixture_path("held.db"), holds[_i].ending);
		struct holder h =
			holder_start(path, holds[_i].type, holds[_i].start, holds[_i].name);
		for (int i = 0; i < 2; i++) {
			ck_assert_int_eq(db_begin(db), DB_LOCKED);
			snprintf(right, sizeof right,
				"%s: nothing can be written: process %d (%s) keeps it locked",
				fixture_path("held.db"), (int)h.pid, holds[_i].shown);
			ck_assert_str_eq(db_error_text(db), right);
			ck_assert_int_eq(db_holder(db), h.pid);
			ck_assert(db_may_pass(db_error(db)));
		}
		/* To ask for it lost no lock of ours. */
		ck_assert(!holder_second_writer(fixture_path("held.db")));
		holder_end(h);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_note_set(db, 1, "x"));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		db_set_patience(5000);
	}
END_TEST

/* Locks that are there before it is opened, beside the log of a killed writer. */
static const struct {
	const char *ending;
	off_t start;
} opened[] = {{"-shm", 128}, {"", 0x40000000}, {"", 0x40000002}};

START_TEST(a_process_that_keeps_others_from_opening_it_is_named)
	{
		char path[PATH_MAX], right[64];
		struct db *db = fixture_open(fixture_path("shut.db"));
		db_close(db);
		snprintf(path, sizeof path, "%s%s", fixture_path("shut.db"), opened[_i].ending);
		fflush(NULL);
		pid_t pid = fork();
		if (pid == 0) {
			FIXTURE_GOOD(db_open(&db, fixture_path("shut.db"), DB_WRITE));
			FIXTURE_GOOD(db_begin(db));
			FIXTURE_GOOD(db_note_set(db, 1, "x"));
			FIXTURE_GOOD(db_commit(db));
			_exit(0);
		}
		ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
		struct holder h = holder_start(path, F_WRLCK, opened[_i].start, "vacuum");
		db_set_patience(1);
		ck_assert_int_eq(db_open(&db, fixture_path("shut.db"), DB_WRITE), DB_LOCKED);
		snprintf(right, sizeof right, "process %d (vacuum) keeps it locked", (int)h.pid);
		ck_assert_msg(strstr(db_error_text(db), right) != NULL, "%s", db_error_text(db));
		db_close(db);
		holder_end(h);
		FIXTURE_GOOD(db_open(&db, fixture_path("shut.db"), DB_WRITE));
		db_close(db);
		db_set_patience(5000);
	}
END_TEST

/* Which process keeps this byte of a file from being locked? */
static int holder_seen(const char *path, off_t start)
{
	int status;
	fflush(NULL);
	pid_t self = getpid(), pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct flock lock = {.l_type = F_WRLCK, .l_start = start, .l_len = 1};
		int fd = open(path, O_RDONLY);
		_exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK &&
					lock.l_pid == self
				? 1
				: 0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WEXITSTATUS(status);
}

/* A connection has byte 128 of the index locked as long as it is open. */
START_TEST(to_look_for_a_holder_loses_no_lock)
	{
		char name[DB_HOLDER_NAME];
		struct db *db = fixture_open(fixture_path("kept.db"));
		ck_assert_int_eq(holder_seen(fixture_path("kept.db-shm"), 128), 1);
		ck_assert_int_eq(db_find_holder(fixture_path("kept.db"), name), 0);
		ck_assert_str_eq(name, "");
		ck_assert_int_eq(holder_seen(fixture_path("kept.db-shm"), 128), 1);
		db_close(db);
		ck_assert_int_eq(db_find_holder(fixture_path("kept.db"), name), 0);
	}
END_TEST

START_TEST(a_reader_of_the_log_is_in_nobodys_way)
	{
		struct db *db = fixture_open(fixture_path("read.db"));
		struct holder h = holder_start(fixture_path("read.db-shm"), F_RDLCK, 124, "page");
		db_set_patience(1);
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_note_set(db, 1, "x"));
		FIXTURE_GOOD(db_commit(db));
		holder_end(h);
		db_close(db);
		db_set_patience(5000);
	}
END_TEST

/* The lock file of a killed process may be one that others could read, and lock. */
START_TEST(a_strangers_lock_on_the_lock_file_can_pass)
	{
		char right[PATH_MAX + 128];
		struct db *db = fixture_open(fixture_path("left.db"));
		struct stat file;
		db_close(db);
		int fd = open(fixture_path("left.db-lock"), O_RDWR | O_CREAT, 0644);
		ck_assert_int_ge(fd, 0);
		close(fd);
		struct holder h =
			holder_start(fixture_path("left.db-lock"), F_RDLCK, 0, "stranger");
		ck_assert_int_eq(db_open(&db, fixture_path("left.db"), DB_WRITE), DB_LOCKED);
		snprintf(right, sizeof right, "%s: process %d is writing it already",
			fixture_path("left.db"), (int)h.pid);
		ck_assert_str_eq(db_error_text(db), right);
		ck_assert(db_may_pass(db_error(db)));
		db_close(db);
		/* From now on others cannot open it. */
		ck_assert_int_eq(stat(fixture_path("left.db-lock"), &file), 0);
		ck_assert_uint_eq(file.st_mode & 0777, 0600);
		holder_end(h);
		FIXTURE_GOOD(db_open(&db, fixture_path("left.db"), DB_WRITE));
		db_close(db);
	}
END_TEST

/* --- modes ----------------------------------------------------------------------------------- */

static const struct {
	mode_t mask, mode;
} masks[] = {{0, 0640}, {022, 0640}, {027, 0640}, {077, 0600}};

START_TEST(others_may_not_open_a_new_database)
	{
		static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
		char path[PATH_MAX];
		struct stat file;
		struct db *db;
		mode_t before = umask(masks[_i].mask);
		fixture_remove(fixture_path("mode.db"));
		FIXTURE_GOOD(db_open(&db, fixture_path("mode.db"), DB_WRITE));
		ck_assert_uint_eq(umask(before), masks[_i].mask);
		for (int i = 0; i < 4; i++) {
			snprintf(path, sizeof path, "%s%s", fixture_path("mode.db"), endings[i]);
			ck_assert_int_eq(stat(path, &file), 0);
			ck_assert_uint_eq(
				file.st_mode & 0777, i < 3 ? masks[_i].mode : (mode_t)0600);
		}
		db_close(db);
	}
END_TEST

/* The operator decides about a file that is there. */
START_TEST(the_mode_of_a_file_that_is_there_stays)
	{
		struct stat file;
		struct db *db = fixture_open(fixture_path("there.db"));
		db_close(db);
		ck_assert_int_eq(chmod(fixture_path("there.db"), 0664), 0);
		FIXTURE_GOOD(db_open(&db, fixture_path("there.db"), DB_WRITE));
		ck_assert_int_eq(stat(fixture_path("there.db-shm"), &file), 0);
		ck_assert_uint_eq(file.st_mode & 0777, 0664);
		db_close(db);
		ck_assert_int_eq(stat(fixture_path("there.db"), &file), 0);
		ck_assert_uint_eq(file.st_mode & 0777, 0664);
	}
END_TEST

SUITE("db/holder", LOOP(a_process_that_keeps_it_locked_is_named, sizeof holds / sizeof *holds),
	LOOP(a_process_that_keeps_others_from_opening_it_is_named, sizeof opened / sizeof *opened),
	CASE(to_look_for_a_holder_loses_no_lock), CASE(a_reader_of_the_log_is_in_nobodys_way),
	CASE(a_strangers_lock_on_the_lock_file_can_pass),
	LOOP(others_may_not_open_a_new_database, sizeof masks / sizeof *masks),
	CASE(the_mode_of_a_file_that_is_there_stays))
