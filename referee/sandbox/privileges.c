/*
 * privileges.c - drops a process's rights.
 *
 * It makes the system calls itself. The C library's setuid() involves all threads, which is not
 * safe in a child that shares its parent's memory.
 */
#include "referee/sandbox/privileges.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PRIVILEGES_CAPABILITIES = 64, PRIVILEGES_LOCKED = 65536, PRIVILEGES_SIGNALS = 512 };

static int privileges_set(int resource, int64_t most)
{
	struct rlimit limit = {(rlim_t)most, (rlim_t)most}, now;
	if (getrlimit((unsigned)resource, &now) == 0 && now.rlim_max < limit.rlim_max)
		limit.rlim_cur = limit.rlim_max = now.rlim_max;
	return setrlimit((unsigned)resource, &limit);
}

int privileges_limit(const struct privileges *privileges)
{
	const struct sandbox_limits *limits = privileges->resources;
	const struct {
		int resource;
		int64_t most;
		bool set;
	} rows[] = {
		{RLIMIT_CORE, 0, true},
		{RLIMIT_MEMLOCK, PRIVILEGES_LOCKED, true},
		{RLIMIT_MSGQUEUE, 0, true},
		{RLIMIT_RTPRIO, 0, true},
		{RLIMIT_NICE, 0, true},
		{RLIMIT_SIGPENDING, PRIVILEGES_SIGNALS, true},
		/* If a cgroup counts the memory that is used, do not limit the memory that is
		   reserved. */
		{RLIMIT_DATA, limits->memory, limits->memory > 0 && !privileges->counted},
		{RLIMIT_NPROC, limits->processes + privileges->own_processes,
			limits->processes > 0 && privileges->alone},
		{RLIMIT_NOFILE, limits->files, limits->files > 0},
		{RLIMIT_FSIZE, limits->scratch, limits->scratch > 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].set && privileges_set(rows[i].resource, rows[i].most) != 0)
			return -1;
	return 0;
}

static int privileges_become(uid_t owner, gid_t group)
{
	if (syscall(SYS_setgroups, 0, NULL) != 0 ||
		syscall(SYS_setresgid, group, group, group) != 0)
		return -1;
	return (int)syscall(SYS_setresuid, owner, owner, owner);
}

int privileges_drop(const struct privileges *privileges)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2] = {{0}};
	/* The bounding set first, as shrinking it takes a capability. EINVAL: beyond the last
	 * capability. Without the right to shrink it, exec cannot give capabilities either. */
	for (int i = 0; i < PRIVILEGES_CAPABILITIES; i++)
		if (prctl(PR_CAPBSET_DROP, i, 0, 0, 0) != 0 && errno == EPERM)
			break;
	prctl(PR_SET_SECUREBITS, SECURE_ALL_BITS | SECURE_ALL_LOCKS, 0, 0, 0);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	if (privileges->change && privileges_become(privileges->owner, privileges->group) != 0)
		return -1;
	if (syscall(SYS_capset, &header, none) != 0)
		return -1;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}
