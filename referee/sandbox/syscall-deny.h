/*
 * syscall-deny.h - system calls that a process of ours gives up for good, itself and its children:
 * a seccomp filter that answers them with EPERM.
 */
#ifndef REFEREE_SANDBOX_SYSCALL_DENY_H
#define REFEREE_SANDBOX_SYSCALL_DENY_H

#include <stdbool.h>

/* Names of system calls, ended by NULL. Those that this machine does not have are passed over. */
typedef const char *const syscall_deny_list[];

/* Lays the filter on this process; needs no_new_privs. It refuses what nobody needs who talks to
 * strangers: other programs and processes' memory, new sockets, changes of files and folders, more
 * rights; and more. False with errno. */
bool syscall_deny_lay(syscall_deny_list more);

#endif
