/*
 * seccomp.c - the system call filters of bots and of the referee's own exposed processes.
 *
 * For bots:  * Listed calls are allowed. Refused calls fail with EPERM, as for missing rights. All
 * other calls fail with ENOSYS, so that newer libraries fall back to older calls. Calls of another
 * table (i386, x32) kill the program: no library makes them.
 */
#include "referee/sandbox/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"

/* The commands of fcntl() that touch a descriptor alone. */
static const int seccomp_descriptor_commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD,
	F_GETFL, F_SETFL, F_SETOWN, F_GETOWN, F_SETOWN_EX, F_GETOWN_EX, F_SETSIG, F_GETSIG,
	F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS};

/* Those that set locks and leases, ask for those of others, or tell of changes. 12 to 14 are the
 * locks of 32-bit machines with large files. */
static const int seccomp_lock_commands[] = {F_GETLK, F_SETLK, F_SETLKW, 12, 13, 14, F_OFD_GETLK,
	F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_GETLEASE};

/* By topic. A game needs the first four lines. */
static const char *const seccomp_allowed[] = {"read", "write", "futex", "poll", "ppoll",
	"epoll_wait", "epoll_pwait", "clock_gettime", "gettimeofday", "time", "madvise", "mmap",
	"munmap", "mprotect", "brk", "sched_yield", "clock_nanosleep", "nanosleep",
	"rt_sigprocmask", "rt_sigreturn", "readv", "writev", "select", "pselect6",
	"restart_syscall", "getpid", "gettid", "getrandom", "rseq",
	/* files */
	"open", "openat", "openat2", "creat", "close", "close_range", "stat", "fstat", "lstat",
	"newfstatat", "fstatat64", "statx", "statfs", "fstatfs", "access", "faccessat",
	"faccessat2", "lseek", "_llseek", "pread64", "pwrite64", "preadv", "pwritev", "preadv2",
	"pwritev2", "readahead", "fadvise64", "getdents", "getdents64", "readlink", "readlinkat",
	"getcwd", "chdir", "fchdir", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename",
	"renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate", "ftruncate",
	"fallocate", "fsync", "fdatasync", "sync_file_range", "syncfs", "sync", "chmod", "fchmod",
	"fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes",
	"utimensat", "futimesat", "umask", "dup", "dup2", "dup3", "pipe", "pipe2", "sendfile",
	"splice", "tee", "vmsplice", "copy_file_range", "getxattr", "lgetxattr", "fgetxattr",
	"listxattr", "llistxattr", "flistxattr",
	/* memory */
	"mremap", "msync", "mincore", "mlock", "mlock2", "munlock", "mlockall", "munlockall",
	"memfd_create", "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "get_mempolicy",
	"map_shadow_stack", "mseal",
	/* events and time */
	"epoll_create", "epoll_create1", "epoll_ctl", "epoll_ctl_old", "epoll_wait_old",
	"epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4", "timerfd_create",
	"timerfd_settime", "timerfd_gettime", "timer_create", "timer_settime", "timer_gettime",
	"timer_getoverrun", "timer_delete", "alarm", "setitimer", "getitimer", "clock_getres",
	"times", "getrusage",
	/* processes, threads, signals */
	"fork", "vfork", "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "waitpid",
	"kill", "tkill", "tgkill", "rt_sigaction", "rt_sigpending", "rt_sigsuspend",
	"rt_sigtimedwait", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "sigaltstack", "pause",
	"set_tid_address", "set_robust_list", "get_robust_list", "futex_waitv", "futex_wait",
	"futex_wake", "futex_requeue", "arch_prctl", "prctl", "seccomp", "pidfd_open",
	"pidfd_send_signal", "getppid", "getpgid", "getpgrp", "setpgid", "getsid", "setsid",
	"sched_getaffinity", "sched_getparam", "sched_getscheduler", "sched_getattr",
	"sched_get_priority_max", "sched_get_priority_min", "sched_rr_get_interval", "getpriority",
	"ioprio_get", "getcpu", "getrlimit", "setrlimit", "ugetrlimit",
	/* identity */
	"getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "capget",
	"capset", "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid",
	"setfsgid", "setgroups", "uname", "sysinfo", "landlock_create_ruleset", "landlock_add_rule",
	"landlock_restrict_self",
	/* a pair of connected sockets */
	"sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg", "recvmmsg", "shutdown",
	"getsockname", "getpeername", "getsockopt", "setsockopt", NULL};

/* Calls that fail as forbidden instead of missing. */
static const char *const seccomp_refused[] = {
	/* other processes */
	"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease",
	"pidfd_getfd", "kcmp", "migrate_pages", "move_pages",
	/* a larger share of the machine */
	"sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity", "setpriority",
	"nice", "ioprio_set", "mbind", "set_mempolicy", "set_mempolicy_home_node",
	/* communication outside the pipes, and signs of the activity of others */
	"inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch", "cachestat",
	"listen", "accept", "accept4", "shmget", "shmat", "shmdt", "shmctl", "msgget", "msgsnd",
	"msgrcv", "msgctl", "semget", "semop", "semctl", "semtimedop", "mq_open", "mq_unlink",
	"mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr", "add_key", "request_key",
	"keyctl",
	/* parts of the kernel that a bot does not need */
	"io_setup", "io_submit", "io_getevents", "io_pgetevents", "io_destroy", "io_cancel",
	"io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open",
	"userfaultfd", "fanotify_init", "fanotify_mark", "open_by_handle_at", "name_to_handle_at",
	"lookup_dcookie", "modify_ldt", "vm86", "vm86old", "iopl", "ioperm", "memfd_secret",
	"remap_file_pages", "uselib", "ustat", "sysfs", "_sysctl", "nfsservctl", "quotactl",
	"quotactl_fd", "vserver",
	/* namespaces and mounts */
	"mount", "umount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree",
	"move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr", "statmount",
	"listmount", "mknod", "mknodat",
	/* the machine */
	"reboot", "swapon", "swapoff", "acct", "settimeofday", "clock_settime", "clock_adjtime",
	"adjtimex", "stime", "sethostname", "setdomainname", "init_module", "finit_module",
	"delete_module", "create_module", "get_kernel_syms", "query_module", "kexec_load",
	"kexec_file_load", "syslog", "vhangup", "setxattr", "lsetxattr", "fsetxattr", "removexattr",
	"lremovexattr", "fremovexattr", NULL};

/* Calls of connections, likewise, unless the network is allowed. */
static const char *const seccomp_connections[] = {"socket", "bind", "connect", NULL};

/* Not needed by a process of the referee that talks to untrusted peers: starting programs, access
 * to other processes' memory, new sockets, changes of files and folders, and more rights. */
static const char *const seccomp_denied[] = {"execve", "execveat", "open_by_handle_at", "creat",
	"openat2", "socket", "connect", "bind", "listen",
#ifndef __SANITIZE_ADDRESS__ /* the leak checker inspects its own process */
	"ptrace",
#endif
	"process_vm_readv", "process_vm_writev", "tkill", "pidfd_send_signal", "pidfd_open",
	"pidfd_getfd", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
	"symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat", "rmdir", "chmod", "fchmod",
	"fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "truncate", "utimensat",
	"setxattr", "fsetxattr", "mount", "umount2", "unshare", "setns", "chroot", "pivot_root",
	"bpf", "perf_event_open", "keyctl", "add_key", "request_key", "io_uring_setup",
	"userfaultfd", "shmget", "msgget", "semget", "mq_open", "setuid", "setgid", "setresuid",
	"setresgid", "personality", "memfd_create", NULL};

/* The filters: one of these, and each of the further refusals. */
enum seccomp_kind { SECCOMP_OF_BOT, SECCOMP_OF_BUILD, SECCOMP_OF_NETWORK, SECCOMP_KINDS };
enum { SECCOMP_MORE = 2 };
static struct sock_fprog seccomp_filters[SECCOMP_KINDS], seccomp_besides[SECCOMP_MORE];

#define SECCOMP_PERSONALITY 0xffffffffu /* only queries */
#define SECCOMP_TCGETS2	    0x802c542au

enum {
	SECCOMP_NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
			     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
};

/* Adds a rule for a call by name; skips a call that this machine does not have. */
static bool seccomp_add(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count,
	const struct scmp_arg_cmp *arguments)
{
	int number = seccomp_syscall_resolve_name(name);
	if (number == __NR_SCMP_ERROR)
		return true;
	int error = seccomp_rule_add_array(filter, action, number, count, arguments);
	return error == 0 || error == -EDOM || error == -EOPNOTSUPP || error == -EACCES;
}

/* Calls that are allowed only with certain arguments. ioctl() may only query a descriptor, so it
 * cannot type into a terminal (TIOCSTI, TIOCLINUX). */
static bool seccomp_add_by_argument(scmp_filter_ctx filter)
{
	static const struct {
		const char *name;
		struct scmp_arg_cmp argument;
	} rows[] = {
		{"clone", SCMP_A0(SCMP_CMP_MASKED_EQ, SECCOMP_NAMESPACES, 0)},
		{"socketpair", SCMP_A0(SCMP_CMP_EQ, AF_UNIX)},
		{"personality", SCMP_A0(SCMP_CMP_EQ, SECCOMP_PERSONALITY)},
		{"personality", SCMP_A0(SCMP_CMP_EQ, 0)},
		{"prlimit64", SCMP_A0(SCMP_CMP_EQ, 0)}, /* of itself only */
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, TCGETS)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, SECCOMP_TCGETS2)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, TIOCGWINSZ)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, TIOCGPGRP)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, FIONREAD)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, FIONBIO)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, FIOCLEX)},
		{"ioctl", SCMP_A1(SCMP_CMP_EQ, FIONCLEX)},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!seccomp_add(filter, SCMP_ACT_ALLOW, rows[i].name, 1, &rows[i].argument))
			return false;
	return true;
}

/* Adds a rule for each name of a list that ends with NULL. */
static bool seccomp_add_list(scmp_filter_ctx filter, uint32_t action, const char *const *names)
{
	for (; *names != NULL; names++)
		if (!seccomp_add(filter, action, *names, 0, NULL))
			return false;
	return true;
}

/* Adds a rule for each of these commands of fcntl(). */
static bool seccomp_add_commands(
	scmp_filter_ctx filter, uint32_t action, const int *commands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct scmp_arg_cmp command = SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i]);
		if (!seccomp_add(filter, action, "fcntl", 1, &command) ||
			!seccomp_add(filter, action, "fcntl64", 1, &command))
			return false;
	}
	return true;
}

/* Locks are an answer to each other of all that may open a file. A folder tells by F_NOTIFY who
 * opens its files, and no build needs that. */
static bool seccomp_add_locks(scmp_filter_ctx filter, bool allowed)
{
	static const char *const lock[] = {"flock", NULL};
	static const int notify[] = {F_NOTIFY};
	const uint32_t action = allowed ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM);
	return seccomp_add_list(filter, action, lock) &&
	       seccomp_add_commands(filter, action, seccomp_lock_commands,
		       sizeof seccomp_lock_commands / sizeof *seccomp_lock_commands) &&
	       seccomp_add_commands(filter, SCMP_ACT_ERRNO(EPERM), notify, 1) &&
	       seccomp_add_commands(filter, SCMP_ACT_ALLOW, seccomp_descriptor_commands,
		       sizeof seccomp_descriptor_commands / sizeof *seccomp_descriptor_commands);
}

/* Only addresses of the internet: a Unix socket may lead to a process of this machine. */
static bool seccomp_add_network(scmp_filter_ctx filter)
{
	static const struct scmp_arg_cmp families[] = {
		SCMP_A0(SCMP_CMP_EQ, AF_INET), SCMP_A0(SCMP_CMP_EQ, AF_INET6)};
	return seccomp_add_list(filter, SCMP_ACT_ALLOW, seccomp_connections + 1) &&
	       seccomp_add(filter, SCMP_ACT_ALLOW, seccomp_connections[0], 1, &families[0]) &&
	       seccomp_add(filter, SCMP_ACT_ALLOW, seccomp_connections[0], 1, &families[1]);
}

static bool seccomp_add_all(scmp_filter_ctx filter, enum seccomp_kind kind)
{
	return (kind == SECCOMP_OF_NETWORK ? seccomp_add_network(filter)
					   : seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM),
						     seccomp_connections)) &&
	       seccomp_add_list(filter, SCMP_ACT_ALLOW, seccomp_allowed) &&
	       seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM), seccomp_refused) &&
	       seccomp_add_locks(filter, kind != SECCOMP_OF_BOT) && seccomp_add_by_argument(filter);
}

/* The refusals of each bit of `besides`. */
static bool seccomp_add_besides(scmp_filter_ctx filter, unsigned bit)
{
	static const char *const modes[] = {"chmod", "fchmod", "fchmodat", "fchmodat2", "chown",
		"fchown", "lchown", "fchownat", "utime", "utimes", "utimensat", "futimesat", NULL};
	static const char *const uncounted[] = {"memfd_create", "vmsplice", NULL};
	static const int sizes[] = {F_SETPIPE_SZ}, options[] = {SO_SNDBUF, SO_SNDBUFFORCE};
	if (bit == SECCOMP_NO_MODES)
		return seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM), modes);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const struct scmp_arg_cmp arguments[] = {SCMP_A1(SCMP_CMP_EQ, SOL_SOCKET),
			SCMP_A2(SCMP_CMP_EQ, (scmp_datum_t)options[i])};
		if (!seccomp_add(filter, SCMP_ACT_ERRNO(EPERM), "setsockopt", 2, arguments))
			return false;
	}
	return seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM), uncounted) &&
	       seccomp_add_commands(filter, SCMP_ACT_ERRNO(EPERM), sizes, 1);
}

/* libseccomp writes the filter only to a descriptor. A pipe takes all of it: a limit on the size of
 * files does not cut it. */
enum { SECCOMP_SIZE = 65536 };

static bool seccomp_compile(struct sock_fprog *taken, scmp_filter_ctx filter)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	bool good = seccomp_export_bpf(filter, ends[1]) == 0;
	close(ends[1]);
	char *bytes = memory_get(SECCOMP_SIZE, 1);
	ssize_t size = good ? read(ends[0], bytes, SECCOMP_SIZE) : 0;
	close(ends[0]);
	taken->len = size > 0 ? (unsigned short)((size_t)size / sizeof *taken->filter) : 0;
	taken->filter = memory_resize(bytes, (size_t)taken->len + 1, sizeof *taken->filter);
	return taken->len > 0;
}

/* Makes the filter of a kind, or with a bit of `besides` that of its refusals. */
static bool seccomp_make(struct sock_fprog *made, enum seccomp_kind kind, unsigned bit)
{
	if (made->len > 0)
		return true;
	scmp_filter_ctx filter = seccomp_init(bit == 0 ? SCMP_ACT_ERRNO(ENOSYS) : SCMP_ACT_ALLOW);
	bool good = filter != NULL &&
		    seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
		    seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 &&
		    (bit == 0 ? seccomp_add_all(filter, kind) : seccomp_add_besides(filter, bit)) &&
		    seccomp_compile(made, filter);
	seccomp_release(filter);
	return good;
}

bool seccomp_prepare(void)
{
	bool good = seccomp_make(&seccomp_filters[SECCOMP_OF_BOT], SECCOMP_OF_BOT, 0);
	for (int i = 0; i < SECCOMP_MORE; i++)
		good = good && seccomp_make(&seccomp_besides[i], SECCOMP_OF_BOT, 1u << i);
	return good;
}

bool seccomp_prepare_build(bool network)
{
	const enum seccomp_kind kind = network ? SECCOMP_OF_NETWORK : SECCOMP_OF_BUILD;
	return seccomp_make(&seccomp_filters[kind], kind, 0);
}

int seccomp_restrict(unsigned besides)
{
	for (int i = 0; i < SECCOMP_MORE; i++)
		if ((besides & 1u << i) != 0 &&
			prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &seccomp_besides[i], 0, 0) != 0)
			return -1;
	const enum seccomp_kind kind = (besides & SECCOMP_NETWORK) != 0 ? SECCOMP_OF_NETWORK
				       : (besides & SECCOMP_BUILD) != 0 ? SECCOMP_OF_BUILD
									: SECCOMP_OF_BOT;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &seccomp_filters[kind], 0, 0);
}

static bool seccomp_deny_lists(const char *const *one, const char *const *other)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	errno = ENOMEM;
	bool good = filter != NULL && seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM), one) &&
		    seccomp_add_list(filter, SCMP_ACT_ERRNO(EPERM), other);
	int error = good ? seccomp_load(filter) : -errno;
	seccomp_release(filter);
	errno = -error;
	return error == 0;
}

bool seccomp_deny(const char *const *more)
{
	return seccomp_deny_lists(seccomp_denied, more);
}

bool seccomp_deny_only(const char *const *names)
{
	static const char *const none[] = {NULL};
	return seccomp_deny_lists(names, none);
}
