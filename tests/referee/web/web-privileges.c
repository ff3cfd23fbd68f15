/*
 * The web process and its pages when their rights are dropped, and what they can still do: each
 * question is asked by a process of its own, which tries.
 */
#include "referee/web/web-privileges.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/db.h"
#include "referee/sandbox/landlock.h"
#include "tests/lib/suite.h"

static char folder[64], file[96], other[96], secret[96];
static bool searches; /* the unprivileged user may not enter the folder */
static int proc;      /* /proc/self/status of who tries, opened before */
static const char *const databases[] = {file};

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

static bool reads_shadow(void)
{
	return rights_open("/etc/shadow", O_RDONLY);
}

/* A file that only its owner may read, beside the database. */
static bool reads_tokens(void)
{
	return rights_open(secret, O_RDONLY);
}

static bool lists_folders(void)
{
	return opendir("/") != NULL || opendir("/etc") != NULL || opendir(folder) != NULL;
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

/* As SQLite does it for those who read. */
static bool locks(void)
{
	struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
	return fcntl(proc, F_SETLK, &lock) == 0;
}

/* Locks that SQLite does not need. */
static bool locks_in_other_ways(void)
{
	struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
	return fcntl(proc, F_SETLKW, &lock) == 0 || fcntl(proc, F_OFD_SETLK, &lock) == 0 ||
	       fcntl(proc, F_OFD_SETLKW, &lock) == 0 || flock(proc, LOCK_SH | LOCK_NB) == 0 ||
	       fcntl(proc, F_SETLEASE, F_RDLCK) == 0 || errno != EPERM;
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

static bool tampers_with_its_parent(void)
{
	struct rlimit files = {1000, 1000};
	return prlimit(getppid(), RLIMIT_NOFILE, NULL, &files) == 0 ||
	       setpriority(PRIO_PROCESS, (id_t)getppid(), 19) == 0 ||
	       ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 ||
	       syscall(SYS_pidfd_open, getppid(), 0) >= 0 ||
	       sched_setaffinity(getppid(), 0, NULL) == 0 || errno != EPERM;
}

/* Each fails for another reason where it may be called at all. */
static bool reaches_the_kernel(void)
{
	static const long calls[] = {SYS_reboot, SYS_clock_settime, SYS_init_module,
		SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_io_uring_setup, SYS_bpf,
		SYS_mount, SYS_umount2, SYS_unshare, SYS_setns, SYS_swapon, SYS_sethostname,
		SYS_settimeofday, SYS_adjtimex, SYS_iopl, SYS_syslog, SYS_quotactl, SYS_keyctl,
		SYS_userfaultfd, SYS_perf_event_open, SYS_memfd_create, SYS_personality, SYS_setuid,
		SYS_capset, SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_execve, SYS_execveat,
		SYS_vfork, SYS_timer_create, SYS_inotify_init1, SYS_shmget};
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (syscall(calls[i], -1L, -1L, -1L, -1L, -1L) != -1 || errno != EPERM)
			return true;
	return false;
}

static bool makes_a_namespace_or_thread(void)
{
	return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0L, 0L, 0L, 0L) >= 0 ||
	       syscall(SYS_clone3, NULL, 0L) >= 0 || errno != ENOSYS;
}

static bool has_capabilities(void)
{
	char line[128];
	bool root = getgid() == 65534;
	unsigned long long set = 1, all = 0;
	FILE *status = fdopen(dup(proc), "r");
	rewind(status);
	while (fgets(line, sizeof line, status) != NULL)
		if (sscanf(line, "Cap%*3c: %llx", &set) == 1 &&
			(root || strncmp(line, "CapBnd", 6) != 0)) /* no_new_privs will do */
			all |= set;
	return (all & ~(searches ? 1ull << CAP_DAC_READ_SEARCH : 0)) != 0 || getuid() == 0 ||
	       geteuid() == 0;
}

static bool forks_and_kills_its_child(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		sleep(60);
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
	bool web, page; /* may the web process, may a page? The process of people's games may
			   nothing */
	int landlock;	/* of what version of it this is true */
} rights_table[] = {
	{"reads a database", reads, true, true},
	{"reads elsewhere", reads_elsewhere, false, false, 1},
	{"reads /etc/shadow", reads_shadow, false, false, 1},
	{"lists folders", lists_folders, false, false},
	{"writes", writes, false, false},
	{"makes files", makes, false, false},
	{"removes or changes files", removes, false, false},
	{"locks what it reads", locks, true, true},
	{"locks in other ways", locks_in_other_ways, false, false},
	{"opens a socket", opens_a_socket, false, false},
	{"starts a program", starts_a_program, false, false},
	{"signals its parent", signals_its_parent, false, false, 6},
	{"tampers with its parent", tampers_with_its_parent, false, false},
	{"makes a namespace or a thread", makes_a_namespace_or_thread, false, false},
	{"has a capability, or is root", has_capabilities, false, false},
	{"asks the kernel for more", reaches_the_kernel, false, false},
	{"forks, and kills its child", forks_and_kills_its_child, true, false},
};

/* The sanitizers' own processes may do some of it. */
static bool rights_excused(size_t row)
{
#ifdef __SANITIZE_ADDRESS__
	bool (*const excused[])(void) = {
		tampers_with_its_parent, makes_a_namespace_or_thread, lists_folders};
	for (size_t i = 0; i < sizeof excused / sizeof *excused; i++)
		if (rights_table[row].tries == excused[i])
			return true;
#endif
	(void)row;
	return false;
}

static int rights_status(pid_t pid)
{
	int status = 0;
	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The process in which people play. */
static void rights_ask_play(const struct rights_row *row)
{
	pid_t pid = fork();
	if (pid == 0) {
		proc = open("/proc/self/status", O_RDONLY);
		if (!web_drop_play_rights())
			_exit(RIGHTS_FAILED);
		_exit(row->tries() ? RIGHTS_YES : RIGHTS_NO);
	}
	ck_assert_msg(
		rights_status(pid) == RIGHTS_NO, "the process of people's games: %s", row->what);
}

static void rights_ask(const struct rights_row *row, bool page)
{
	pid_t pid = fork();
	if (pid == 0) {
		const char *const mine[] = {folder};
		proc = open("/proc/self/status", O_RDONLY);
		if (!web_drop_rights(databases, 1) || (page && !web_drop_page_rights(mine, 1)))
			_exit(RIGHTS_FAILED);
		_exit(row->tries() ? RIGHTS_YES : RIGHTS_NO);
	}
	ck_assert_msg(
		rights_status(pid) == ((page ? row->page : row->web) ? RIGHTS_YES : RIGHTS_NO),
		"%s: %s", page ? "a page" : "the web process", row->what);
}

static void rights_set_up(mode_t mode)
{
	snprintf(folder, sizeof folder, "/tmp/web-rights-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chmod(folder, mode), 0);
	searches = mode == 0700;
	umask(022);
	snprintf(secret, sizeof secret, "%s/tokens", folder);
	ck_assert_int_ge(close(open(secret, O_WRONLY | O_CREAT, 0600)), 0);
	snprintf(file, sizeof file, "%s/cup.db", folder);
	snprintf(other, sizeof other, "%s/other", folder);
}

static void rights_tear_down(void)
{
	static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
	char path[128];
	unlink(secret);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(path, sizeof path, "%s%s", file, endings[i]);
		unlink(path);
	}
	ck_assert_msg(rmdir(folder) == 0, "something was left in %s", folder);
}

static void rights_ask_all(mode_t mode)
{
	rights_set_up(mode);
	FILE *f = fopen(file, "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(fclose(f), 0);
	for (size_t i = 0; i < sizeof rights_table / sizeof *rights_table; i++) {
		if (rights_table[i].landlock > landlock_version() || rights_excused(i))
			continue;
		rights_ask(&rights_table[i], false);
		rights_ask(&rights_table[i], true);
		if (mode == 0755)
			rights_ask_play(&rights_table[i]);
	}
}

START_TEST(nothing_is_left_but_reading_and_what_was_open)
	{
		const struct rights_row tokens = {
			"reads what only root may", reads_tokens, false, false, 0};
		rights_ask_all(0755);
		if (getuid() == 0) { /* else its own files are its own */
			rights_ask(&tokens, false);
			rights_ask(&tokens, true);
		}
		rights_tear_down();
	}
END_TEST

/* Then it reads all of the folder, and has no other right more. */
START_TEST(a_folder_that_only_root_may_enter_is_read_by_one_capability)
	{
		rights_ask_all(0700);
		rights_tear_down();
	}
END_TEST

/* --- databases -------------------------------------------------------------------------------- */

/* How many tournaments a page sees. */
static int rights_seen(void)
{
	pid_t pid = fork();
	if (pid == 0) {
		const char *const mine[] = {folder};
		struct db *db = NULL;
		int count = 0;
		if (!web_drop_rights(databases, 1) || !web_drop_page_rights(mine, 1))
			_exit(RIGHTS_FAILED);
		if (db_open(&db, file, DB_READ_CONFINED) != DB_OK)
			_exit(RIGHTS_FAILED + 1);
		struct db_query q;
		db_query(&q, db, "tournaments");
		while (db_next(&q))
			count++;
		if (db_end(&q) != DB_OK)
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
		rights_set_up(0700);
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

SUITE("referee/web/web-privileges", CASE(nothing_is_left_but_reading_and_what_was_open),
	CASE(a_folder_that_only_root_may_enter_is_read_by_one_capability),
	CASE(a_page_reads_a_database_while_it_is_written_and_when_it_is_finished))
