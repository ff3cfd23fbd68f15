/*
 * namespaces.c - makes worlds of its own in which it would be root, and changes the one it is in;
 * refused, it plays well.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "tests/lib/rogue.h"

static const struct {
	const char *way;
	int kind;
} namespaces_kinds[] = {{"user", CLONE_NEWUSER}, {"mount", CLONE_NEWNS}, {"network", CLONE_NEWNET},
	{"process", CLONE_NEWPID}, {"ipc", CLONE_NEWIPC}, {"name", CLONE_NEWUTS},
	{"group", CLONE_NEWCGROUP}, {"all", CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID}};

/* A child in such a world, which ends at once. */
static bool namespaces_clone(int kind)
{
	pid_t child = (pid_t)syscall(SYS_clone, kind | SIGCHLD, NULL, NULL, NULL, 0);
	if (child == 0)
		_exit(EXIT_SUCCESS);
	if (child > 0)
		waitpid(child, NULL, 0);
	return child > 0;
}

static bool namespaces_enters(const char *path)
{
	int fd = open(path, O_RDONLY);
	bool worked = fd >= 0 && setns(fd, 0) == 0;
	if (fd >= 0)
		close(fd);
	return worked;
}

int main(void)
{
	char name[] = "rogue";
	rogue_begin();
	while (rogue_turn()) {
		for (size_t i = 0; i < sizeof namespaces_kinds / sizeof *namespaces_kinds; i++) {
			rogue_try(namespaces_kinds[i].way, unshare(namespaces_kinds[i].kind) == 0);
			rogue_try("clone", namespaces_clone(namespaces_kinds[i].kind));
		}
		rogue_try("enter", namespaces_enters("/proc/1/ns/mnt"));
		rogue_try("enter-own", namespaces_enters("/proc/self/ns/mnt"));
		rogue_try("mount", mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
		rogue_try("bind", mount("/", "/tmp", NULL, MS_BIND | MS_REC, NULL) == 0);
		rogue_try("remount", mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL) == 0);
		rogue_try("unmount", umount2("/proc", MNT_DETACH) == 0);
		rogue_try("pivot", syscall(SYS_pivot_root, "/tmp", "/tmp") == 0);
		rogue_try("host-name", sethostname(name, sizeof name - 1) == 0);
		rogue_confess();
	}
}
