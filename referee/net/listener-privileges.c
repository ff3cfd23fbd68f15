/*
 * listener-privileges.c - drops the rights of the listener, which talks to untrusted clients. As
 * root it becomes the user `nobody`. It cannot start a program or process, open a file or connect.
 * It may use sockets that the main process opened.
 */
#include <grp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "referee/net/listener.h"
#include "referee/base/process.h"
#include "referee/sandbox/syscall-deny.h"

enum { LISTENER_NOBODY = 65534 };

static syscall_deny_list listener_refused = {
	"fork", "vfork", "clone", "clone3", "open", "openat", "kill", NULL};

bool listener_drop_rights(void)
{
	process_raise_files();
	if (geteuid() == 0 &&
		(setgroups(0, NULL) != 0 ||
			setresgid(LISTENER_NOBODY, LISTENER_NOBODY, LISTENER_NOBODY) != 0 ||
			setresuid(LISTENER_NOBODY, LISTENER_NOBODY, LISTENER_NOBODY) != 0))
		return false;
	/* A change of user clears it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall_deny_lay(listener_refused);
}
