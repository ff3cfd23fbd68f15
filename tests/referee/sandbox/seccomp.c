/*
 * seccomp.c - which system calls a filter lets through, asked of the kernel in a child.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { ALLOWED = 0, ROOM = 256, SYS_cachestat_number = 451 /* of each machine */ };

/* A place for results, zeroed. */
static char room[ROOM];
#define TO ((long)room)

/* The error that a call must fail with. ALLOWED: with nothing that a filter says. EPERM: as
 * forbidden. ENOSYS: as missing. */
struct row {
	const char *name;
	long call[6];
	int wanted;
};

static const struct row rows_bot[] = {
	{"getpid", {SYS_getpid}, ALLOWED},
	{"fork", {SYS_clone, SIGCHLD}, ALLOWED},
	{"uname", {SYS_uname, TO}, ALLOWED},
	{"chmod", {SYS_fchmodat, AT_FDCWD, (long)"/no/such", 0600}, ALLOWED},
	{"memfd", {SYS_memfd_create, (long)"x", 0}, ALLOWED},
	{"a pair of Unix sockets", {SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, TO}, ALLOWED},
	{"own limits", {SYS_prlimit64, 0, RLIMIT_CORE, 0, TO}, ALLOWED},
	{"asking for the personality", {SYS_personality, 0xffffffff}, ALLOWED},
	{"the usual personality", {SYS_personality, 0}, ALLOWED},
	{"asking for the terminal", {SYS_ioctl, 0, TCGETS, TO}, ALLOWED},
	{"asking for its size", {SYS_ioctl, 0, TIOCGWINSZ, TO}, ALLOWED},
	{"asking for what can be read", {SYS_ioctl, 0, FIONREAD, TO}, ALLOWED},
	{"descriptors", {SYS_fcntl, 0, F_DUPFD_CLOEXEC, 3}, ALLOWED},
	{"flags", {SYS_fcntl, 0, F_GETFL}, ALLOWED},
	{"the size of a pipe", {SYS_fcntl, 0, F_SETPIPE_SZ, 65536}, ALLOWED},
	{"the buffer of a socket", {SYS_setsockopt, -1, SOL_SOCKET, SO_SNDBUF, TO, 4}, ALLOWED},
	{"pages of a pipe", {SYS_vmsplice, -1, TO, 1}, ALLOWED},
	{"flock", {SYS_flock, 0, LOCK_SH}, EPERM},
	{"a lock", {SYS_fcntl, 0, F_SETLK, TO}, EPERM},
	{"a lock that waits", {SYS_fcntl, 0, F_SETLKW, TO}, EPERM},
	{"asking for locks", {SYS_fcntl, 0, F_GETLK, TO}, EPERM},
	{"a lock of an open file", {SYS_fcntl, 0, F_OFD_SETLK, TO}, EPERM},
	{"one that waits", {SYS_fcntl, 0, F_OFD_SETLKW, TO}, EPERM},
	{"asking for those", {SYS_fcntl, 0, F_OFD_GETLK, TO}, EPERM},
	{"a lease", {SYS_fcntl, 0, F_SETLEASE, F_RDLCK}, EPERM},
	{"asking for leases", {SYS_fcntl, 0, F_GETLEASE}, EPERM},
	{"signals of a folder", {SYS_fcntl, 0, F_NOTIFY, 1}, EPERM},
	{"inotify", {SYS_inotify_init1, 0}, EPERM},
	{"a watch of inotify", {SYS_inotify_add_watch, 0, (long)"/", 1}, EPERM},
	{"files in the cache", {SYS_cachestat_number, 0, TO, TO, 0}, EPERM},
	{"ptrace", {SYS_ptrace, PTRACE_TRACEME}, EPERM},
	{"nice", {SYS_setpriority, PRIO_PROCESS, 0, 1}, EPERM},
	{"affinity", {SYS_sched_setaffinity, 0, 0, 0}, EPERM},
	{"a socket", {SYS_socket, AF_INET, SOCK_DGRAM}, EPERM},
	{"connect", {SYS_connect, -1, TO, 16}, EPERM},
	{"bind", {SYS_bind, -1, TO, 16}, EPERM},
	{"listen", {SYS_listen, -1, 1}, EPERM},
	{"accept", {SYS_accept4, -1, 0, 0, 0}, EPERM},
	{"shared memory of System V", {SYS_shmget, 0, 4096, 0600}, EPERM},
	{"message queues of System V", {SYS_msgget, 0, 0600}, EPERM},
	{"message queues", {SYS_mq_open, (long)"x", O_RDWR | O_CREAT, 0600, 0}, EPERM},
	{"keys", {SYS_keyctl, 0, -3, 0}, EPERM},
	{"io_uring", {SYS_io_uring_setup, 1, TO}, EPERM},
	{"mount", {SYS_mount, (long)"x", (long)"/x", (long)"x"}, EPERM},
	{"unshare", {SYS_unshare, 0}, EPERM},
	{"mknod", {SYS_mknodat, AT_FDCWD, (long)"/no/such", 0600, 0}, EPERM},
	{"setxattr", {SYS_fsetxattr, -1, (long)"user.x", TO, 1, 0}, EPERM},
	/* A library that does not know why tries another call. */
	{"clone3", {SYS_clone3, TO, 64}, ENOSYS},
	{"a call that no kernel has", {1000}, ENOSYS},
	{"a namespace by clone", {SYS_clone, CLONE_NEWUSER | SIGCHLD}, ENOSYS},
	{"a pair of another family", {SYS_socketpair, AF_TIPC, SOCK_STREAM, 0, TO}, ENOSYS},
	{"limits of another process", {SYS_prlimit64, 1, RLIMIT_CORE, 0, TO}, ENOSYS},
	{"another personality", {SYS_personality, ADDR_NO_RANDOMIZE}, ENOSYS},
	{"typing into a terminal", {SYS_ioctl, 0, TIOCSTI, (long)"x"}, ENOSYS},
	{NULL, {0}, 0},
};

static const struct row rows_modes[] = {
	{"chmod", {SYS_fchmodat, AT_FDCWD, (long)"/no/such", 0600}, EPERM},
	{"fchmod", {SYS_fchmod, -1, 0600}, EPERM},
	{"chown", {SYS_fchownat, AT_FDCWD, (long)"/no/such", 1, 1, 0}, EPERM},
	{"fchown", {SYS_fchown, -1, 1, 1}, EPERM},
	{"utimes", {SYS_utimensat, AT_FDCWD, (long)"/no/such", 0, 0}, EPERM},
	{"memfd", {SYS_memfd_create, (long)"x", 0}, ALLOWED},
	{"ptrace", {SYS_ptrace, PTRACE_TRACEME}, EPERM},
	{"a socket", {SYS_socket, AF_INET, SOCK_DGRAM}, EPERM},
	{NULL, {0}, 0},
};

static const struct row rows_uncounted[] = {
	{"memfd", {SYS_memfd_create, (long)"x", 0}, EPERM},
	{"pages of a pipe", {SYS_vmsplice, -1, TO, 1}, EPERM},
	{"the size of a pipe", {SYS_fcntl, 0, F_SETPIPE_SZ, 65536}, EPERM},
	{"asking for it", {SYS_fcntl, 0, F_GETPIPE_SZ}, ALLOWED},
	{"the buffer of a socket", {SYS_setsockopt, -1, SOL_SOCKET, SO_SNDBUF, TO, 4}, EPERM},
	{"by force", {SYS_setsockopt, -1, SOL_SOCKET, SO_SNDBUFFORCE, TO, 4}, EPERM},
	{"another option", {SYS_setsockopt, -1, SOL_SOCKET, SO_PASSCRED, TO, 4}, ALLOWED},
	{"the option of another level", {SYS_setsockopt, -1, 6, SO_SNDBUF, TO, 4}, ALLOWED},
	{"chmod", {SYS_fchmodat, AT_FDCWD, (long)"/no/such", 0600}, ALLOWED},
	{"a socket", {SYS_socket, AF_INET, SOCK_DGRAM}, EPERM},
	{NULL, {0}, 0},
};

static const struct row rows_build[] = {
	{"flock", {SYS_flock, -1, LOCK_SH}, ALLOWED},
	{"a lock", {SYS_fcntl, -1, F_SETLK, TO}, ALLOWED},
	{"asking for locks", {SYS_fcntl, -1, F_GETLK, TO}, ALLOWED},
	{"flags", {SYS_fcntl, 0, F_GETFL}, ALLOWED},
	{"signals of a folder", {SYS_fcntl, 0, F_NOTIFY, 1}, EPERM},
	{"inotify", {SYS_inotify_init1, 0}, EPERM},
	{"a socket", {SYS_socket, AF_INET, SOCK_DGRAM}, EPERM},
	{"connect", {SYS_connect, -1, TO, 16}, EPERM},
	{NULL, {0}, 0},
};

static const struct row rows_network[] = {
	{"a socket of IPv4", {SYS_socket, AF_INET, SOCK_DGRAM}, ALLOWED},
	{"a socket of IPv6", {SYS_socket, AF_INET6, SOCK_DGRAM}, ALLOWED},
	{"connect", {SYS_connect, -1, TO, 16}, ALLOWED},
	{"bind", {SYS_bind, -1, TO, 16}, ALLOWED},
	{"a Unix socket", {SYS_socket, AF_UNIX, SOCK_DGRAM}, ENOSYS},
	{"a socket to the kernel", {SYS_socket, AF_NETLINK, SOCK_RAW}, ENOSYS},
	{"listen", {SYS_listen, -1, 1}, EPERM},
	{"flock", {SYS_flock, -1, LOCK_SH}, ALLOWED},
	{"memfd", {SYS_memfd_create, (long)"x", 0}, ALLOWED},
	{"ptrace", {SYS_ptrace, PTRACE_TRACEME}, EPERM},
	{NULL, {0}, 0},
};

/* The filter of a process of the referee: what is not named is allowed. */
static const struct row rows_denied[] = {
	{"execve", {SYS_execve, (long)"/no/such", 0, 0}, EPERM},
	{"a socket", {SYS_socket, AF_INET, SOCK_DGRAM}, EPERM},
	{"mkdir", {SYS_mkdirat, AT_FDCWD, (long)"/no/such/x", 0700}, EPERM},
	{"memfd", {SYS_memfd_create, (long)"x", 0}, EPERM},
	{"kill", {SYS_kill, 0, 0}, EPERM}, /* in more */
	{"open", {SYS_openat, AT_FDCWD, (long)"/no/such", O_RDONLY}, ALLOWED},
	{"clone3", {SYS_clone3, TO, 1}, ALLOWED},
	{NULL, {0}, 0},
};

static const struct row rows_only[] = {
	{"kill", {SYS_kill, 0, 0}, EPERM},
	{"execve", {SYS_execve, (long)"/no/such", 0, 0}, ALLOWED},
	{"memfd", {SYS_memfd_create, (long)"x", 0}, ALLOWED},
	{NULL, {0}, 0},
};

static bool filter_bot(unsigned besides)
{
	return seccomp_prepare() &&
	       ((besides & SECCOMP_BUILD) == 0 ||
		       seccomp_prepare_build((besides & SECCOMP_NETWORK) != 0)) &&
	       seccomp_restrict(besides) == 0;
}

static bool filter_deny(unsigned only)
{
	static const char *const names[] = {"kill", "no_such_call_of_any_kernel", NULL};
	return only != 0 ? seccomp_deny_only(names) : seccomp_deny(names);
}

static const struct filter {
	bool (*apply)(unsigned argument);
	unsigned argument;
	const struct row *rows;
} filters[] = {
	{filter_bot, 0, rows_bot},
	{filter_bot, SECCOMP_NO_MODES, rows_modes},
	{filter_bot, SECCOMP_NO_UNCOUNTED, rows_uncounted},
	{filter_bot, SECCOMP_BUILD, rows_build},
	{filter_bot, SECCOMP_BUILD | SECCOMP_NETWORK, rows_network},
	{filter_deny, 0, rows_denied},
	{filter_deny, 1, rows_only},
};

/* A row of a call that would end or multiply this process runs in a child of its own. */
static int row_fails_with(const struct row *row)
{
	const long *c = row->call;
	errno = 0;
	long result = syscall(c[0], c[1], c[2], c[3], c[4], c[5]);
	int failed = result < 0 ? errno : 0;
	if ((c[0] == SYS_clone || c[0] == SYS_clone3) && result == 0)
		_exit(0);
	return failed;
}

/* In the child: the number of rows that are wrong. */
static int filter_wrong(const struct filter *f)
{
	int wrong = 0;
	int input = open("/dev/null", O_RDONLY);
	if (input < 0 || dup2(input, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
		!f->apply(f->argument))
		return 100;
	for (const struct row *row = f->rows; row->name != NULL; row++) {
		const int failed = row_fails_with(row);
		const bool filtered = failed == EPERM || failed == ENOSYS;
		if (row->wanted == ALLOWED ? !filtered : failed == row->wanted)
			continue;
		fprintf(stderr, "%s: %s\n", row->name, failed == 0 ? "allowed" : strerror(failed));
		wrong++;
	}
	return wrong;
}

START_TEST(a_filter_lets_through_what_its_rows_say)
	{
		int status = -1;
		pid_t child = fork();
		if (child == 0)
			_exit(filter_wrong(&filters[_i]));
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
END_TEST

#ifdef __x86_64__
/* Numbers of other tables: int 0x80 calls by that of i386, and bit 30 chooses that of x32. */
static void call_i386(void)
{
	long result = 20;
	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
}

static void call_x32(void)
{
	syscall(0x40000000 | SYS_getpid);
}

/* In a child. Returns its status. */
static int call_ends(void (*call)(void), bool filtered)
{
	int status = -1;
	pid_t child = fork();
	if (child == 0) {
		if (filtered && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !filter_bot(0)))
			_exit(1);
		call();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return status;
}

START_TEST(calls_of_another_table_kill_the_program)
	{
		static const struct {
			const char *name;
			void (*call)(void);
		} rows[] = {{"i386", call_i386}, {"x32", call_x32}};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			if (call_ends(rows[i].call, false) != 0) {
				printf("skip 1: this kernel knows no calls of %s\n", rows[i].name);
				continue;
			}
			const int status = call_ends(rows[i].call, true);
			ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS,
				"%s: status %d", rows[i].name, status);
		}
	}
END_TEST
#endif

/* Half a filter is none, or worse. */
START_TEST(a_limit_on_the_size_of_files_leaves_a_filter_whole)
	{
		int status = -1;
		pid_t child = fork();
		if (child == 0) {
			const struct rlimit little = {512, 512};
			signal(SIGXFSZ, SIG_IGN);
			_exit(setrlimit(RLIMIT_FSIZE, &little) != 0 ? 1
								    : filter_wrong(&filters[0]));
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
END_TEST

START_TEST(without_no_new_privs_a_process_without_rights_gets_no_filter)
	{
		int status = -1;
		pid_t child = fork();
		if (child == 0) {
			if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
				_exit(1);
			_exit(!seccomp_prepare() || seccomp_restrict(0) != -1 || errno != EACCES);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
END_TEST

SUITE("referee/sandbox/seccomp",
	LOOP(a_filter_lets_through_what_its_rows_say, sizeof filters / sizeof *filters),
#ifdef __x86_64__
	CASE(calls_of_another_table_kill_the_program),
#endif
	CASE(a_limit_on_the_size_of_files_leaves_a_filter_whole),
	CASE(without_no_new_privs_a_process_without_rights_gets_no_filter))
