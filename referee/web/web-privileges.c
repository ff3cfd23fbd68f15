/*
 * web-privileges.c - drops the privileges of the web process: it reads the databases and talks to
 * any client, so it may do nothing else.
 */
#include "referee/web/web-privileges.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <linux/securebits.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/landlock.h"

enum { WEB_NOBODY = 65534, WEB_CAPABILITIES = 64 };

/* --- files ------------------------------------------------------------------------------------ */

const char *web_folder(const char *path, char *folder, int room)
{
	const char *slash = strrchr(path, '/');
	int length = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
	snprintf(folder, (size_t)room, "%.*s", length, slash == NULL ? "." : path);
	return folder;
}

/* Applies Landlock. False with errno; ENOSYS: this kernel has no Landlock. */
static bool web_restrict(const char *const *folders, int count)
{
	int rules = landlock_make_reader(folders, count, false);
	if (rules < 0) {
		errno = errno == EOPNOTSUPP ? ENOSYS : errno;
		return false;
	}
	bool good = landlock_restrict(rules) == 0;
	int saved = errno;
	close(rules);
	errno = saved;
	return good;
}

static bool web_restrict_folders(const char *const *databases, int count)
{
	char(*folders)[PATH_MAX] = memory_get((size_t)count + 1, sizeof *folders);
	const char **names = memory_get((size_t)count + 1, sizeof *names);
	for (int i = 0; i < count; i++)
		names[i] = web_folder(databases[i], folders[i], PATH_MAX);
#ifdef __SANITIZE_ADDRESS__ /* its leak checker inspects its own process */
	names[count++] = "/proc";
#endif
	bool good = web_restrict(names, count);
	int saved = errno;
	free(names);
	free(folders);
	errno = saved;
	return good;
}

/* Is there a database that the effective user cannot read? A new one is its owner's and its group's
 * (db_open()); its log has the same mode. */
static bool web_cannot_read(const char *const *databases, int count)
{
	static const char *const endings[] = {"", "-wal", "-shm"};
	char path[PATH_MAX + 8], folder[PATH_MAX];
	for (int i = 0; i < count; i++) {
		if (faccessat(AT_FDCWD, web_folder(databases[i], folder, sizeof folder), X_OK,
			    AT_EACCESS) != 0)
			return true;
		for (size_t j = 0; j < sizeof endings / sizeof *endings; j++) {
			snprintf(path, sizeof path, "%s%s", databases[i], endings[j]);
			if (faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) != 0 &&
				(errno != ENOENT || j == 0))
				return true;
		}
	}
	return false;
}

/* --- the user --------------------------------------------------------------------------------- */

/* Would the unprivileged user be unable to read them? Becomes that user while it checks. */
static bool web_must_search(const char *const *databases, int count)
{
	if (setegid(WEB_NOBODY) != 0 || seteuid(WEB_NOBODY) != 0)
		return true;
	bool misses = web_cannot_read(databases, count);
	return (seteuid(0) != 0 || setegid(0) != 0) || misses;
}

/* Keeps no capability, or only that to read and search; makes new ones impossible. */
static bool web_keep_capability(bool search)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct kept[2] = {{0}};
	kept[0].permitted = kept[0].effective = search ? 1u << CAP_DAC_READ_SEARCH : 0;
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	return syscall(SYS_capset, &header, kept) == 0;
}

static bool web_become_nobody(void)
{
	/* The capability also applies to checks of the real user, as in access(). */
	prctl(PR_SET_SECUREBITS, SECURE_ALL_BITS | SECURE_ALL_LOCKS, 0, 0, 0);
	for (int i = 0; i < WEB_CAPABILITIES; i++)
		prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
	return setgroups(0, NULL) == 0 && setresgid(WEB_NOBODY, WEB_NOBODY, WEB_NOBODY) == 0 &&
	       setresuid(WEB_NOBODY, WEB_NOBODY, WEB_NOBODY) == 0;
}

/* --- system calls ----------------------------------------------------------------------------- */

/* The calls of both kinds of process. All others fail with EPERM. */
static const char *const web_calls[] = {
	/* descriptors */
	"read", "readv", "write", "writev", "pread64", "preadv", "lseek", "close", "close_range",
	"dup", "dup2", "dup3", "poll", "ppoll",
	/* files, to read them */
	"stat", "fstat", "lstat", "newfstatat", "statx", "fstatfs", "access", "faccessat",
	"faccessat2", "readlink", "readlinkat", "getcwd",
	/* memory */
	"mmap", "munmap", "mprotect", "mremap", "madvise", "brk", "futex",
	/* time, the process itself */
	"clock_gettime", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "getrandom",
	"getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getrlimit",
	"getpriority", "uname", "sysinfo", "sched_yield", "sched_getaffinity", "rt_sigaction",
	"rt_sigprocmask", "rt_sigreturn", "sigaltstack", "set_robust_list", "set_tid_address",
	"rseq", "restart_syscall", "exit", "exit_group",
#ifdef __SANITIZE_ADDRESS__ /* its leak checker inspects its own process */
	"ptrace", "clone", "prctl", "getdents", "getdents64", "tgkill", "wait4", "mincore",
	"process_vm_readv", "open", "openat", "ioctl",
#endif
	NULL};

/* The further calls of the web process: for its sockets, its children, and their restrictions. */
static const char *const web_process_calls[] = {"accept", "accept4", "shutdown", "getpeername",
	"getsockname", "getsockopt", "setsockopt", "recvfrom", "epoll_ctl", "epoll_wait",
	"epoll_pwait", "epoll_pwait2", "pipe2", "eventfd2", "wait4", "kill", "seccomp",
	"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", NULL};

/* The further calls of the process in which people play: for its sockets alone. */
static const char *const web_play_calls[] = {"accept", "accept4", "shutdown", "getpeername",
	"getsockname", "getsockopt", "setsockopt", "recvfrom", "recvmsg", "sendto", "epoll_ctl",
	"epoll_wait", "epoll_pwait", "epoll_pwait2", NULL};

/* The kinds of restricted process. */
enum web_rights { WEB_RIGHTS_SERVER, WEB_RIGHTS_PAGE, WEB_RIGHTS_PLAY };

enum {
	WEB_SERVERS = 1 << WEB_RIGHTS_SERVER,
	WEB_READERS = 1 << WEB_RIGHTS_SERVER | 1 << WEB_RIGHTS_PAGE,
	WEB_ALL_KINDS = WEB_READERS | 1 << WEB_RIGHTS_PLAY
};

/* Calls that depend on an argument: (argument & mask) must equal the value. */
static const struct web_call {
	const char *name;
	unsigned argument;
	uint64_t mask, value;
	unsigned kinds; /* of process, bits */
} web_some_calls[] = {
	{"open", 1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY, WEB_READERS},
	{"openat", 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY, WEB_READERS},
	{"ioctl", 1, UINT32_MAX, FIONREAD, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_DUPFD, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_DUPFD_CLOEXEC, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_GETFD, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_SETFD, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_GETFL, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_SETFL, WEB_ALL_KINDS},
	{"fcntl", 1, UINT32_MAX, F_SETPIPE_SZ, WEB_ALL_KINDS},
	/* A reader of a database locks it against being changed under its eyes. A filter sees not
	 * which bytes: the main process kills one that has a writer's lock (web-supervisor.h). */
	{"fcntl", 1, UINT32_MAX, F_GETLK, WEB_READERS},
	{"fcntl", 1, UINT32_MAX, F_SETLK, WEB_READERS},
	{"prlimit64", 0, UINT32_MAX, 0, WEB_ALL_KINDS}, /* of itself */
	{"setpriority", 1, UINT32_MAX, 0, WEB_ALL_KINDS},
	{"prctl", 0, UINT32_MAX, PR_SET_NAME, WEB_SERVERS},
	{"prctl", 0, UINT32_MAX, PR_SET_PDEATHSIG, WEB_SERVERS},
	{"prctl", 0, UINT32_MAX, PR_SET_NO_NEW_PRIVS, WEB_SERVERS},
	{"prctl", 0, UINT32_MAX, PR_SET_SECCOMP, WEB_SERVERS},
	{"prctl", 0, UINT32_MAX, PR_GET_DUMPABLE, WEB_SERVERS | 1u << WEB_RIGHTS_PLAY},
	/* fork(), but no thread or namespace */
	{"clone", 0, UINT64_MAX, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, WEB_SERVERS},
};

static int web_allow(scmp_filter_ctx filter, const char *const *names)
{
	int error = 0;
	for (int i = 0; names[i] != NULL && error == 0; i++) {
		int call = seccomp_syscall_resolve_name(names[i]);
		if (call != __NR_SCMP_ERROR)
			error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
	}
	return error;
}

static int web_allow_some(scmp_filter_ctx filter, enum web_rights kind)
{
	int error = 0;
	for (size_t i = 0; i < sizeof web_some_calls / sizeof *web_some_calls && error == 0; i++) {
		const struct web_call *c = &web_some_calls[i];
		int call = seccomp_syscall_resolve_name(c->name);
		if (call != __NR_SCMP_ERROR && (c->kinds & 1u << kind) != 0)
			error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1,
				SCMP_CMP(c->argument, SCMP_CMP_MASKED_EQ, c->mask, c->value));
	}
	return error;
}

static bool web_filter(enum web_rights kind)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int error = filter != NULL ? web_allow(filter, web_calls) : -ENOMEM;
	if (error == 0 && kind == WEB_RIGHTS_SERVER)
		error = web_allow(filter, web_process_calls);
	if (error == 0 && kind == WEB_RIGHTS_PLAY)
		error = web_allow(filter, web_play_calls);
	if (error == 0)
		error = web_allow_some(filter, kind);
	/* The C library then falls back to calls with readable arguments. */
	if (error == 0)
		error = seccomp_rule_add(
			filter, SCMP_ACT_ERRNO(ENOSYS), seccomp_syscall_resolve_name("clone3"), 0);
	if (error == 0)
		error = seccomp_load(filter);
	seccomp_release(filter);
	errno = -error;
	return error == 0;
}

/* --- dropping privileges ---------------------------------------------------------------------- */

/* Drops all but the system calls of its kind. */
static bool web_drop(const char *const *databases, int count, enum web_rights kind)
{
	bool root = geteuid() == 0, search = root && web_must_search(databases, count);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return false;
	if (!web_restrict_folders(databases, count)) {
		if (errno != ENOSYS)
			return false;
		search = false; /* without Landlock it could read everything */
	}
	if ((root && !web_become_nobody()) || !web_keep_capability(search))
		return false;
	/* A change of user clears this signal and sets the dumpable flag. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#ifdef __SANITIZE_ADDRESS__ /* its leak checker inspects its own process */
	prctl(PR_SET_DUMPABLE, 1);
#else
	prctl(PR_SET_DUMPABLE, 0);
#endif
	return web_filter(kind);
}

bool web_drop_rights(const char *const *databases, int count)
{
	return web_drop(databases, count, WEB_RIGHTS_SERVER);
}

bool web_drop_play_rights(void)
{
	return web_drop(NULL, 0, WEB_RIGHTS_PLAY);
}

bool web_drop_page_rights(const char *const *folders, int count)
{
	return (web_restrict(folders, count) || errno == ENOSYS) && web_filter(WEB_RIGHTS_PAGE);
}
