/*
 * escape-tests.c - the table of escape tests.
 *
 * Each test runs in a child process, so a test that succeeds or is killed does not affect the
 * others. Most calls count as refused only if they fail for missing rights. For others any failure
 * is enough, for example if a file does not exist.
 */
#include "referee/sandbox/escape-tests.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/escape-attempts.h"
#include "referee/sandbox/fs-view.h"

/* --- the table ------------------------------------------------------------------------------ */

#define FULL SANDBOX_FULL
#define ALL  SANDBOX_REDUCED
#define BY(function)                                                                               \
	function, ESCAPE_TEST_ANY,                                                                 \
	{                                                                                          \
		0                                                                                  \
	}
#define CALLS(...)                                                                                 \
	NULL, ESCAPE_TEST_RIGHT,                                                                   \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define OPENS(path, f)                                                                             \
	NULL, ESCAPE_TEST_ANY,                                                                     \
	{                                                                                          \
		SYS_openat, AT_FDCWD, (long)(path), f                                              \
	}
#define NEW(kind)      CALLS(SYS_unshare, kind)
#define SOCKET(family) CALLS(SYS_socket, family, SOCK_DGRAM)

static char escape_tests_zeroes[256];

const struct escape_test all_probes[] = {
	/* First, because other tests may leave descriptors open. */
	{"processes", "descriptors", "inherits a descriptor", ALL, BY(try_descriptors)},
	{"processes", "signal-outside", "signals a process outside", ALL, BY(try_signal_outside)},
	{"processes", "signal-keeper", "signals its keeper", ALL, BY(try_signal_keeper)},
	{"processes", "pidfd-signal", "the same by a descriptor", ALL, BY(try_pidfd_signal)},
	{"processes", "ptrace-outside", "traces a process outside", ALL, BY(try_ptrace_outside)},
	{"processes", "ptrace-keeper", "traces its keeper", ALL, BY(try_ptrace_keeper)},
	{"processes", "ptrace-me", "asks to be traced", ALL, CALLS(SYS_ptrace, PTRACE_TRACEME)},
	{"processes", "read-memory", "reads others' memory", ALL, BY(try_read_memory)},
	{"processes", "write-memory", "writes others' memory", ALL, BY(try_write_memory)},
	{"processes", "take-descriptor", "takes its keeper's descriptor", ALL,
		BY(try_take_descriptor)},
	{"processes", "kcmp", "compares itself with its keeper", ALL, BY(try_compare)},
	{"processes", "proc-mem", "opens others' /proc/PID/mem", ALL, BY(try_memory_file)},
	{"processes", "proc-environ", "reads others' environment", ALL, BY(try_environment_file)},
	{"processes", "proc-fd", "looks at its keeper's descriptors", ALL,
		BY(try_descriptors_file)},
	{"processes", "proc-root", "goes through others' /proc/PID/root", ALL, BY(try_root_file)},
	{"processes", "list", "sees processes that are not its own", FULL, BY(try_list)},
	{"processes", "session", "is in a session of ours", ALL, BY(try_session)},
	{"share", "nice", "raises its priority", ALL, CALLS(SYS_setpriority, PRIO_PROCESS, 0, -1)},
	{"share", "nice-keeper", "lowers its keeper's", ALL, BY(try_priority_keeper)},
	{"share", "limits-keeper", "limits its keeper", ALL, BY(try_limits_keeper)},
	{"share", "real-time", "takes a real-time class", ALL, BY(try_real_time)},
	{"share", "affinity", "chooses its processors", ALL, BY(try_affinity)},
	{"share", "ioprio", "raises its disk priority", ALL, CALLS(SYS_ioprio_set, 1, 0, 1 << 13)},
	{"share", "processes", "has processes without limit", ALL, BY(try_processes_limit)},
	{"share", "files", "has open files without limit", ALL, BY(try_files_limit)},
	{"share", "raise", "raises a limit", ALL, BY(try_raise)},
	{"share", "mlock", "locks memory", ALL, BY(try_lock_memory)},
	{"share", "core", "dumps core", ALL, BY(try_core)},
	{"share", "scratch", "has room on disk without limit", ALL, BY(try_scratch_size)},
	{"share", "scratch-shared", "has more, with shared memory", ALL, BY(try_scratch_shared)},
	{"share", "inodes", "makes a million files", ALL, BY(try_scratch_files)},
	{"share", "oom-score", "saves itself from a full memory", ALL,
		OPENS("/proc/self/oom_score_adj", O_WRONLY)},
	{"files", "secret", "reads a file outside", ALL, BY(try_read_secret)},
	{"files", "folder", "lists a folder outside", ALL, BY(try_read_folder)},
	{"files", "dot-dot", "reads it by way of ..", ALL, BY(try_up)},
	{"files", "symlink", "reads it through a link", ALL, BY(try_symlink)},
	{"files", "hard-link", "links a file of its folder to its own", ALL, BY(try_link)},
	{"files", "shadow", "reads /etc/shadow", ALL, OPENS("/etc/shadow", O_RDONLY)},
	{"files", "home", "lists /root", ALL, OPENS("/root", O_RDONLY | O_DIRECTORY)},
	{"files", "homes", "lists /home", ALL, OPENS("/home", O_RDONLY | O_DIRECTORY)},
	{"files", "var", "lists /var", ALL, OPENS("/var", O_RDONLY | O_DIRECTORY)},
	{"files", "run", "lists /run", ALL, OPENS("/run", O_RDONLY | O_DIRECTORY)},
	{"files", "sys", "lists /sys", ALL, OPENS("/sys", O_RDONLY | O_DIRECTORY)},
	{"files", "cgroup", "makes a control group", ALL, BY(try_make_group)},
	{"files", "proc-sys", "reads the kernel's settings", FULL,
		OPENS("/proc/sys/kernel/hostname", O_RDONLY)},
	{"files", "sysrq", "opens /proc/sysrq-trigger", ALL,
		OPENS("/proc/sysrq-trigger", O_WRONLY)},
	{"files", "kcore", "opens /proc/kcore", ALL, OPENS("/proc/kcore", O_RDONLY)},
	{"files", "write-root", "writes to /", ALL, OPENS("/", ESCAPE_ATTEMPTS_CREATE)},
	{"files", "write-usr", "writes to /usr", ALL, OPENS("/usr", ESCAPE_ATTEMPTS_CREATE)},
	{"files", "write-etc", "writes to /etc", ALL, OPENS("/etc", ESCAPE_ATTEMPTS_CREATE)},
	{"files", "write-own", "writes to its own folder", ALL, BY(try_write_own)},
	{"files", "mode-own", "changes its own folder's mode", ALL, BY(try_mode_own)},
	{"files", "write-program", "changes its own program", ALL, BY(try_write_program)},
	{"files", "execute", "starts what it wrote", ALL, BY(try_execute_scratch)},
	{"files", "execute-shared", "the same from shared memory", ALL, BY(try_execute_shared)},
	{"files", "map-shared", "maps shared memory to be executed", ALL, BY(try_map_shared)},
	{"files", "mknod", "makes a device", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_mknod, (long)FS_VIEW_SCRATCH "/device", S_IFCHR | 0600, 0x101}},
	{"files", "mem", "opens /dev/mem", ALL, OPENS("/dev/mem", O_RDONLY)},
	{"files", "kmsg", "opens /dev/kmsg", ALL, OPENS("/dev/kmsg", O_RDONLY)},
	{"files", "tty", "opens its terminal", ALL, OPENS("/dev/tty", O_RDWR)},
	{"files", "ptmx", "makes a terminal", ALL, OPENS("/dev/ptmx", O_RDWR)},
	{"files", "fuse", "opens /dev/fuse", ALL, OPENS("/dev/fuse", O_RDWR)},
	{"files", "kvm", "opens /dev/kvm", ALL, OPENS("/dev/kvm", O_RDWR)},
	{"files", "handle", "opens files by their numbers", ALL,
		CALLS(SYS_open_by_handle_at, AT_FDCWD, (long)escape_tests_zeroes, 0)},
	{"files", "fanotify", "watches everybody's files", ALL, CALLS(SYS_fanotify_init, 0, 0)},
	{"files", "quota", "asks for quotas", ALL, CALLS(SYS_quotactl, 0x80000700, 0, 0, 0)},
	{"rights", "root", "is root", ALL, BY(try_is_root)},
	{"rights", "become-root", "becomes root", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_setresuid, 0, 0, 0}},
	{"rights", "groups", "keeps groups that could be taken from it", ALL, BY(try_groups)},
	{"rights", "set-groups", "joins group 0", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_setgroups, 1, (long)escape_tests_zeroes}},
	{"rights", "capabilities", "has a capability", ALL, BY(try_capabilities)},
	{"rights", "bounding", "could get one by a program", ALL, BY(try_bounding)},
	{"rights", "ambient", "raises an ambient one", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_KILL, 0, 0}},
	{"rights", "setuid-file", "gains by a setuid program", ALL, BY(try_setuid_file)},
	{"rights", "securebits", "changes its secure bits", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_SET_SECUREBITS, 0, 0, 0, 0}},
	{"rights", "prctl-mm", "moves its own map", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0}},
	{"worlds", "user", "makes a user namespace", ALL, NEW(CLONE_NEWUSER)},
	{"worlds", "mounts", "makes a mount namespace", ALL, NEW(CLONE_NEWNS)},
	{"worlds", "network", "makes a network namespace", ALL, NEW(CLONE_NEWNET)},
	{"worlds", "clone", "makes one with clone()", ALL,
		CALLS(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)},
	{"worlds", "clone3", "makes one with clone3()", ALL,
		CALLS(SYS_clone3, (long)escape_tests_zeroes, 88)},
	{"worlds", "setns", "enters another", ALL, CALLS(SYS_setns, 0, 0)},
	{"worlds", "mount", "mounts", ALL,
		CALLS(SYS_mount, (long)"none", (long)FS_VIEW_SCRATCH, (long)"none", 0, 0)},
	{"worlds", "remount", "makes /usr writable", ALL,
		CALLS(SYS_mount, 0, (long)"/usr", 0, 4128)},
	{"worlds", "umount", "unmounts", ALL, CALLS(SYS_umount2, (long)"/none", 2)},
	{"worlds", "fsopen", "opens a file system", ALL, CALLS(SYS_fsopen, (long)"tmpfs", 0)},
	{"worlds", "open-tree", "picks up a mount", ALL,
		CALLS(SYS_open_tree, AT_FDCWD, (long)"/", OPEN_TREE_CLONE)},
	{"worlds", "mount-setattr", "changes a mount", ALL,
		CALLS(SYS_mount_setattr, AT_FDCWD, (long)"/", 0, (long)escape_tests_zeroes, 32)},
	{"worlds", "pivot-root", "changes its root", ALL,
		CALLS(SYS_pivot_root, (long)"/usr", (long)"/usr")},
	{"worlds", "chroot", "the same with chroot()", ALL, CALLS(SYS_chroot, (long)"/usr")},
	{"network", "inet", "makes a socket for IPv4", ALL, SOCKET(AF_INET)},
	{"network", "inet6", "for IPv6", ALL, SOCKET(AF_INET6)},
	{"network", "unix", "a Unix socket", ALL, SOCKET(AF_UNIX)},
	{"network", "abstract", "an abstract one", ALL, BY(try_abstract)},
	{"network", "netlink", "one to the kernel", ALL, SOCKET(AF_NETLINK)},
	{"network", "packet", "one for packets", ALL, SOCKET(AF_PACKET)},
	{"network", "vsock", "one to the host of a virtual machine", ALL, SOCKET(AF_VSOCK)},
	{"network", "alg", "one for the kernel's cryptography", ALL, SOCKET(AF_ALG)},
	{"network", "socketpair", "a pair of another family", ALL,
		CALLS(SYS_socketpair, AF_TIPC, SOCK_STREAM, 0, (long)escape_tests_zeroes)},
	{"talk", "shm", "makes shared memory", ALL, CALLS(SYS_shmget, 0, 4096, 0600)},
	{"talk", "shm-open", "opens memory that another bot shares", ALL, BY(try_open_shared)},
	{"talk", "dev-shm", "lists what others share", ALL, BY(try_list_shared)},
	{"talk", "msg", "makes a message queue", ALL, CALLS(SYS_msgget, 0, 0600)},
	{"talk", "sem", "makes semaphores", ALL, CALLS(SYS_semget, 0, 1, 0600)},
	{"talk", "mq", "makes a POSIX queue", ALL,
		CALLS(SYS_mq_open, (long)"probe", O_RDWR | O_CREAT, 0600, 0)},
	{"talk", "add-key", "leaves a key", ALL,
		CALLS(SYS_add_key, (long)"user", (long)"probe", (long)"x", 1, -3)},
	{"talk", "request-key", "asks for one", ALL,
		CALLS(SYS_request_key, (long)"user", (long)"probe", 0, -3)},
	{"talk", "keyctl", "looks at its keyring", ALL, CALLS(SYS_keyctl, 0, -3, 0)},
	{"talk", "typing", "types into a terminal", ALL, BY(try_typing)},
	{"talk", "variables", "inherits a variable", ALL, BY(try_variables)},
	{"kernel", "i386", "calls as a 32-bit program", ALL, BY(try_i386)},
	{"kernel", "x32", "calls as an x32 program", ALL, BY(try_x32)},
	{"kernel", "io-uring", "makes an io_uring", ALL,
		CALLS(SYS_io_uring_setup, 1, (long)escape_tests_zeroes)},
	{"kernel", "bpf", "loads a program", ALL, CALLS(SYS_bpf, 0, (long)escape_tests_zeroes, 72)},
	{"kernel", "perf", "counts events", ALL,
		CALLS(SYS_perf_event_open, (long)escape_tests_zeroes, 0, -1, -1, 0)},
	{"kernel", "userfaultfd", "handles page faults", ALL, CALLS(SYS_userfaultfd, 1)},
	{"kernel", "personality", "changes its personality", ALL,
		CALLS(SYS_personality, ADDR_NO_RANDOMIZE)},
	{"kernel", "syslog", "reads the kernel's log", ALL,
		CALLS(SYS_syslog, 3, (long)escape_tests_zeroes, sizeof escape_tests_zeroes)},
	{"kernel", "kexec", "starts another kernel", ALL, CALLS(SYS_kexec_load, 0, 0, 0, 0)},
	{"kernel", "module", "loads a module", ALL, CALLS(SYS_finit_module, -1, (long)"", 0)},
	{"kernel", "unmodule", "removes one", ALL, CALLS(SYS_delete_module, (long)"probe", 2048)},
	{"kernel", "reboot", "reboots", ALL, CALLS(SYS_reboot, 0, 0, 0, 0)},
	{"kernel", "swap", "swaps", ALL, CALLS(SYS_swapon, (long)"/probe", 0)},
	{"kernel", "acct", "keeps accounts", ALL, CALLS(SYS_acct, (long)"/probe")},
	{"kernel", "hostname", "names the machine", ALL, BY(try_hostname)},
	{"kernel", "clock", "sets the clock", ALL, BY(try_clock)},
#ifdef __x86_64__
	{"kernel", "iopl", "talks to ports", ALL, CALLS(SYS_iopl, 3)},
	{"kernel", "ldt", "changes its segments", ALL,
		CALLS(SYS_modify_ldt, 0, (long)escape_tests_zeroes, sizeof escape_tests_zeroes)},
#endif
	{.name = NULL},
};

/* --- running the tests ---------------------------------------------------------------------- */

static bool escape_tests_try(const struct escape_test *p)
{
	const long *c = p->call;
	if (p->open != NULL)
		return p->open();
	if (syscall(c[0], c[1], c[2], c[3], c[4], c[5], c[6]) >= 0)
		return true;
	return p->refusal == ESCAPE_TEST_RIGHT && errno != EPERM && errno != EACCES &&
	       errno != ENOSYS;
}

enum { ESCAPE_TESTS_OPEN = 42, ESCAPE_TESTS_PATIENCE = 5 };

/* Runs in the child: makes attempts from *at on until one succeeds. */
static __attribute__((noreturn)) void escape_tests_try_on(volatile int *at)
{
	for (; all_probes[*at].name != NULL; ++*at) {
		alarm(ESCAPE_TESTS_PATIENCE);
		if (escape_tests_try(&all_probes[*at]))
			_exit(ESCAPE_TESTS_OPEN);
	}
	_exit(EXIT_SUCCESS);
}

/* Makes all attempts. False: no child process could be created. */
static bool escape_tests_try_all(volatile int *at)
{
	const struct escape_test *p = all_probes;
	while (p->name != NULL) {
		int status = 0;
		pid_t child = fork();
		if (child == 0)
			escape_tests_try_on(at);
		if (child < 0 || waitpid(child, &status, 0) != child)
			return false;
		for (; p < &all_probes[*at]; p++)
			printf("%s refused\n", p->name);
		if (p->name == NULL)
			break;
		bool open = WIFEXITED(status) && WEXITSTATUS(status) == ESCAPE_TESTS_OPEN;
		printf("%s %s\n", p->name, open ? "open" : "refused");
		fflush(stdout);
		p++;
		++*at;
	}
	return true;
}

/* Main function of the other bot. */
static int escape_tests_share(const char *name)
{
	char byte;
	umask(0);
	int fd = shm_open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
	puts("there");
	fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	return fd < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int escape_tests_main(int argc, char **argv)
{
	static char program[PATH_MAX];
	if (argc == 2)
		return escape_tests_share(argv[1] + 1);
	if (argc < 6 || readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
		return EXIT_FAILURE;
	tries.program = program;
	tries.keeper = getppid();
	tries.outside = atoi(argv[1]);
	tries.secret = argv[2] + 1; /* after a -: else the view shows it as the bot's */
	tries.folder = argv[3] + 1;
	tries.starter = (uid_t)strtoul(argv[4], NULL, 10);
	tries.shared = argv[5] + 1;
	int *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED || !escape_tests_try_all(at))
		return EXIT_FAILURE;
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
