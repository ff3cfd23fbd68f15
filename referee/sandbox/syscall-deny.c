/*
 * syscall-deny.c - makes the filter with libseccomp from lists of names.
 */
#include "referee/sandbox/syscall-deny.h"

#include <errno.h>
#include <seccomp.h>
#include <stddef.h>

static syscall_deny_list syscall_deny_common = {"execve", "execveat", "open_by_handle_at", "creat",
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

static int syscall_deny_add(scmp_filter_ctx filter, syscall_deny_list names)
{
	int error = 0;
	for (int i = 0; names[i] != NULL && error == 0; i++) {
		int call = seccomp_syscall_resolve_name(names[i]);
		if (call != __NR_SCMP_ERROR)
			error = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
	}
	return error;
}

bool syscall_deny_lay(syscall_deny_list more)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int error = filter != NULL ? syscall_deny_add(filter, syscall_deny_common) : -ENOMEM;
	if (error == 0)
		error = syscall_deny_add(filter, more);
	if (error == 0)
		error = seccomp_load(filter);
	seccomp_release(filter);
	errno = -error;
	return error == 0;
}
