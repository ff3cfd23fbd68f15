/*
 * privileges.c - becomes root, takes groups and capabilities, starts what is set-user-id; refused,
 * it plays well.
 */
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "tests/lib/rogue.h"

static bool rights_capability(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct set[2] = {{1u << CAP_KILL, 1u << CAP_KILL, 0}};
	return syscall(SYS_capset, &header, set) == 0 ||
	       prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_KILL, 0, 0) == 0;
}

/* A program of its own making, or made another's. */
static bool rights_own_program(void)
{
	const char *own = rogue_scratch("rogue-left");
	int fd = open(own, O_RDWR | O_CREAT, 0777);
	if (fd < 0)
		return false;
	rogue_write(fd, "#!/bin/sh\n", 10);
	close(fd);
	return chown(own, 0, 0) == 0 || access(own, X_OK) == 0;
}

int main(void)
{
	gid_t root = 0;
	rogue_begin();
	while (rogue_turn()) {
		rogue_try("is-root", getuid() == 0 || geteuid() == 0);
		rogue_try("setuid", setuid(0) == 0);
		rogue_try("setresuid", syscall(SYS_setresuid, -1, 0, -1) == 0);
		rogue_try("setgid", setgid(0) == 0);
		rogue_try("setgroups", setgroups(1, &root) == 0);
		rogue_try("capability", rights_capability());
		rogue_try("privileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1);
		rogue_try("own-program", rights_own_program());
		rogue_try("own-folder", open("rogue-left", O_WRONLY | O_CREAT, 0600) >= 0);
		rogue_try("chmod", chmod("/", 0777) == 0 || chmod(".", 0777) == 0);
		rogue_confess();
	}
}
