/*
 * privileges.c - what a process has after it gave up its rights: asked of the kernel, in a child.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/privileges.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { RIGHTS_OWNER = 4710, RIGHTS_SECURE = 0xff };

/* In the child: the number of the first thing that is wrong; 0: none is. */
static int rights_wrong(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct has[2];
	const struct sandbox_limits limits = {.memory = 0};
	const struct privileges privileges = {.resources = &limits,
		.owner = RIGHTS_OWNER,
		.group = RIGHTS_OWNER + 1,
		.change = geteuid() == 0};
	const bool root = privileges.change;
	if (privileges_drop(&privileges) != 0)
		return 1;
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
		return 2;
	if (syscall(SYS_capget, &header, has) != 0)
		return 3;
	for (int i = 0; i < 2; i++)
		if (has[i].effective != 0 || has[i].permitted != 0 || has[i].inheritable != 0)
			return 4;
	if (!root)
		return 0;
	uid_t user[3];
	gid_t group[3];
	if (getresuid(user, user + 1, user + 2) != 0 || getresgid(group, group + 1, group + 2) != 0)
		return 5;
	for (int i = 0; i < 3; i++)
		if (user[i] != RIGHTS_OWNER || group[i] != RIGHTS_OWNER + 1)
			return 6;
	if (getgroups(0, NULL) != 0)
		return 7;
	for (int i = 0; i <= CAP_LAST_CAP; i++)
		if (prctl(PR_CAPBSET_READ, i, 0, 0, 0) == 1)
			return 8;
	/* capabilities(7): the lower eight bits are four rules for root and their locks. */
	if ((prctl(PR_GET_SECUREBITS, 0, 0, 0, 0) & RIGHTS_SECURE) != RIGHTS_SECURE)
		return 9;
	return 0;
}

START_TEST(a_process_that_gave_up_its_rights_has_none_and_no_way_to_new_ones)
	{
		int status = -1;
		pid_t child = fork();
		if (child == 0)
			_exit(rights_wrong());
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), 0);
	}
END_TEST

SUITE("referee/sandbox/privileges",
	CASE(a_process_that_gave_up_its_rights_has_none_and_no_way_to_new_ones))
