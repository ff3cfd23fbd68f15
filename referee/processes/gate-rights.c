/*
 * gate-rights.c - what the gate gives up: it talks to everybody, so it may do next to nothing else.
 *
 * It becomes nobody if it is root, starts no program or process, opens no file and makes no
 * connection; sockets that others opened it may use.
 */
#include <errno.h>
#include <grp.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "referee/processes/gate.h"

enum { GATE_NOBODY = 65534 };

static const char *const gate_refused[] = {"execve", "execveat", "fork", "vfork", "clone", "clone3",
	"open", "openat", "openat2", "open_by_handle_at", "creat", "socket", "connect", "bind",
	"listen", "ptrace", "process_vm_readv", "process_vm_writev", "kill", "tkill",
	"pidfd_send_signal", "pidfd_open", "pidfd_getfd", "unlink", "unlinkat", "rename",
	"renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat",
	"mknod", "mknodat", "rmdir", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown",
	"fchownat", "truncate", "mount", "umount2", "unshare", "setns", "chroot", "pivot_root",
	"bpf", "perf_event_open", "keyctl", "add_key", "request_key", "io_uring_setup",
	"userfaultfd", "shmget", "msgget", "semget", "mq_open", "setuid", "setgid", "setresuid",
	"setresgid", "personality", "memfd_create", NULL};

static bool gate_filter(void)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int error = filter != NULL ? 0 : -ENOMEM;
	for (const char *const *name = gate_refused; error == 0 && *name != NULL; name++) {
		int call = seccomp_syscall_resolve_name(*name);
		if (call != __NR_SCMP_ERROR)
			error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
	}
	if (error == 0)
		error = seccomp_load(filter);
	seccomp_release(filter);
	errno = -error;
	return error == 0;
}

bool gate_drop_rights(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	if (geteuid() == 0 &&
		(setgroups(0, NULL) != 0 || setresgid(GATE_NOBODY, GATE_NOBODY, GATE_NOBODY) != 0 ||
			setresuid(GATE_NOBODY, GATE_NOBODY, GATE_NOBODY) != 0))
		return false;
	/* Becoming somebody else takes it away. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && gate_filter();
}
