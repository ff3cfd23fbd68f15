/*
 * kills.c - kills and stops whatever it can find that is not its own, referee and opponent first;
 * refused, it plays well. It asks before it strikes, so that a machine survives a box that leaks.
 */
#include <signal.h>
#include <sys/syscall.h>

#include "tests/lib/rogue.h"

enum { KILLS_MAX = 40000 };

/* May this one be signalled in any way? */
static bool kills_can(pid_t pid)
{
	siginfo_t info = {.si_signo = 0, .si_code = SI_QUEUE};
	if (kill(pid, 0) == 0 || syscall(SYS_tgkill, pid, pid, 0) == 0 ||
		syscall(SYS_rt_sigqueueinfo, pid, 0, &info) == 0)
		return true;
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	bool can = fd >= 0 && syscall(SYS_pidfd_send_signal, fd, 0, NULL, 0) == 0;
	if (fd >= 0)
		close(fd);
	return can;
}

static bool kills_any(void)
{
	pid_t self = rogue_self();
	for (pid_t pid = 1; pid < KILLS_MAX; pid++)
		if (pid != getpid() && pid != self && kills_can(pid))
			return true;
	return false;
}

int main(void)
{
	static const int signals[] = {SIGSTOP, SIGKILL, SIGTERM, SIGHUP};
	bool first = true;
	rogue_begin();
	while (rogue_turn()) {
		rogue_try("parent", getppid() > 0 && kill(getppid(), 0) == 0);
		if (first)
			rogue_try("signal", kills_any());
		rogue_try("all-processes", kill(-1, 0) == 0);
		for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
			if (rogue_gain[0] == '\0')
				rogue_try("kill",
					kill(-1, signals[i]) == 0 || kill(1, signals[i]) == 0);
		first = false;
		rogue_confess();
	}
}
