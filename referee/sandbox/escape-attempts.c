/*
 * escape-attempts.c - sandbox escape attempts that take more than one system call.
 */
#include "referee/sandbox/escape-attempts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
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

#include "referee/sandbox/escape-tests.h"
#include "referee/sandbox/fs-view.h"

/* A folder with more room than this is a disk, not scratch space. */
#define ESCAPE_ATTEMPTS_ROOM (UINT64_C(1) << 30)

struct tries tries;

/* --- shared by several tests ---------------------------------------------------------------- */

static bool try_opens(const char *path, int flags)
{
	return open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600) >= 0;
}

/* Opens a file of /proc about a process. */
static bool try_opens_of(pid_t process, const char *file, int flags)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
	return try_opens(path, flags);
}

static bool try_unlimited(int resource, rlim_t most)
{
	struct rlimit limit;
	return getrlimit((unsigned)resource, &limit) == 0 && limit.rlim_max > most;
}

/* --- processes ------------------------------------------------------------------------------ */

bool try_signal_outside(void)
{
	return kill(tries.outside, 0) == 0;
}

/* The first process of a PID namespace ignores signals from inside. */
bool try_signal_keeper(void)
{
	return tries.keeper != 1 && kill(tries.keeper, 0) == 0;
}

bool try_ptrace_outside(void)
{
	return ptrace(PTRACE_SEIZE, tries.outside, NULL, NULL) == 0;
}

bool try_ptrace_keeper(void)
{
	return ptrace(PTRACE_SEIZE, tries.keeper, NULL, NULL) == 0;
}

static bool try_vm(long call)
{
	char bytes[8] = "";
	struct iovec here = {bytes, sizeof bytes}, there = {(void *)environ, sizeof bytes};
	return syscall(call, tries.keeper, &here, 1, &there, 1, 0) >= 0 ||
	       syscall(call, tries.outside, &here, 1, &there, 1, 0) >= 0 || errno == EFAULT;
}

bool try_read_memory(void)
{
	return try_vm(SYS_process_vm_readv);
}

bool try_write_memory(void)
{
	return try_vm(SYS_process_vm_writev);
}

bool try_take_descriptor(void)
{
	int process = (int)syscall(SYS_pidfd_open, tries.keeper, 0);
	return process >= 0 && syscall(SYS_pidfd_getfd, process, 0, 0) >= 0;
}

bool try_pidfd_signal(void)
{
	int process = (int)syscall(SYS_pidfd_open, tries.outside, 0);
	return process >= 0 && syscall(SYS_pidfd_send_signal, process, 0, NULL, 0) == 0;
}

bool try_compare(void)
{
	return syscall(SYS_kcmp, getpid(), tries.keeper, 1, 0, 0) >= 0;
}

bool try_memory_file(void)
{
	return try_opens_of(tries.keeper, "mem", O_RDWR) ||
	       try_opens_of(tries.outside, "mem", O_RDWR);
}

bool try_environment_file(void)
{
	return try_opens_of(tries.keeper, "environ", O_RDONLY) ||
	       try_opens_of(tries.outside, "environ", O_RDONLY);
}

bool try_descriptors_file(void)
{
	char path[64], target[64];
	snprintf(path, sizeof path, "/proc/%d/fd/0", (int)tries.keeper);
	return readlink(path, target, sizeof target) > 0;
}

bool try_root_file(void)
{
	return try_opens_of(tries.keeper, "root/etc", O_RDONLY) ||
	       try_opens_of(tries.outside, "root/etc", O_RDONLY);
}

/* Only three processes are expected: this one, its parent, and sandbox-init. */
bool try_list(void)
{
	int count = 0;
	DIR *all = opendir("/proc");
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		count += atoi(entry->d_name) > 0;
	return count > 3;
}

bool try_priority_keeper(void)
{
	return setpriority(PRIO_PROCESS, (id_t)tries.keeper, 19) == 0;
}

bool try_limits_keeper(void)
{
	struct rlimit limit = {1, 1};
	return syscall(SYS_prlimit64, tries.keeper, RLIMIT_CORE, &limit, NULL) == 0;
}

bool try_affinity(void)
{
	cpu_set_t all;
	memset(&all, 0xff, sizeof all);
	return sched_setaffinity(0, sizeof all, &all) == 0;
}

bool try_real_time(void)
{
	const struct sched_param param = {.sched_priority = 1};
	return sched_setscheduler(0, SCHED_FIFO, &param) == 0 ||
	       sched_setscheduler(0, SCHED_RR, &param) == 0;
}

bool try_session(void)
{
	return getsid(0) != getppid();
}

/* --- files ---------------------------------------------------------------------------------- */

bool try_read_secret(void)
{
	return try_opens(tries.secret, O_RDONLY);
}

bool try_read_folder(void)
{
	return try_opens(tries.folder, O_RDONLY | O_DIRECTORY);
}

bool try_up(void)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "../../../../../../../../../../..%s", tries.secret);
	return try_opens(path, O_RDONLY);
}

bool try_symlink(void)
{
	return symlink(tries.secret, FS_VIEW_SCRATCH "/link") == 0 &&
	       try_opens(FS_VIEW_SCRATCH "/link", O_RDONLY);
}

bool try_link(void)
{
	return link(tries.program, FS_VIEW_SCRATCH "/hard") == 0;
}

/* The folder of the program, which is like a bot's own folder. */
static void try_name_own(char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%s", tries.program);
	*strrchr(path, '/') = '\0';
}

bool try_write_own(void)
{
	char path[PATH_MAX];
	try_name_own(path);
	return try_opens(path, ESCAPE_ATTEMPTS_CREATE);
}

/* Sets the present value again. */
bool try_mode_own(void)
{
	char path[PATH_MAX];
	struct stat status;
	try_name_own(path);
	return stat(path, &status) == 0 && chmod(path, status.st_mode & 07777) == 0;
}

bool try_make_group(void)
{
	static const char path[] = "/sys/fs/cgroup/referee-probe";
	return mkdir(path, 0755) == 0 && rmdir(path) == 0;
}

bool try_write_program(void)
{
	return try_opens(tries.program, O_RDWR);
}

static bool try_executes(char *path)
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

bool try_execute_scratch(void)
{
	static char path[] = FS_VIEW_SCRATCH "/referee-program";
	return try_executes(path);
}

bool try_execute_shared(void)
{
	static char path[] = FS_VIEW_SHARED "/referee-program";
	return try_executes(path);
}

bool try_map_shared(void)
{
	enum { SIZE = 4096 };
	int fd = open(FS_VIEW_SHARED, ESCAPE_ATTEMPTS_CREATE, 0600);
	return fd >= 0 && ftruncate(fd, SIZE) == 0 &&
	       mmap(NULL, SIZE, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0) != MAP_FAILED;
}

bool try_open_shared(void)
{
	return shm_open(tries.shared, O_RDWR, 0) >= 0;
}

/* Is a file there before a test creates one? */
bool try_list_shared(void)
{
	DIR *all = opendir(FS_VIEW_SHARED);
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		if (entry->d_name[0] != '.')
			return true;
	return false;
}

bool try_setuid_file(void)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}

bool try_scratch_size(void)
{
	struct statvfs scratch;
	return statvfs(FS_VIEW_SCRATCH, &scratch) == 0 &&
	       scratch.f_blocks * scratch.f_frsize > ESCAPE_ATTEMPTS_ROOM &&
	       try_opens(FS_VIEW_SCRATCH, ESCAPE_ATTEMPTS_CREATE);
}

/* Fills three quarters of the size in each of the two folders. */
bool try_scratch_shared(void)
{
	struct statvfs scratch;
	int here = open(FS_VIEW_SCRATCH, ESCAPE_ATTEMPTS_CREATE, 0600);
	int there = open(FS_VIEW_SHARED, ESCAPE_ATTEMPTS_CREATE, 0600);
	if (here < 0 || there < 0 || fstatvfs(here, &scratch) != 0 ||
		scratch.f_blocks * scratch.f_frsize > ESCAPE_ATTEMPTS_ROOM)
		return false;
	off_t part = (off_t)(scratch.f_blocks / 4 * 3 * scratch.f_frsize);
	return fallocate(here, 0, 0, part) == 0 && fallocate(there, 0, 0, part) == 0;
}

bool try_scratch_files(void)
{
	struct statvfs scratch;
	return statvfs(FS_VIEW_SCRATCH, &scratch) == 0 && scratch.f_files > 300000 &&
	       try_opens(FS_VIEW_SCRATCH, ESCAPE_ATTEMPTS_CREATE);
}

/* --- rights --------------------------------------------------------------------------------- */

bool try_is_root(void)
{
	return getuid() == 0 || geteuid() == 0 || getgid() == 0 || getegid() == 0;
}

/* Only root can drop supplementary groups. A bot that runs as another user keeps that user's
 * groups, which may allow more. */
bool try_groups(void)
{
	static gid_t groups[NGROUPS_MAX];
	int count = tries.starter == 0 ? getgroups(NGROUPS_MAX, groups) : 0;
	for (int i = 0; i < count; i++)
		if (groups[i] != getgid())
			return true;
	return count < 0;
}

bool try_capabilities(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct has[2];
	return syscall(SYS_capget, &header, has) != 0 ||
	       (has[0].effective | has[0].permitted | has[0].inheritable | has[1].effective |
		       has[1].permitted | has[1].inheritable) != 0;
}

bool try_bounding(void)
{
	for (int i = 0; i < 64; i++)
		if (prctl(PR_CAPBSET_READ, i, 0, 0, 0) == 1)
			return true;
	return false;
}

bool try_files_limit(void)
{
	return try_unlimited(RLIMIT_NOFILE, 65536);
}

bool try_processes_limit(void)
{
	return try_unlimited(RLIMIT_NPROC, 65536);
}

bool try_core(void)
{
	return try_unlimited(RLIMIT_CORE, 0);
}

bool try_lock_memory(void)
{
	enum { SIZE = 1 << 20 };
	void *memory = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return memory != MAP_FAILED && syscall(SYS_mlock, memory, SIZE) == 0;
}

bool try_raise(void)
{
	struct rlimit limit;
	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return false;
	limit.rlim_max++;
	return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* --- other attempts ------------------------------------------------------------------------- */

bool try_abstract(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0referee-probe"};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	return fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0;
}

bool try_typing(void)
{
	return ioctl(STDIN_FILENO, TIOCSTI, "x") == 0 || errno == ENOTTY;
}

bool try_descriptors(void)
{
	for (int fd = 3; fd < 256; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			return true;
	return false;
}

bool try_variables(void)
{
	return getenv(ESCAPE_TESTS_VARIABLE) != NULL;
}

bool try_hostname(void)
{
	char name[256] = "";
	return gethostname(name, sizeof name - 1) == 0 && sethostname(name, strlen(name)) == 0;
}

/* Sets the present value again. */
bool try_clock(void)
{
	struct timespec now;
	return clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_settime(CLOCK_REALTIME, &now) == 0;
}

/* Makes a system call of the 32-bit table. The attempt succeeded if the process survives. */
bool try_i386(void)
{
#ifdef __x86_64__
	long result = 20; /* number of getpid in that table */
	__asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
	return result > 0;
#else
	return false;
#endif
}

bool try_x32(void)
{
#ifdef __x86_64__
	return syscall(0x40000000 | SYS_getpid) > 0;
#else
	return false;
#endif
}
