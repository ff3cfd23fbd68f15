/*
 * listener-privileges.c - what the listener gives up: it talks to everybody, so it may do next to
 * nothing else.
 *
 * It becomes nobody if it is root, starts no program or process, opens no file and makes no
 * connection; sockets that others opened it may use.
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
	/* Becoming somebody else takes it away. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall_deny_lay(listener_refused);
}
