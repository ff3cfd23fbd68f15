/*
 * web-rights.c - the web process reads the databases and talks to everybody, so it may do next to
 * nothing else. Databases come while it runs, so that it keeps reading everywhere; the children
 * that open them know theirs.
 */
#include "referee/processes/web-rights.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "referee/processes/refusal.h"
#include "referee/sandbox/landlock.h"

static refusal_list web_refused = {NULL};
static refusal_list web_page_refused = {"fork", "vfork", "clone", "clone3", "kill", "accept",
	"accept4", "sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg", NULL};

/* A kernel without Landlock leaves it to the filter. */
static bool web_restrict(const char *const *folders, int count)
{
	int rules = landlock_make_reader(folders, count);
	if (rules < 0)
		return errno == ENOSYS || errno == EOPNOTSUPP;
	bool good = landlock_restrict(rules) == 0;
	int saved = errno;
	close(rules);
	errno = saved;
	return good;
}

bool web_drop_rights(void)
{
	static const char *const everywhere[] = {"/"};
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#ifndef __SANITIZE_ADDRESS__ /* whose leak checker looks at its own process */
	prctl(PR_SET_DUMPABLE, 0);
#endif
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && web_restrict(everywhere, 1) &&
	       refusal_lay(web_refused, true);
}

bool web_drop_page_rights(const char *const *folders, int count)
{
	return web_restrict(folders, count) && refusal_lay(web_page_refused, false);
}
