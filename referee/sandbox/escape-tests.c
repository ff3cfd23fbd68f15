/*
 * escape-tests.c - the attempts, their table, and the program that makes them inside a sandbox.
 */
#include "referee/sandbox/escape-tests.h"

#include <dirent.h>
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
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/fs-view.h"

/* Flags of open() for a file without a name. It leaves nothing behind if it can be created. */
#define ESCAPE_CREATE (O_TMPFILE | O_RDWR)

/* A folder with more room than this is a disk, not scratch space. */
#define ESCAPE_ROOM (UINT64_C(1) << 30)

/* The facts that the escape test program has about the outside. It is set once, when that process
 * starts. */
static struct {
	pid_t outside, init; /* an outside process, and sandbox-init */
	const char *secret;  /* outside file that every user may read */
	const char *folder;  /* its folder */
	const char *program; /* program that makes the attempts */
	uid_t starter;	     /* user that runs the referee */
	const char *shared;  /* name of shared memory that another bot created */
} escape_facts;

/* --- shared by several tests ---------------------------------------------------------------- */

static bool escape_opens(const char *path, int flags)
{
	return open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600) >= 0;
}

/* Opens a file of /proc about a process. */
static bool escape_opens_of(pid_t process, const char *file, int flags)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
	return escape_opens(path, flags);
}

static bool escape_unlimited(int resource, rlim_t most)
{
	struct rlimit limit;
	return getrlimit((unsigned)resource, &limit) == 0 && limit.rlim_max > most;
}

/* --- processes ------------------------------------------------------------------------------ */

static bool escape_signal_outside(void)
{
	return kill(escape_facts.outside, 0) == 0;
}

/* The first process of a PID namespace ignores signals from inside. */
static bool escape_signal_init(void)
{
	return escape_facts.init != 1 && kill(escape_facts.init, 0) == 0;
}

static bool escape_ptrace_outside(void)
{
	return ptrace(PTRACE_SEIZE, escape_facts.outside, NULL, NULL) == 0;
}

static bool escape_ptrace_init(void)
{
	return ptrace(PTRACE_SEIZE, escape_facts.init, NULL, NULL) == 0;
}

/* An address that the other process does not have is found out only with the right to look. */
static bool escape_vm_of(long call, pid_t process)
{
	char bytes[8] = "";
	struct iovec here = {bytes, sizeof bytes}, there = {(void *)environ, sizeof bytes};
	return syscall(call, process, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

static bool escape_vm(long call)
{
	return escape_vm_of(call, escape_facts.init) || escape_vm_of(call, escape_facts.outside);
}

static bool escape_read_memory(void)
{
	return escape_vm(SYS_process_vm_readv);
}

static bool escape_write_memory(void)
{
	return escape_vm(SYS_process_vm_writev);
}

static bool escape_take_descriptor(void)
{
	int process = (int)syscall(SYS_pidfd_open, escape_facts.init, 0);
	return process >= 0 && syscall(SYS_pidfd_getfd, process, 0, 0) >= 0;
}

static bool escape_pidfd_signal(void)
{
	int process = (int)syscall(SYS_pidfd_open, escape_facts.outside, 0);
	return process >= 0 && syscall(SYS_pidfd_send_signal, process, 0, NULL, 0) == 0;
}

static bool escape_compare(void)
{
	return syscall(SYS_kcmp, getpid(), escape_facts.init, 1, 0, 0) >= 0;
}

static bool escape_memory_file(void)
{
	return escape_opens_of(escape_facts.init, "mem", O_RDWR) ||
	       escape_opens_of(escape_facts.outside, "mem", O_RDWR);
}

static bool escape_environment_file(void)
{
	return escape_opens_of(escape_facts.init, "environ", O_RDONLY) ||
	       escape_opens_of(escape_facts.outside, "environ", O_RDONLY);
}

static bool escape_descriptors_file(void)
{
	char path[64], target[64];
	snprintf(path, sizeof path, "/proc/%d/fd/0", (int)escape_facts.init);
	return readlink(path, target, sizeof target) > 0;
}

static bool escape_root_file(void)
{
	return escape_opens_of(escape_facts.init, "root/etc", O_RDONLY) ||
	       escape_opens_of(escape_facts.outside, "root/etc", O_RDONLY);
}

/* Only three processes are expected: this one, its parent, and sandbox-init. */
static bool escape_list(void)
{
	int count = 0;
	DIR *all = opendir("/proc");
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		count += atoi(entry->d_name) > 0;
	return count > 3;
}

static bool escape_priority_init(void)
{
	return setpriority(PRIO_PROCESS, (id_t)escape_facts.init, 19) == 0;
}

static bool escape_limits_init(void)
{
	struct rlimit limit = {1, 1};
	return syscall(SYS_prlimit64, escape_facts.init, RLIMIT_CORE, &limit, NULL) == 0;
}

static bool escape_affinity(void)
{
	cpu_set_t all;
	memset(&all, 0xff, sizeof all);
	return sched_setaffinity(0, sizeof all, &all) == 0;
}

static bool escape_real_time(void)
{
	const struct sched_param param = {.sched_priority = 1};
	return sched_setscheduler(0, SCHED_FIFO, &param) == 0 ||
	       sched_setscheduler(0, SCHED_RR, &param) == 0;
}

static bool escape_session(void)
{
	return getsid(0) != getppid();
}

/* --- files ---------------------------------------------------------------------------------- */

static bool escape_read_secret(void)
{
	return escape_opens(escape_facts.secret, O_RDONLY);
}

static bool escape_read_folder(void)
{
	return escape_opens(escape_facts.folder, O_RDONLY | O_DIRECTORY);
}

static bool escape_up(void)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "../../../../../../../../../../..%s", escape_facts.secret);
	return escape_opens(path, O_RDONLY);
}

static bool escape_symlink(void)
{
	return symlink(escape_facts.secret, FS_VIEW_SCRATCH "/link") == 0 &&
	       escape_opens(FS_VIEW_SCRATCH "/link", O_RDONLY);
}

static bool escape_link(void)
{
	return link(escape_facts.program, FS_VIEW_SCRATCH "/hard") == 0;
}

/* The folder of the program, which is like a bot's own folder. */
static void escape_name_own(char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s", escape_facts.program);
	*strrchr(path, '/') = '\0';
}

static bool escape_write_own(void)
{
	char path[PATH_MAX];
	escape_name_own(path);
	return escape_opens(path, ESCAPE_CREATE);
}

/* Sets the present value again. */
static bool escape_mode_own(void)
{
	char path[PATH_MAX];
	struct stat status;
	escape_name_own(path);
	return stat(path, &status) == 0 && chmod(path, status.st_mode & 07777) == 0;
}

static bool escape_make_group(void)
{
	static const char path[] = "/sys/fs/cgroup/referee-probe";
	return mkdir(path, 0755) == 0 && rmdir(path) == 0;
}

static bool escape_machine(void)
{
	static const char *const files[] = {"/proc/meminfo", "/proc/stat", "/proc/interrupts",
		"/proc/locks", "/proc/kallsyms", "/proc/sysvipc/shm"};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (escape_opens(files[i], O_RDONLY))
			return true;
	return false;
}

static bool escape_write_program(void)
{
	return escape_opens(escape_facts.program, O_RDWR);
}

static bool escape_executes(char *path)
{
	char *const argv[] = {path, NULL};
	int fd = open(path, O_WRONLY | O_CREAT, 0700);
	if (fd < 0 || write(fd, "#!/bin/true\n", 12) != 12 || close(fd) != 0)
		return false;
	pid_t child = fork();
	int status = -1;
	if (child == 0) {
		execv(path, argv);
		_exit(1);
	}
	bool ran = child > 0 && waitpid(child, &status, 0) == child && status == 0;
	unlink(path);
	return ran;
}

static bool escape_execute_scratch(void)
{
	char path[] = FS_VIEW_SCRATCH "/referee-program";
	return escape_executes(path);
}

static bool escape_execute_shared(void)
{
	char path[] = FS_VIEW_SHARED "/referee-program";
	return escape_executes(path);
}

static bool escape_map_shared(void)
{
	enum { SIZE = 4096 };
	int fd = open(FS_VIEW_SHARED, ESCAPE_CREATE, 0600);
	return fd >= 0 && ftruncate(fd, SIZE) == 0 &&
	       mmap(NULL, SIZE, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0) != MAP_FAILED;
}

static bool escape_open_shared(void)
{
	return shm_open(escape_facts.shared, O_RDWR, 0) >= 0;
}

/* Is a file there before a test creates one? */
static bool escape_list_shared(void)
{
	DIR *all = opendir(FS_VIEW_SHARED);
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		if (entry->d_name[0] != '.')
			return true;
	return false;
}

static bool escape_setuid_file(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

static bool escape_scratch_size(void)
{
	struct statvfs scratch;
	return statvfs(FS_VIEW_SCRATCH, &scratch) == 0 &&
	       scratch.f_blocks * scratch.f_frsize > ESCAPE_ROOM &&
	       escape_opens(FS_VIEW_SCRATCH, ESCAPE_CREATE);
}

/* Fills three quarters of the size in each of the two folders. */
static bool escape_scratch_shared(void)
{
	struct statvfs scratch;
	int here = open(FS_VIEW_SCRATCH, ESCAPE_CREATE, 0600);
	int there = open(FS_VIEW_SHARED, ESCAPE_CREATE, 0600);
	if (here < 0 || there < 0 || fstatvfs(here, &scratch) != 0 ||
		scratch.f_blocks * scratch.f_frsize > ESCAPE_ROOM)
		return false;
	off_t part = (off_t)(scratch.f_blocks / 4 * 3 * scratch.f_frsize);
	return fallocate(here, 0, 0, part) == 0 && fallocate(there, 0, 0, part) == 0;
}

static bool escape_scratch_files(void)
{
	struct statvfs scratch;
	return statvfs(FS_VIEW_SCRATCH, &scratch) == 0 && scratch.f_files > 300000 &&
	       escape_opens(FS_VIEW_SCRATCH, ESCAPE_CREATE);
}

/* --- signs to others: files that all bots may read -------------------------------------------- */

/* The sandbox has at least one of these. */
static int escape_open_common(void)
{
	int fd = open("/usr/bin/env", O_RDONLY | O_CLOEXEC);
	return fd >= 0 ? fd : open(escape_facts.program, O_RDONLY | O_CLOEXEC);
}

static bool escape_flock(void)
{
	return flock(escape_open_common(), LOCK_SH | LOCK_NB) == 0;
}

/* A lock for reading needs no right to write; another process finds it with F_GETLK. */
static bool escape_record_lock(void)
{
	struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
	return fcntl(escape_open_common(), F_SETLK, &lock) == 0;
}

static bool escape_find_lock(void)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
	return fcntl(escape_open_common(), F_GETLK, &lock) == 0;
}

static bool escape_open_lock(void)
{
	struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
	return fcntl(escape_open_common(), F_OFD_SETLK, &lock) == 0;
}

/* Asking for a lease that it has not is allowed to all. */
static bool escape_lease(void)
{
	return fcntl(escape_open_common(), F_GETLEASE) >= 0;
}

static bool escape_inotify(void)
{
	int watch = inotify_init();
	return watch >= 0 && inotify_add_watch(watch, "/usr", IN_OPEN) >= 0;
}

static bool escape_dnotify(void)
{
	int fd = open("/usr", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return fcntl(fd, F_NOTIFY, DN_ACCESS) == 0;
}

/* --- rights --------------------------------------------------------------------------------- */

static bool escape_is_root(void)
{
	return getuid() == 0 || geteuid() == 0 || getgid() == 0 || getegid() == 0;
}

/* Only root can drop supplementary groups. A bot that runs as another user keeps that user's
 * groups, which may allow more. */
static bool escape_groups(void)
{
	if (escape_facts.starter != 0)
		return false;
	gid_t *groups = memory_get(NGROUPS_MAX, sizeof *groups);
	int count = getgroups(NGROUPS_MAX, groups);
	bool others = count < 0;
	for (int i = 0; i < count; i++)
		others |= groups[i] != getgid();
	free(groups);
	return others;
}

static bool escape_capabilities(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct has[2];
	return syscall(SYS_capget, &header, has) != 0 ||
	       (has[0].effective | has[0].permitted | has[0].inheritable | has[1].effective |
		       has[1].permitted | has[1].inheritable) != 0;
}

static bool escape_bounding(void)
{
	for (int i = 0; i < 64; i++)
		if (prctl(PR_CAPBSET_READ, i, 0, 0, 0) == 1)
			return true;
	return false;
}

static bool escape_files_limit(void)
{
	return escape_unlimited(RLIMIT_NOFILE, 65536);
}

static bool escape_processes_limit(void)
{
	return escape_unlimited(RLIMIT_NPROC, 65536);
}

static bool escape_core(void)
{
	return escape_unlimited(RLIMIT_CORE, 0);
}

static bool escape_lock_memory(void)
{
	enum { SIZE = 1 << 20 };
	void *memory = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory != MAP_FAILED && syscall(SYS_mlock, memory, SIZE) == 0;
}

static bool escape_raise(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return false;
	limit.rlim_max++;
	return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* --- other attempts ------------------------------------------------------------------------- */

static bool escape_abstract(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0referee-probe"};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	return fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0;
}

static bool escape_typing(void)
{
	return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0 || errno == ENOTTY;
}

static bool escape_descriptors(void)
{
	for (int fd = 3; fd < 256; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return true;
	return false;
}

static bool escape_variables(void)
{
	return getenv(ESCAPE_VARIABLE) != NULL;
}

static bool escape_hostname(void)
{
	char name[256] = "";
	return gethostname(name, sizeof name - 1) == 0 && sethostname(name, strlen(name)) == 0;
}

/* Sets the present value again. */
static bool escape_clock(void)
{
	struct timespec now;
	return clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_settime(CLOCK_REALTIME, &now) == 0;
}

/* Makes a system call of the 32-bit table. The attempt succeeded if the process survives. */
static bool escape_i386(void)
{
#ifdef __x86_64__
	long result = 20; /* number of getpid in that table */
	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
	return result > 0;
#else
	return false;
#endif
}

static bool escape_x32(void)
{
#ifdef __x86_64__
	return syscall(0x40000000 | SYS_getpid) > 0;
#else
	return false;
#endif
}

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

static char escape_zeroes[256];

const struct escape_test escape_tests[] = {
	/* First, because other tests may leave descriptors open. */
	{"processes", "descriptors", "inherits a descriptor", ALL, BY(escape_descriptors)},
	{"processes", "signal-outside", "signals a process outside", ALL,
		BY(escape_signal_outside)},
	{"processes", "signal-init", "signals sandbox init", ALL, BY(escape_signal_init)},
	{"processes", "pidfd-signal", "signals a process outside by a descriptor", ALL,
		BY(escape_pidfd_signal)},
	{"processes", "ptrace-outside", "traces a process outside", ALL, BY(escape_ptrace_outside)},
	{"processes", "ptrace-init", "traces sandbox init", ALL, BY(escape_ptrace_init)},
	{"processes", "ptrace-me", "asks to be traced", ALL, CALLS(SYS_ptrace, PTRACE_TRACEME)},
	{"processes", "read-memory", "reads the memory of another process", ALL,
		BY(escape_read_memory)},
	{"processes", "write-memory", "writes the memory of another process", ALL,
		BY(escape_write_memory)},
	{"processes", "take-descriptor", "takes a descriptor of sandbox init", ALL,
		BY(escape_take_descriptor)},
	{"processes", "kcmp", "compares itself with sandbox init", ALL, BY(escape_compare)},
	{"processes", "proc-mem", "opens /proc/PID/mem of another process", ALL,
		BY(escape_memory_file)},
	{"processes", "proc-environ", "reads the environment of another process", ALL,
		BY(escape_environment_file)},
	{"processes", "proc-fd", "reads the descriptors of sandbox init", ALL,
		BY(escape_descriptors_file)},
	{"processes", "proc-root", "opens /proc/PID/root of another process", ALL,
		BY(escape_root_file)},
	{"processes", "list", "sees processes that are not its own", FULL, BY(escape_list)},
	{"processes", "session", "is in the referee's session", ALL, BY(escape_session)},
	{"share", "nice", "raises its priority", ALL, CALLS(SYS_setpriority, PRIO_PROCESS, 0, -1)},
	{"share", "nice-init", "lowers the priority of sandbox init", ALL,
		BY(escape_priority_init)},
	{"share", "limits-init", "sets a limit of sandbox init", ALL, BY(escape_limits_init)},
	{"share", "real-time", "takes a real-time class", ALL, BY(escape_real_time)},
	{"share", "affinity", "chooses its processors", ALL, BY(escape_affinity)},
	{"share", "ioprio", "raises its disk priority", ALL, CALLS(SYS_ioprio_set, 1, 0, 1 << 13)},
	{"share", "processes", "has processes without limit", ALL, BY(escape_processes_limit)},
	{"share", "files", "has open files without limit", ALL, BY(escape_files_limit)},
	{"share", "raise", "raises a limit", ALL, BY(escape_raise)},
	{"share", "mlock", "locks memory", ALL, BY(escape_lock_memory)},
	{"share", "core", "dumps core", ALL, BY(escape_core)},
	{"share", "scratch", "has scratch space without limit", ALL, BY(escape_scratch_size)},
	{"share", "scratch-shared", "fills both scratch space and shared memory", ALL,
		BY(escape_scratch_shared)},
	{"share", "inodes", "makes a million files", ALL, BY(escape_scratch_files)},
	{"share", "oom-score", "lowers its risk to be killed for lack of memory", ALL,
		OPENS("/proc/self/oom_score_adj", O_WRONLY)},
	{"files", "secret", "reads a file outside", ALL, BY(escape_read_secret)},
	{"files", "folder", "lists a folder outside", ALL, BY(escape_read_folder)},
	{"files", "dot-dot", "reads a file outside by way of ..", ALL, BY(escape_up)},
	{"files", "symlink", "reads a file outside through a link", ALL, BY(escape_symlink)},
	{"files", "hard-link", "links its program into its scratch space", ALL, BY(escape_link)},
	{"files", "shadow", "reads /etc/shadow", ALL, OPENS("/etc/shadow", O_RDONLY)},
	{"files", "home", "lists /root", ALL, OPENS("/root", O_RDONLY | O_DIRECTORY)},
	{"files", "homes", "lists /home", ALL, OPENS("/home", O_RDONLY | O_DIRECTORY)},
	{"files", "var", "lists /var", ALL, OPENS("/var", O_RDONLY | O_DIRECTORY)},
	{"files", "run", "lists /run", ALL, OPENS("/run", O_RDONLY | O_DIRECTORY)},
	{"files", "sys", "lists /sys", ALL, OPENS("/sys", O_RDONLY | O_DIRECTORY)},
	{"files", "cgroup", "makes a control group", ALL, BY(escape_make_group)},
	{"files", "proc-sys", "reads the kernel's settings", FULL,
		OPENS("/proc/sys/kernel/hostname", O_RDONLY)},
	{"files", "proc-machine", "reads facts about the machine", FULL, BY(escape_machine)},
	{"files", "sysrq", "opens /proc/sysrq-trigger", ALL,
		OPENS("/proc/sysrq-trigger", O_WRONLY)},
	{"files", "kcore", "opens /proc/kcore", ALL, OPENS("/proc/kcore", O_RDONLY)},
	{"files", "write-root", "writes to /", ALL, OPENS("/", ESCAPE_CREATE)},
	{"files", "write-usr", "writes to /usr", ALL, OPENS("/usr", ESCAPE_CREATE)},
	{"files", "write-etc", "writes to /etc", ALL, OPENS("/etc", ESCAPE_CREATE)},
	{"files", "write-own", "writes to its own folder", ALL, BY(escape_write_own)},
	{"files", "mode-own", "changes its own folder's mode", ALL, BY(escape_mode_own)},
	{"files", "write-program", "changes its own program", ALL, BY(escape_write_program)},
	{"files", "execute", "executes a file that it wrote", ALL, BY(escape_execute_scratch)},
	{"files", "execute-shared", "executes a file in shared memory", ALL,
		BY(escape_execute_shared)},
	{"files", "map-shared", "maps shared memory to be executed", ALL, BY(escape_map_shared)},
	{"files", "mknod", "makes a device", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_mknod, (long)FS_VIEW_SCRATCH "/device", S_IFCHR | 0600, 0x101}},
	{"files", "mem", "opens /dev/mem", ALL, OPENS("/dev/mem", O_RDONLY)},
	{"files", "kmsg", "opens /dev/kmsg", ALL, OPENS("/dev/kmsg", O_RDONLY)},
	{"files", "tty", "opens its terminal", ALL, OPENS("/dev/tty", O_RDWR)},
	{"files", "ptmx", "makes a terminal", ALL, OPENS("/dev/ptmx", O_RDWR)},
	{"files", "fuse", "opens /dev/fuse", ALL, OPENS("/dev/fuse", O_RDWR)},
	{"files", "kvm", "opens /dev/kvm", ALL, OPENS("/dev/kvm", O_RDWR)},
	{"files", "handle", "opens a file by its handle", ALL,
		CALLS(SYS_open_by_handle_at, AT_FDCWD, (long)escape_zeroes, 0)},
	{"files", "fanotify", "watches the files of all users", ALL,
		CALLS(SYS_fanotify_init, 0, 0)},
	{"files", "quota", "reads disk quotas", ALL, CALLS(SYS_quotactl, 0x80000700, 0, 0, 0)},
	{"rights", "root", "is root", ALL, BY(escape_is_root)},
	{"rights", "become-root", "becomes root", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_setresuid, 0, 0, 0}},
	{"rights", "groups", "keeps groups that the referee can drop", ALL, BY(escape_groups)},
	{"rights", "set-groups", "joins group 0", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_setgroups, 1, (long)escape_zeroes}},
	{"rights", "capabilities", "has a capability", ALL, BY(escape_capabilities)},
	{"rights", "bounding", "can get a capability by exec", ALL, BY(escape_bounding)},
	{"rights", "ambient", "raises an ambient capability", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_KILL, 0, 0}},
	{"rights", "setuid-file", "gains rights by a setuid program", ALL, BY(escape_setuid_file)},
	{"rights", "securebits", "changes its secure bits", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_SET_SECUREBITS, 0, 0, 0, 0}},
	{"rights", "prctl-mm", "changes its own memory map", ALL, NULL, ESCAPE_TEST_ANY,
		{SYS_prctl, PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0}},
	{"namespaces", "user", "makes a user namespace", ALL, NEW(CLONE_NEWUSER)},
	{"namespaces", "mounts", "makes a mount namespace", ALL, NEW(CLONE_NEWNS)},
	{"namespaces", "network", "makes a network namespace", ALL, NEW(CLONE_NEWNET)},
	{"namespaces", "clone", "makes a namespace with clone()", ALL,
		CALLS(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)},
	{"namespaces", "clone3", "makes a namespace with clone3()", ALL,
		CALLS(SYS_clone3, (long)escape_zeroes, 88)},
	{"namespaces", "setns", "enters another namespace", ALL, CALLS(SYS_setns, 0, 0)},
	{"namespaces", "mount", "mounts", ALL,
		CALLS(SYS_mount, (long)"none", (long)FS_VIEW_SCRATCH, (long)"none", 0, 0)},
	{"namespaces", "remount", "makes /usr writable", ALL,
		CALLS(SYS_mount, 0, (long)"/usr", 0, 4128)},
	{"namespaces", "umount", "unmounts", ALL, CALLS(SYS_umount2, (long)"/none", 2)},
	{"namespaces", "fsopen", "opens a file system", ALL, CALLS(SYS_fsopen, (long)"tmpfs", 0)},
	{"namespaces", "open-tree", "copies a mount", ALL,
		CALLS(SYS_open_tree, AT_FDCWD, (long)"/", OPEN_TREE_CLONE)},
	{"namespaces", "mount-setattr", "changes a mount", ALL,
		CALLS(SYS_mount_setattr, AT_FDCWD, (long)"/", 0, (long)escape_zeroes, 32)},
	{"namespaces", "pivot-root", "changes its root", ALL,
		CALLS(SYS_pivot_root, (long)"/usr", (long)"/usr")},
	{"namespaces", "chroot", "changes its root with chroot()", ALL,
		CALLS(SYS_chroot, (long)"/usr")},
	{"network", "inet", "makes a socket for IPv4", ALL, SOCKET(AF_INET)},
	{"network", "inet6", "makes a socket for IPv6", ALL, SOCKET(AF_INET6)},
	{"network", "unix", "makes a Unix socket", ALL, SOCKET(AF_UNIX)},
	{"network", "abstract", "makes an abstract Unix socket", ALL, BY(escape_abstract)},
	{"network", "netlink", "makes a socket to the kernel", ALL, SOCKET(AF_NETLINK)},
	{"network", "packet", "makes a socket for raw packets", ALL, SOCKET(AF_PACKET)},
	{"network", "vsock", "makes a socket to the host of a virtual machine", ALL,
		SOCKET(AF_VSOCK)},
	{"network", "alg", "makes a socket for the kernel's cryptography", ALL, SOCKET(AF_ALG)},
	{"network", "socketpair", "makes a socket pair of another family", ALL,
		CALLS(SYS_socketpair, AF_TIPC, SOCK_STREAM, 0, (long)escape_zeroes)},
	{"talk", "shm", "makes shared memory", ALL, CALLS(SYS_shmget, 0, 4096, 0600)},
	{"talk", "shm-open", "opens shared memory of another bot", ALL, BY(escape_open_shared)},
	{"talk", "dev-shm", "lists the shared memory of other bots", ALL, BY(escape_list_shared)},
	{"talk", "msg", "makes a message queue", ALL, CALLS(SYS_msgget, 0, 0600)},
	{"talk", "sem", "makes semaphores", ALL, CALLS(SYS_semget, 0, 1, 0600)},
	{"talk", "mq", "makes a POSIX queue", ALL,
		CALLS(SYS_mq_open, (long)"probe", O_RDWR | O_CREAT, 0600, 0)},
	{"talk", "flock", "locks a file that all may read", ALL, BY(escape_flock)},
	{"talk", "record-lock", "locks a byte of such a file", ALL, BY(escape_record_lock)},
	{"talk", "find-lock", "asks for locks of others", ALL, BY(escape_find_lock)},
	{"talk", "open-lock", "locks a byte by an open file", ALL, BY(escape_open_lock)},
	{"talk", "lease", "asks for a lease", ALL, BY(escape_lease)},
	{"talk", "inotify", "watches a folder of the system", ALL, BY(escape_inotify)},
	{"talk", "dnotify", "is signalled by a folder of the system", ALL, BY(escape_dnotify)},
	{"talk", "add-key", "adds a key", ALL,
		CALLS(SYS_add_key, (long)"user", (long)"probe", (long)"x", 1, -3)},
	{"talk", "request-key", "requests a key", ALL,
		CALLS(SYS_request_key, (long)"user", (long)"probe", 0, -3)},
	{"talk", "keyctl", "reads its keyring", ALL, CALLS(SYS_keyctl, 0, -3, 0)},
	{"talk", "typing", "types into a terminal", ALL, BY(escape_typing)},
	{"talk", "variables", "inherits a variable", ALL, BY(escape_variables)},
	{"kernel", "i386", "calls as a 32-bit program", ALL, BY(escape_i386)},
	{"kernel", "x32", "calls as an x32 program", ALL, BY(escape_x32)},
	{"kernel", "io-uring", "makes an io_uring", ALL,
		CALLS(SYS_io_uring_setup, 1, (long)escape_zeroes)},
	{"kernel", "bpf", "loads a program into the kernel", ALL,
		CALLS(SYS_bpf, 0, (long)escape_zeroes, 72)},
	{"kernel", "perf", "counts processor events", ALL,
		CALLS(SYS_perf_event_open, (long)escape_zeroes, 0, -1, -1, 0)},
	{"kernel", "userfaultfd", "handles page faults", ALL, CALLS(SYS_userfaultfd, 1)},
	{"kernel", "personality", "changes its personality", ALL,
		CALLS(SYS_personality, ADDR_NO_RANDOMIZE)},
	{"kernel", "syslog", "reads the kernel's log", ALL,
		CALLS(SYS_syslog, 3, (long)escape_zeroes, sizeof escape_zeroes)},
	{"kernel", "kexec", "starts another kernel", ALL, CALLS(SYS_kexec_load, 0, 0, 0, 0)},
	{"kernel", "module", "loads a module", ALL, CALLS(SYS_finit_module, -1, (long)"", 0)},
	{"kernel", "unmodule", "removes a module", ALL,
		CALLS(SYS_delete_module, (long)"probe", 2048)},
	{"kernel", "reboot", "reboots", ALL, CALLS(SYS_reboot, 0, 0, 0, 0)},
	{"kernel", "swap", "adds swap space", ALL, CALLS(SYS_swapon, (long)"/probe", 0)},
	{"kernel", "acct", "turns process accounting on", ALL, CALLS(SYS_acct, (long)"/probe")},
	{"kernel", "hostname", "sets the host name", ALL, BY(escape_hostname)},
	{"kernel", "clock", "sets the clock", ALL, BY(escape_clock)},
#ifdef __x86_64__
	{"kernel", "iopl", "uses I/O ports", ALL, CALLS(SYS_iopl, 3)},
	{"kernel", "ldt", "changes its segments", ALL,
		CALLS(SYS_modify_ldt, 0, (long)escape_zeroes, sizeof escape_zeroes)},
#endif
	{.name = NULL},
};

/* --- running the tests ---------------------------------------------------------------------- */

static bool escape_run(const struct escape_test *test)
{
	const long *c = test->call;
	if (test->open != NULL)
		return test->open();
	if (syscall(c[0], c[1], c[2], c[3], c[4], c[5], c[6]) >= 0)
		return true;
	return test->refusal == ESCAPE_TEST_RIGHT && errno != EPERM && errno != EACCES &&
	       errno != ENOSYS;
}

enum { ESCAPE_OPEN = 42, ESCAPE_TIMEOUT = 5 };

/* Runs in the child: makes attempts from *at on until one succeeds. */
static __attribute__((noreturn)) void escape_run_on(volatile int *at)
{
	for (; escape_tests[*at].name != NULL; ++*at) {
		alarm(ESCAPE_TIMEOUT);
		if (escape_run(&escape_tests[*at]))
			_exit(ESCAPE_OPEN);
	}
	_exit(EXIT_SUCCESS);
}

/* Makes all attempts. False: no child process could be created. */
static bool escape_run_all(volatile int *at)
{
	const struct escape_test *test = escape_tests;
	while (test->name != NULL) {
		int status = 0;
		pid_t child = fork();
		if (child == 0)
			escape_run_on(at);
		if (child < 0 || waitpid(child, &status, 0) != child)
			return false;
		for (; test < &escape_tests[*at]; test++)
			printf("%s refused\n", test->name);
		if (test->name == NULL)
			break;
		bool open = WIFEXITED(status) && WEXITSTATUS(status) == ESCAPE_OPEN;
		printf("%s %s\n", test->name, open ? "open" : "refused");
		fflush(stdout);
		test++;
		++*at;
	}
	return true;
}

/* Main function of the other bot. */
static int escape_share(const char *name)
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
	char program[PATH_MAX] = "";
	if (argc == 2)
		return escape_share(argv[1] + 1);
	if (argc < 6 || readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
		return EXIT_FAILURE;
	escape_facts.program = program;
	escape_facts.init = getppid();
	escape_facts.outside = atoi(argv[1]);
	escape_facts.secret = argv[2] + 1; /* after a -: else the view shows it as the bot's */
	escape_facts.folder = argv[3] + 1;
	escape_facts.starter = (uid_t)strtoul(argv[4], NULL, 10);
	escape_facts.shared = argv[5] + 1;
	int *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED || !escape_run_all(at))
		return EXIT_FAILURE;
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
