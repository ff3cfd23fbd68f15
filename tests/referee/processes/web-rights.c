/*
 * What the web process and its pages can still do when their rights are dropped: each question is
 * asked by a process of its own, which tries.
 */
#include "referee/processes/web-rights.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/db.h"
#include "referee/sandbox/landlock.h"
#include "tests/suite.h"

static char folder[64], file[96], other[96];

static bool rights_open(const char *path, int flags)
{
	int fd = open(path, flags, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool reads(void)
{
	return rights_open(file, O_RDONLY);
}

static bool reads_elsewhere(void)
{
	return rights_open("/etc/passwd", O_RDONLY);
}

static bool writes(void)
{
	return rights_open(file, O_WRONLY) || rights_open(file, O_RDWR) ||
	       rights_open(file, O_RDONLY | O_TRUNC) || truncate(file, 0) == 0;
}

static bool makes(void)
{
	return rights_open(other, O_RDONLY | O_CREAT) || rights_open(other, O_WRONLY | O_CREAT) ||
	       rights_open(folder, O_WRONLY | O_TMPFILE) || mkdir(other, 0700) == 0 ||
	       link(file, other) == 0 || symlink(file, other) == 0 || rename(file, other) == 0;
}

static bool removes(void)
{
	return unlink(file) == 0 || rmdir(folder) == 0 || chmod(file, 0) == 0;
}

static bool opens_a_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}

static bool starts_a_program(void)
{
	char name[] = "true", *argv[] = {name, NULL};
	execv("/bin/true", argv);
	return false; /* true would have ended with 0, which is not an answer */
}

static bool signals_its_parent(void)
{
	return kill(getppid(), 0) == 0;
}

static bool forks_and_kills_its_child(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		pause();
		_exit(0);
	}
	int status;
	return pid > 0 && kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid &&
	       WIFSIGNALED(status);
}

enum { RIGHTS_YES = 10, RIGHTS_NO = 20, RIGHTS_FAILED = 30 };

static const struct rights_row {
	const char *what;
	bool (*tries)(void);
	bool web, page; /* may the web process, may a page? */
	int landlock;	/* of what version of it this is true */
} rights_table[] = {
	{"reads a database", reads, true, true},
	{"reads elsewhere", reads_elsewhere, true, false, 1},
	{"writes", writes, false, false},
	{"makes files", makes, false, false},
	{"removes or changes files", removes, false, false},
	{"opens a socket", opens_a_socket, false, false},
	{"starts a program", starts_a_program, false, false},
	{"signals its parent", signals_its_parent, false, false, 6},
	{"forks, and kills its child", forks_and_kills_its_child, true, false},
};

static int rights_status(pid_t pid)
{
	int status = 0;
	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void rights_ask(const struct rights_row *row, bool page)
{
	pid_t pid = fork();
	if (pid == 0) {
		const char *const mine[] = {folder};
		if (!web_drop_rights() || (page && !web_drop_page_rights(mine, 1)))
			_exit(RIGHTS_FAILED);
		_exit(row->tries() ? RIGHTS_YES : RIGHTS_NO);
	}
	ck_assert_msg(
		rights_status(pid) == ((page ? row->page : row->web) ? RIGHTS_YES : RIGHTS_NO),
		"%s: %s", page ? "a page" : "the web process", row->what);
}

static void rights_set_up(void)
{
	snprintf(folder, sizeof folder, "/tmp/web-rights-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(file, sizeof file, "%s/cup.db", folder);
	snprintf(other, sizeof other, "%s/other", folder);
}

static void rights_tear_down(void)
{
	static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
	char path[128];
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(path, sizeof path, "%s%s", file, endings[i]);
		unlink(path);
	}
	ck_assert_msg(rmdir(folder) == 0, "something was left in %s", folder);
}

START_TEST(nothing_is_left_but_reading_and_what_was_open)
	{
		rights_set_up();
		FILE *f = fopen(file, "w");
		ck_assert_ptr_nonnull(f);
		ck_assert_int_eq(fclose(f), 0);
		for (size_t i = 0; i < sizeof rights_table / sizeof *rights_table; i++) {
			if (rights_table[i].landlock > landlock_version())
				continue;
			rights_ask(&rights_table[i], false);
			rights_ask(&rights_table[i], true);
		}
		rights_tear_down();
	}
END_TEST

/* --- databases -------------------------------------------------------------------------------- */

static bool rights_count(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	(void)columns, (void)names, (void)values;
	++*(int *)arg;
	return true;
}

/* How many tournaments a page sees. */
static int rights_seen(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		const char *const mine[] = {folder};
		struct db *db = NULL;
		int count = 0;
		if (!web_drop_rights() || !web_drop_page_rights(mine, 1))
			_exit(RIGHTS_FAILED);
		if (db_open(&db, file, DB_LOOK) != DB_OK ||
			db_read(db, "tournaments", NULL, 0, rights_count, &count) != DB_OK)
			_exit(RIGHTS_FAILED + 1);
		db_close(db);
		_exit(count);
	}
	return rights_status(pid);
}

static void rights_add(struct db *db, const char *name)
{
	struct db_tournament t = {.name = name,
		.game = "nim",
		.format = "round-robin",
		.definition = "",
		.seats = 2,
		.created_ms = 1};
	ck_assert_int_eq(db_begin(db), DB_OK);
	ck_assert_int_eq(db_tournament_add(db, &t), DB_OK);
	ck_assert_int_eq(db_commit(db), DB_OK);
}

START_TEST(a_page_reads_a_database_while_it_is_written_and_when_it_is_finished)
	{
		struct db *db = NULL;
		rights_set_up();
		ck_assert_int_eq(db_open(&db, file, DB_WRITE), DB_OK);
		rights_add(db, "one");
		ck_assert_int_eq(rights_seen(), 1);
		rights_add(db, "two");
		ck_assert_int_eq(rights_seen(), 2);
		db_close(db);
		ck_assert_int_eq(rights_seen(), 2);
		db = NULL;
		ck_assert_int_eq(db_open(&db, file, DB_WRITE), DB_OK);
		rights_add(db, "three");
		ck_assert_int_eq(rights_seen(), 3);
		db_close(db);
		rights_tear_down();
	}
END_TEST

SUITE("referee/processes/web-rights", CASE(nothing_is_left_but_reading_and_what_was_open),
	CASE(a_page_reads_a_database_while_it_is_written_and_when_it_is_finished))
