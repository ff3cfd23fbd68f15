/*
 * confine.c - gives up the rights that are not needed.
 */
#include "referee/machines/nats/confine.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/seccomp.h"

static const char *const confine_system[] = {
	"/etc", "/usr", "/lib", "/lib64", "/run/systemd/resolve"};

enum { CONFINE_SYSTEM = sizeof confine_system / sizeof *confine_system };

/* Threads need clone(), connections socket() and connect(), bundles memfd_create(). */
static const char *const confine_denied[] = {"execve", "execveat", "fork", "vfork", "kill", "tkill",
	"ptrace", "process_vm_readv", "process_vm_writev", "pidfd_open", "pidfd_send_signal",
	"pidfd_getfd", "bind", "listen", "accept", "accept4", "unlink", "unlinkat", "rename",
	"renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat",
	"mknod", "mknodat", "rmdir", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown",
	"fchownat", "truncate", "mount", "umount2", "unshare", "setns", "chroot", "pivot_root",
	"bpf", "perf_event_open", "keyctl", "add_key", "request_key", "io_uring_setup",
	"userfaultfd", "open_by_handle_at", "setuid", "setgid", "setresuid", "setresgid",
	"personality", NULL};

static bool confine_files(const char *const *readable, int count)
{
	const char **paths = memory_get((size_t)count + CONFINE_SYSTEM, sizeof *paths);
	int used = 0;
	for (int i = 0; i < CONFINE_SYSTEM; i++)
		paths[used++] = confine_system[i];
	for (int i = 0; i < count; i++)
		if (readable[i] != NULL)
			paths[used++] = readable[i];
	int rules = landlock_make_reader(paths, used, true);
	free(paths);
	if (rules < 0)
		return errno == ENOSYS || errno == EOPNOTSUPP;
	bool good = landlock_restrict(rules) == 0;
	close(rules);
	return good;
}

bool confine(const char *const *readable, int count)
{
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && confine_files(readable, count) &&
	       seccomp_deny_only(confine_denied);
}
