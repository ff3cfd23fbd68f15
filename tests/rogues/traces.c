/*
 * traces.c - traces referee and opponent, reads their memory, environment and folders, takes their
 * descriptors; refused, it plays well.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "tests/lib/rogue.h"

enum { TRACES_MAX = 33000 };

static bool traces_memory(pid_t pid)
{
	char bytes[16];
	struct iovec here = {bytes, sizeof bytes}, there = {(void *)0x400000, sizeof bytes};
	ssize_t count = process_vm_readv(pid, &here, 1, &there, 1, 0);
	return count >= 0 || errno == EFAULT; /* only the address was wrong */
}

static bool traces_descriptor(pid_t pid)
{
	int other = (int)syscall(SYS_pidfd_open, pid, 0), taken = -1;
	if (other >= 0)
		taken = (int)syscall(SYS_pidfd_getfd, other, 0, 0);
	close(taken);
	close(other);
	return taken >= 0;
}

static bool traces_file(pid_t pid, const char *name)
{
	char path[64], byte;
	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	int fd = open(path, O_RDONLY);
	if (fd < 0)
		return false;
	errno = 0; /* threads of the kernel have files that are empty */
	bool worked = read(fd, &byte, 1) > 0 || errno == EISDIR;
	close(fd);
	return worked;
}

static void traces_one(pid_t pid)
{
	rogue_try("memory", traces_memory(pid));
	rogue_try("descriptor", traces_descriptor(pid));
	rogue_try("compare", syscall(SYS_kcmp, getpid(), pid, 0, 0, 0) >= 0);
	rogue_try("seize", ptrace(PTRACE_SEIZE, pid, NULL, NULL) == 0);
	rogue_try("environ", traces_file(pid, "environ"));
	rogue_try("root", traces_file(pid, "root"));
	rogue_try("cwd", traces_file(pid, "cwd"));
	rogue_try("maps", traces_file(pid, "maps"));
	rogue_try("syscall", traces_file(pid, "syscall"));
}

int main(void)
{
	char path[64];
	pid_t self = rogue_self();
	rogue_begin();
	rogue_turn();
	for (pid_t pid = 1; pid < TRACES_MAX && rogue_gain[0] == '\0'; pid++) {
		snprintf(path, sizeof path, "/proc/%d", (int)pid);
		if (pid == getpid() || pid == self)
			continue;
		if (pid < 300 || access(path, F_OK) == 0)
			traces_one(pid);
	}
	rogue_try("parent", ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0);
	rogue_try("environment", getenv("ROGUE_SECRET") != NULL);
	rogue_confess();
	rogue_play();
}
