/*
 * syscall-deny.h - a process of the referee gives up system calls for good, with its children.
 *
 * It is a seccomp filter that answers them with EPERM.
 */
#ifndef REFEREE_SANDBOX_SYSCALL_DENY_H
#define REFEREE_SANDBOX_SYSCALL_DENY_H

#include <stdbool.h>

/* Names of system calls, ended by NULL. Names that this machine does not know are skipped. */
typedef const char *const syscall_deny_list[];

/* Applies the filter to this process; needs no_new_privs. It refuses system calls that a process
 * talking to untrusted peers does not need: starting programs, access to other processes' memory,
 * new sockets, changes of files and folders, and more rights. It also refuses the calls in more.
 * False with errno. */
bool syscall_deny_lay(syscall_deny_list more);

#endif
